import { Box } from '@mui/material'
import type { Invite, SpaceUser, SpaceUserInput } from '#contract/users'
import { lazyPart } from '../../components/lazyPart'
import { copyField, type Fields, idField } from '../../components/resource/fields'
import { SpaceRoleText, useRoleChoices } from '../../components/spaceRoles'
import { NameLink } from '../../components/table'
import { useAddresses } from '../../dataProvider/SpaceProvider'
import { useTranslate } from '../../i18n/translate'
import { MailFailure } from './useInvitations'

const RoleInput = lazyPart(async () => ({ default: (await import('./RoleInput')).RoleInput }))

function UserLink({ user: { id, email } }: { user: SpaceUser }) {
  return <NameLink to={useAddresses().record('users', id)} name={email} />
}

function InviteStatus({ isAccepted }: { isAccepted: boolean }) {
  return useTranslate()(isAccepted ? 'users.accepted' : 'users.sent')
}

/** The status in the list, and whether the e-mail of a pending invitation has failed. */
function StatusCell({ user }: { user: SpaceUser }) {
  return (
    <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', gap: 1 }}>
      <InviteStatus isAccepted={!user.space_invited} />
      {user.space_invited && <MailFailure userId={user.id} />}
    </Box>
  )
}

function useStatusChoices() {
  const translate = useTranslate()
  return [
    { id: 'false', name: translate('users.accepted') },
    { id: 'true', name: translate('users.sent') },
  ]
}

const nameField = (name: 'firstname' | 'middlename' | 'lastname' | 'company') => ({
  label: `profile.fields.${name}` as const,
  optional: true,
  show: ({ [name]: text }: SpaceUser) => text,
  column: { sortBy: name, hidden: true },
})

/** The fields of a person in a space. Spec 2, sections 2 and 3. */
export const userFields = {
  email: {
    ...copyField<SpaceUser>('login.email', ({ email }) => email),
    column: {
      cell: (user) => <UserLink user={user} />,
      sortBy: 'email',
      filter: { kind: 'text', source: 'email' },
      primary: true,
      hideable: false,
    },
    input: { kind: 'text', errors: 'login.errors.email', taken: 'users.alreadyThere' },
  },
  id: idField<SpaceUser>('users.id', { sortBy: 'id', yields: 1 }),
  space_role: {
    label: 'users.role',
    show: ({ space_role }) => <SpaceRoleText role={space_role} />,
    column: {
      sortBy: 'space_role',
      filter: { kind: 'multiselect', source: 'space_role', useChoices: useRoleChoices },
      width: 128,
    },
    input: { kind: 'own', Input: RoleInput, initial: 'user' },
  },
  is_verified: {
    label: 'users.status',
    show: ({ is_verified }) => <InviteStatus isAccepted={is_verified} />,
  },
  space_invited: {
    label: 'users.status',
    show: (user) => <StatusCell user={user} />,
    details: false,
    column: {
      sortBy: 'space_invited',
      filter: { kind: 'multiselect', source: 'space_invited', useChoices: useStatusChoices },
      width: 144,
    },
  },
  firstname: nameField('firstname'),
  middlename: nameField('middlename'),
  lastname: nameField('lastname'),
  company: nameField('company'),
} satisfies Fields<SpaceUser, Invite & SpaceUserInput>
