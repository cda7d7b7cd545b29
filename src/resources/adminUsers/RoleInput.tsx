import { useRecordContext } from 'react-admin'
import type { AdminUser } from '#contract/admin'
import { FixableSelect } from '../../components/resource/FixableSelect'
import { useLastAdminReason } from './lastAdmin'
import { SYSTEM_ROLE_CHOICES } from './roles'
import { msg } from './texts'

/**
 * System role of a person. It is fixed for the last system administrator, with the reason. Rules, "Roles and
 * permissions".
 */
export function RoleInput() {
  const reason = useLastAdminReason(useRecordContext<AdminUser>())
  return (
    <FixableSelect
      source="system_role"
      label={msg('adminUsers.role')}
      choices={SYSTEM_ROLE_CHOICES}
      reason={reason}
    />
  )
}
