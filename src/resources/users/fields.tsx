import { Box } from '@mui/material'
import type { Invite, SpaceUser, SpaceUserInput } from '#contract/users'
import { lazyPart } from '../../components/lazyPart'
import { StateText } from '../../components/page'
import { type Fields, idField, nameField } from '../../components/resource/fields'
import { ROLE_CHOICES, SpaceRoleText } from '../../components/spaceRoles'
import { msg as word } from '../../components/words/texts'
import { msg, useTranslate } from './texts'
import { MailFailure } from './useInvitations'

const RoleInput = lazyPart(async () => ({ default: (await import('./RoleInput')).RoleInput }))

function InviteStatus({ isAccepted }: { isAccepted: boolean }) {
  const words = useTranslate()(isAccepted ? 'users.accepted' : 'users.sent')
  return <StateText tone={isAccepted ? 'good' : 'waiting'}>{words}</StateText>
}

/** Status in the list, and whether the e-mail of a pending invitation failed. */
function StatusCell({ user }: { user: SpaceUser }) {
  return (
    <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', gap: 1 }}>
      <InviteStatus isAccepted={!user.space_invited} />
      {user.space_invited && <MailFailure userId={user.id} />}
    </Box>
  )
}

const STATUS_CHOICES = [
  { id: 'false', name: msg('users.accepted') },
  { id: 'true', name: msg('users.sent') },
] as const

const textField = (name: 'firstname' | 'middlename' | 'lastname' | 'company') => ({
  label: word(`words.person.${name}`),
  optional: true,
  show: ({ [name]: text }: SpaceUser) => text,
  column: { sortBy: name, hidden: true },
})

/** The fields of a person in a space. Rules, "People of a space". */
export const userFields = {
  email: {
    ...nameField<SpaceUser, 'email'>('login.email', 'email', ({ email }) => email),
    input: { kind: 'text', errors: 'login.errors.email', taken: msg('users.alreadyThere') },
  },
  id: idField<SpaceUser, 'id'>(word('words.member.id'), { sortBy: 'id', dropPriority: 1 }),
  space_role: {
    label: word('words.member.role'),
    show: ({ space_role }) => <SpaceRoleText role={space_role} />,
    column: {
      sortBy: 'space_role',
      filter: { kind: 'multiselect', source: 'space_role', choices: ROLE_CHOICES },
      width: 128,
      card: 'line',
    },
    input: { kind: 'own', Input: RoleInput, initial: 'user' },
  },
  is_verified: {
    label: word('words.member.status'),
    show: ({ is_verified }) => <InviteStatus isAccepted={is_verified} />,
  },
  space_invited: {
    label: word('words.member.status'),
    show: (user) => <StatusCell user={user} />,
    details: false,
    column: {
      sortBy: 'space_invited',
      filter: { kind: 'multiselect', source: 'space_invited', choices: STATUS_CHOICES },
      width: 144,
      card: 'title',
    },
  },
  firstname: textField('firstname'),
  middlename: textField('middlename'),
  lastname: textField('lastname'),
  company: textField('company'),
  version: 'hidden',
} satisfies Fields<SpaceUser, Invite & SpaceUserInput>
