import { type SpaceRole, spaceRoleSchema } from '#contract/permissions'
import { useTranslate } from '../i18n/translate'
import { msg as word } from './words/texts'

export function SpaceRoleText({ role }: { role: SpaceRole }) {
  return <span>{useTranslate()(word(`words.roles.${role}`))}</span>
}

/** Options for choosing a role in a space. Rules, "Roles and permissions". */
export const ROLE_CHOICES = spaceRoleSchema.options.map((id) => ({
  id,
  name: word(`words.roles.${id}`),
}))
