import { useRecordContext } from 'react-admin'
import type { AdminUser } from '#contract/admin'
import { FixableSelect } from '../../components/resource/FixableSelect'
import { useLastAdminReason } from './lastAdmin'
import { SYSTEM_ROLE_CHOICES } from './roles'
import { msg } from './texts'

/** The system role of a person; the last system administrator keeps theirs, and it says why. Rules, "Roles and permissions". */
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
