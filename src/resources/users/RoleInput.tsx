import { MenuItem, TextField } from '@mui/material'
import { useRecordContext } from 'react-admin'
import { useController } from 'react-hook-form'
import { ACCESS_LIMITS_CAPABILITY, type SpaceRole } from '#contract/permissions'
import type { SpaceUser } from '#contract/users'
import { OWN, ROLE_CHOICES, ROLE_OR_OWN_CHOICES, roleOrOwn } from '../../components/spaceRoles'
import { msg as word } from '../../components/words/texts'
import { useCapability } from '../../config'
import { useLastAdminReason } from './lastAdmin'
import { useTranslate } from './texts'

interface Values {
  space_role: SpaceRole
  permissions: string[] | null
}

/**
 * Role of a person, or permissions of their own, which the form then asks for. It is fixed for the last admin, with the reason. Rules,
 * "People of a space".
 */
export function RoleInput() {
  const translate = useTranslate()
  // The form of an invitation has no person yet.
  const record = useRecordContext<SpaceUser>()
  const reason = useLastAdminReason(record?.id ? record : undefined)
  const role = useController<Values, 'space_role'>({ name: 'space_role' }).field
  const permissions = useController<Values, 'permissions'>({ name: 'permissions' }).field
  const choices = useCapability(ACCESS_LIMITS_CAPABILITY) ? ROLE_OR_OWN_CHOICES : ROLE_CHOICES
  const value = roleOrOwn({ role: role.value, permissions: permissions.value ?? null })
  const choose = (chosen: string) => {
    const given = ROLE_CHOICES.find(({ id }) => id === chosen)?.id
    role.onChange(given ?? 'user')
    permissions.onChange(given ? null : [])
  }
  return (
    <TextField
      select
      required
      fullWidth
      label={translate(word('words.member.role'))}
      value={value}
      inputRef={role.ref}
      onBlur={role.onBlur}
      onChange={({ target }) => choose(target.value)}
      helperText={reason ?? (value === OWN && translate('users.ownHint'))}
      slotProps={reason === null ? {} : FIXED}
    >
      {choices.map(({ id, name }) => (
        <MenuItem key={id} value={id}>
          {translate(name)}
        </MenuItem>
      ))}
    </TextField>
  )
}

/** Read-only rather than disabled, so that the field can be focused and its reason read. */
const FIXED = {
  select: { readOnly: true, SelectDisplayProps: { 'aria-disabled': true, style: { opacity: 0.5 } } },
} as const
