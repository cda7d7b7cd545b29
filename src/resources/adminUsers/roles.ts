import { systemRoleSchema } from '#contract/permissions'

/** The system roles to choose from. Rules, "Admin area". */
export const SYSTEM_ROLE_CHOICES = systemRoleSchema.options.map((id) => ({
  id,
  name: `adminUsers.roles.${id}` as const,
}))
