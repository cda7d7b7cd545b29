import { z } from 'zod'
import { endpoint } from '../common'

/** Of whom this server wants a second factor. */
export const secondFactorRuleSchema = z.enum(['optional', 'admins', 'everyone'])
export type SecondFactorRule = z.infer<typeof secondFactorRuleSchema>

/** Settings of the whole installation that a system administrator changes. */
export const settingsSchema = z
  .object({
    /** `admins`: of system administrators. It concerns sign-ins with a password; external providers ask for their own. */
    second_factor: secondFactorRuleSchema,
  })
  .meta({ id: 'Settings' })
export type Settings = z.infer<typeof settingsSchema>

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
    summary: 'Update the settings of the installation',
    body: settingsSchema,
    isCritical: true,
    audit: 'settings.update',
  }),
}
