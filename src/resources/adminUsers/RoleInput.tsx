import { useRecordContext } from 'react-admin'
import type { AdminUser } from '#contract/admin'
import { LIST_LIMIT } from '#contract/common'
import { FixableSelect } from '../../components/resource/FixableSelect'
import { useGetList } from '../../dataProvider/queries'
import { SYSTEM_ROLE_CHOICES } from './roles'
import { msg, useTranslate } from './texts'

const ADMINS = {
  pagination: { page: 1, perPage: LIST_LIMIT },
  sort: { field: 'id', order: 'ASC' },
  filter: { system_role: 'admin' },
} as const

const isAdmin = ({ system_role, is_verified }: AdminUser) => system_role === 'admin' && is_verified

/** Says why the person must stay a system administrator; null if they need not, or while it is unknown. */
function useLastAdminReason(user: AdminUser | undefined): string | null {
  const translate = useTranslate()
  const isCandidate = user !== undefined && isAdmin(user)
  // The server also refuses it, so an error here does not matter.
  const { data } = useGetList('adminUsers', ADMINS, { enabled: isCandidate, onError: () => undefined })
  if (!isCandidate || !data || data.some((other) => other.id !== user.id && isAdmin(other))) return null
  return translate('adminUsers.lastAdmin')
}

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
