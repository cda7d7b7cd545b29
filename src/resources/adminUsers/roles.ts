import { systemRoleSchema } from '#contract/permissions'
import { msg } from './texts'

/** The system roles to choose from. Rules, "Admin area". */
export const SYSTEM_ROLE_CHOICES = systemRoleSchema.options.map((id) => ({
  id,
  name: msg(`adminUsers.roles.${id}`),
}))
