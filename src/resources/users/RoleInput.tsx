import { useRecordContext } from 'react-admin'
import type { SpaceUser } from '#contract/users'
import { FixableSelect } from '../../components/resource/FixableSelect'
import { ROLE_CHOICES } from '../../components/spaceRoles'
import { msg as word } from '../../components/words/texts'
import { useLastAdminReason } from './lastAdmin'

/** Role of a person. It is fixed for the last admin, with the reason. Rules, "People of a space". */
export function RoleInput() {
  // The form of an invitation has no person yet.
  const record = useRecordContext<SpaceUser>()
  const reason = useLastAdminReason(record?.id ? record : undefined)
  return (
    <FixableSelect
      source="space_role"
      label={word('words.member.role')}
      choices={ROLE_CHOICES}
      reason={reason}
    />
  )
}
