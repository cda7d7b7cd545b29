import { systemRoleSchema } from '#contract/permissions'

/** The system roles to choose from. Spec 2, section 6. */
export const SYSTEM_ROLE_CHOICES = systemRoleSchema.options.map((id) => ({
  id,
  name: `adminUsers.roles.${id}` as const,
}))
