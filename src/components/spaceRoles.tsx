import { type SpaceRole, spaceRoleSchema } from '#contract/permissions'
import { useTranslate } from '../i18n/translate'
import { msg as word } from './words/texts'

/** The role of a person in a space, as a word. */
export function SpaceRoleText({ role }: { role: SpaceRole }) {
  return <span>{useTranslate()(word(`words.roles.${role}`))}</span>
}

/** The roles of a space to choose from. Rules, "Roles and permissions". */
export const ROLE_CHOICES = spaceRoleSchema.options.map((id) => ({
  id,
  name: word(`words.roles.${id}`),
}))
