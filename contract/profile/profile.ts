import { z } from 'zod'
import {
  endpoint,
  idSchema,
  optionalText,
  passwordSchema,
  personFields,
  TEXT_MAX_LENGTH,
  textOrNull,
  versionSchema,
} from '../common'
import { systemRoleSchema } from '../permissions'

/** The signed-in person. Rules, "Profile". */
export const profileSchema = z
  .object({
    id: idSchema,
    email: z.string(),
    system_role: systemRoleSchema,
    ...personFields,
    timezone: optionalText,
    picture: z.string().nullable().default(null),
    version: versionSchema,
  })
  .meta({ id: 'Profile' })
export type Profile = z.infer<typeof profileSchema>

const requiredText = z.string({ error: 'is required' }).trim().min(1, 'is required').max(TEXT_MAX_LENGTH)

const pictureSchema = z.string().max(2048).nullable()

/** What the profile form sends; the e-mail address is read-only. Rules, "Profile". */
export const profileInputSchema = z.object({
  firstname: requiredText,
  lastname: requiredText,
  middlename: optionalText,
  company: optionalText,
  timezone: optionalText,
  picture: pictureSchema.default(null),
})
export type ProfileInput = z.infer<typeof profileInputSchema>

/** A change of the profile: what is not sent is kept. */
export const profileUpdateSchema = profileInputSchema
  .extend({
    middlename: textOrNull,
    company: textOrNull,
    timezone: textOrNull,
    picture: pictureSchema,
  })
  .partial()
export type ProfileUpdate = z.infer<typeof profileUpdateSchema>

/** Payload of a change of the password. */
export const passwordChangeSchema = z.object({
  /** Null for an account without a password. */
  current_password: passwordSchema.nullable().default(null),
  password: passwordSchema,
})

/** What a change of the password requires. */
export const passwordStateSchema = z
  .object({
    /**
     * Whether the current password is required: not without a password, nor within 15 minutes after a sign-in with a
     * one-time link.
     */
    asks_current: z.boolean(),
  })
  .meta({ id: 'PasswordState' })
export type PasswordState = z.infer<typeof passwordStateSchema>

export const profileApi = {
  get: endpoint({
    method: 'get',
    path: '/profile',
    summary: 'Get the profile of the signed-in person',
    tag: 'Profile',
    access: 'bearer',
    isOfEverybody: true,
    status: 200,
    answer: profileSchema,
  }),
  update: endpoint({
    method: 'put',
    path: '/profile',
    summary: 'Update the profile of the signed-in person; what is not sent is kept',
    tag: 'Profile',
    access: 'bearer',
    body: profileUpdateSchema,
    isConditional: true,
    status: 200,
    answer: profileSchema,
    audit: 'profile.update',
  }),
  password: endpoint({
    method: 'get',
    path: '/profile/password',
    summary: 'Read what a change of the password asks for',
    tag: 'Profile',
    access: 'bearer',
    status: 200,
    answer: passwordStateSchema,
    capability: 'password',
  }),
  changePassword: endpoint({
    method: 'put',
    path: '/profile/password',
    summary: 'Set another password; all other sessions end',
    tag: 'Profile',
    access: 'bearer',
    body: passwordChangeSchema,
    isCritical: true,
    status: 204,
    failures: {
      403: 'The person did not sign in within 15 minutes, or signing in with a password is switched off',
      409: 'The current password is wrong',
      429: 'Too many attempts',
    },
    capability: 'password',
    audit: 'password.change',
  }),
}
