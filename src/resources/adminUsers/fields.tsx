import { type ADMIN_USER_SORTS, type AdminUser, type AdminUserInput } from '#contract/admin'
import { LIST_FILTERS_CAPABILITY } from '#contract/common'
import { lazyPart } from '../../components/lazyPart'
import { type Fields, idField, nameField, timeField } from '../../components/resource/fields'
import { msg as word } from '../../components/words/texts'
import { SYSTEM_ROLE_CHOICES } from './roles'
import { SpacesCell } from './spaces'
import { msg, useTranslate } from './texts'

const RoleInput = lazyPart(async () => ({ default: (await import('./RoleInput')).RoleInput }))

function Role({ role }: { role: AdminUser['system_role'] }) {
  return <span>{useTranslate()(`adminUsers.roles.${role}`)}</span>
}

function Verified({ isVerified }: { isVerified: boolean }) {
  return <span>{useTranslate()(isVerified ? 'adminUsers.verified' : 'adminUsers.unverified')}</span>
}

const textField = (name: 'firstname' | 'lastname' | 'middlename' | 'company') => ({
  label: word(`words.person.${name}`),
  show: ({ [name]: text }: AdminUser) => text,
  input: { kind: 'text' } as const,
})

const email = nameField<AdminUser, 'email'>('login.email', 'email', (user) => user.email)

/** Fields of a person for system administrators. Rules, "Admin area". */
export const adminUserFields = {
  email: {
    ...email,
    column: {
      ...email.column,
      filter: {
        kind: 'text',
        source: 'text',
        label: msg('adminUsers.search'),
        capability: LIST_FILTERS_CAPABILITY,
      },
    },
    input: { kind: 'text', errors: 'login.errors.email', taken: msg('adminUsers.taken') },
  },
  system_role: {
    label: msg('adminUsers.role'),
    show: ({ system_role }) => <Role role={system_role} />,
    column: {
      sortBy: 'system_role',
      filter: {
        kind: 'multiselect',
        source: 'system_role',
        choices: SYSTEM_ROLE_CHOICES,
        capability: LIST_FILTERS_CAPABILITY,
      },
      width: 128,
      card: 'title',
    },
    input: { kind: 'own', Input: RoleInput },
  },
  firstname: { ...textField('firstname'), column: { sortBy: 'firstname', dropPriority: 2, card: 'line' } },
  lastname: { ...textField('lastname'), column: { sortBy: 'lastname', card: 'line' } },
  id: idField<AdminUser, 'id'>(word('words.member.id'), { sortBy: 'id', dropPriority: 1 }),
  middlename: { ...textField('middlename'), column: { hidden: true } },
  company: { ...textField('company'), column: { hidden: true } },
  spaces: {
    label: msg('adminUsers.spaces'),
    show: (user) => <SpacesCell user={user} />,
    details: false,
    column: {},
  },
  is_verified: {
    label: msg('adminUsers.address'),
    show: ({ is_verified }) => <Verified isVerified={is_verified} />,
    column: { hidden: true },
  },
  created_at: timeField<AdminUser>(msg('adminUsers.created'), ({ created_at }) => created_at, {
    hidden: true,
  }),
  version: 'hidden',
} satisfies Fields<AdminUser, AdminUserInput, (typeof ADMIN_USER_SORTS)[number]>
