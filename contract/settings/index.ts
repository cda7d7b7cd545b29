import { z } from 'zod'
import { endpoint, versionSchema } from '../common'

/** The people from whom this server requires a second factor. */
export const secondFactorRuleSchema = z.enum(['optional', 'admins', 'everyone'])
export type SecondFactorRule = z.infer<typeof secondFactorRuleSchema>

/** Most spaces that an account may own by default. */
export const SPACES_PER_ACCOUNT = 100
/** Most spaces that an account may own, its personal one included; null for no limit. */
export const spacesPerAccountSchema = z.int().min(1).nullable()

/** Settings of the whole installation that a system administrator changes. */
const settingsSchema = z
  .object({
    /** `admins`: system administrators only. It applies to sign-ins with a password; external providers have their own rules. */
    second_factor: secondFactorRuleSchema,
    /** Applies to new spaces; existing ones stay. */
    spaces_per_account: spacesPerAccountSchema.default(null),
    version: versionSchema,
  })
  .meta({ id: 'Settings' })
export type Settings = z.infer<typeof settingsSchema>

/** Omitted fields are kept. */
export const settingsInputSchema = z.object({
  second_factor: secondFactorRuleSchema.optional(),
  spaces_per_account: spacesPerAccountSchema.optional(),
})
export type SettingsInput = z.infer<typeof settingsInputSchema>

const shared = {
  path: '/admin/settings',
  tag: 'Administration',
  access: 'bearer',
  permission: 'admin:access',
  capability: 'settings',
  status: 200,
  answer: settingsSchema,
} as const

export const settingsApi = {
  get: endpoint({ ...shared, method: 'get', summary: 'Get the settings of the installation' }),
  update: endpoint({
    ...shared,
    method: 'put',
    summary: 'Update the settings of the installation; those that are not given are kept',
    body: settingsInputSchema,
    isCritical: true,
    isConditional: true,
    audit: 'settings.update',
  }),
}
