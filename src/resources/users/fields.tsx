import { Box } from '@mui/material'
import { Suspense } from 'react'
import { z } from 'zod'
import type { Invite, SpaceUser, SpaceUserInput } from '#contract/users'
import { EndText } from '../../components/access/EndText'
import { lazyPart } from '../../components/lazyPart'
import { StateText } from '../../components/page'
import { type Fields, idField, nameField, TAGS } from '../../components/resource/fields'
import { ROLE_CHOICES, roleOrOwn, SpaceRoleText } from '../../components/spaceRoles'
import { useTags } from '../../components/tags/useTags'
import { msg as word } from '../../components/words/texts'
import { msg, useTranslate } from './texts'
import { MailFailure } from './useInvitations'

const EndInput = lazyPart(() => import('../../components/access/EndInput'))
const OwnPermissionsInput = lazyPart(() => import('./OwnPermissionsInput'))
const PermissionText = lazyPart(async () => ({
  default: (await import('../../components/access/PermissionsInput')).PermissionText,
}))
const RoleInput = lazyPart(async () => ({ default: (await import('./RoleInput')).RoleInput }))

const heldBy = ({ space_role: role, permissions }: Pick<SpaceUser, 'space_role' | 'permissions'>) =>
  roleOrOwn({ role, permissions })

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
    show: (user) => <SpaceRoleText role={heldBy(user)} />,
    column: {
      sortBy: 'space_role',
      filter: { kind: 'multiselect', source: 'space_role', choices: ROLE_CHOICES },
      width: 148,
      card: 'line',
    },
    input: { kind: 'own', Input: RoleInput, initial: 'user' },
  },
  permissions: {
    label: word('words.member.permissions'),
    optional: true,
    wide: true,
    show: ({ permissions, tags }) =>
      permissions && (
        <Suspense>
          <PermissionText granted={{ permissions, tags }} />
        </Suspense>
      ),
    input: {
      kind: 'own',
      Input: OwnPermissionsInput,
      initial: null,
      codec: {
        toForm: (permissions) => permissions,
        fromForm: (permissions) => permissions,
        // A newer server may have more permissions; they are kept.
        schema: z.array(z.string()).nullable(),
      },
    },
  },
  tags: {
    ...TAGS,
    label: word('words.member.tags'),
    optional: true,
    show: (user: SpaceUser) => TAGS.show(user),
    column: {
      card: 'line',
      cell: TAGS.show,
      filter: { kind: 'multiselect', source: 'tags', choices: useTags },
    },
    input: { kind: 'tags', initial: [] },
  },
  ends_at: {
    label: word('words.member.ends'),
    optional: true,
    show: ({ ends_at }) => ends_at && <EndText value={ends_at} />,
    column: {
      sortBy: 'ends_at',
      cell: ({ ends_at }) => <EndText value={ends_at} />,
      width: 132,
      card: 'line',
    },
    input: { kind: 'own', Input: EndInput, initial: null },
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
