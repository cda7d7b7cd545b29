import { formatTime, useClock } from '../../clock'
import { useTranslate as useCommonTranslate } from '../../i18n/translate'
import { Field, FieldList } from '../page'
import { msg as word } from '../words/texts'
import { PermissionText } from './PermissionsInput'

/** What limits somebody in a space. */
interface MembershipLimitsProps {
  /** When it ends; null for never. */
  endsAt: string | null
  tags: readonly { id: string; name: string; color: string }[]
  /** Permissions that hold instead of a role. */
  permissions: readonly string[] | null
}

/** The end and the limits of a membership, for a person who is invited; nothing if there are none. */
export default function MembershipLimits({ endsAt, tags, permissions }: MembershipLimitsProps) {
  const translate = useCommonTranslate()
  const clock = useClock()
  if (endsAt === null && tags.length === 0 && permissions === null) return null
  return (
    <FieldList>
      {endsAt !== null && (
        <Field label={translate(word('words.member.ends'))}>{formatTime(Date.parse(endsAt), clock)}</Field>
      )}
      {tags.length > 0 && (
        <Field label={translate(word('words.member.tags'))}>{tags.map(({ name }) => name).join(', ')}</Field>
      )}
      {permissions && (
        <Field label={translate(word('words.member.permissions'))}>
          <PermissionText granted={{ permissions: [...permissions], tags: [...tags] }} />
        </Field>
      )}
    </FieldList>
  )
}
