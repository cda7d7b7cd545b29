import { SelectInput, useRecordContext } from 'react-admin'
import type { SpaceUser } from '#contract/users'
import { ROLE_CHOICES } from '../../components/spaceRoles'
import { useLastAdminReason } from './lastAdmin'

/** It can be reached, so that the reason is read, and not changed. */
const FIXED = {
  readOnly: true,
  sx: { '& .MuiFormHelperText-root.Mui-disabled': { color: 'text.secondary' } },
  slotProps: { select: { SelectDisplayProps: { 'aria-disabled': true, style: { opacity: 0.5 } } } },
} as const

/** The role of a person; the last admin keeps theirs, and it says why. Spec 2, section 6. */
export function RoleInput() {
  // A form that invites has no person yet.
  const record = useRecordContext<SpaceUser>()
  const reason = useLastAdminReason(record?.id ? record : undefined)
  return (
    <SelectInput
      source="space_role"
      label="users.role"
      choices={ROLE_CHOICES}
      {...(reason !== null && FIXED)}
      helperText={reason ?? false}
      isRequired
      fullWidth
    />
  )
}
