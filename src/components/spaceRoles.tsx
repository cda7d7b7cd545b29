import { type SpaceRole, spaceRoleSchema } from '#contract/permissions'
import { useTranslate } from '../i18n/translate'
import { msg as word } from './words/texts'

/** Chosen in place of a role for a person with permissions of their own. */
export const OWN = 'own'

/** What a person has in a space: a role, or permissions of their own. */
export type RoleOrOwn = SpaceRole | typeof OWN

export const roleOrOwn = ({
  role,
  permissions,
}: {
  role: SpaceRole
  permissions: readonly string[] | null
}) => (permissions === null ? role : OWN)

export function SpaceRoleText({ role }: { role: RoleOrOwn }) {
  return <span>{useTranslate()(word(`words.roles.${role}`))}</span>
}

const choicesOf = <Role extends RoleOrOwn>(roles: readonly Role[]) =>
  roles.map((id) => ({ id, name: word(`words.roles.${id}`) }))

/** Options for choosing a role in a space. Rules, "Roles and permissions". */
export const ROLE_CHOICES = choicesOf(spaceRoleSchema.options)

/** The same with permissions of a person's own. */
export const ROLE_OR_OWN_CHOICES = choicesOf([...spaceRoleSchema.options, OWN])
