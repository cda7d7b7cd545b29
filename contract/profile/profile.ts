import { z } from 'zod'
import {
  endpoint,
  idSchema,
  languageSchema,
  optionalDetail,
  optionalText,
  passwordSchema,
  TEXT_MAX_LENGTH,
  timeSchema,
  timezoneSchema,
  versionSchema,
} from '../common'
import { entity } from '../entity'
import { systemRoleSchema } from '../permissions'
import { REFUSALS_CAPABILITY } from '../spaces'

const requiredText = z.string({ error: 'is required' }).trim().min(1, 'is required').max(TEXT_MAX_LENGTH)
const name = { read: optionalText, input: requiredText } as const

/** The signed-in person; the e-mail address is read-only. Rules, "Profile". */
export const profileEntity = entity({
  name: 'profile',
  plural: 'profile',
  title: 'Profile',
  fields: {
    id: { read: idSchema },
    email: { read: z.string() },
    system_role: { read: systemRoleSchema },
    firstname: name,
    lastname: name,
    middlename: optionalDetail,
    company: optionalDetail,
    timezone: optionalDetail,
    picture: {
      read: z.string().nullable().default(null),
      input: z.string().max(2048).nullable(),
      initial: null,
    },
    version: { read: versionSchema },
  },
})
export type Profile = z.infer<typeof profileEntity.schema>
export type ProfileInput = z.infer<typeof profileEntity.input>
export type ProfileUpdate = z.infer<typeof profileEntity.update>

export const passwordChangeSchema = z.object({
  /** Null for an account without a password. */
  current_password: passwordSchema.nullable().default(null),
  password: passwordSchema,
})

/** What a change of the password requires. */
export const passwordStateSchema = z
  .object({
    /** Whether the current password is required: not without a password, nor within 15 minutes after a sign-in with a one-time link. */
    asks_current: z.boolean(),
  })
  .meta({ id: 'PasswordState' })
export type PasswordState = z.infer<typeof passwordStateSchema>

/** Language and time zone of the browser in which a person uses the console. */
export const localeSchema = z.object({
  language: languageSchema,
  timezone: timezoneSchema,
})
export type Locale = z.infer<typeof localeSchema>

/** A sender whose invitations a person refuses for good. */
export const refusedSenderSchema = z
  .object({
    id: idSchema,
    /** E-mail address of the sender. */
    email: z.string(),
    created_at: timeSchema,
  })
  .meta({ id: 'RefusedSender' })
export type RefusedSender = z.infer<typeof refusedSenderSchema>

export const profileApi = {
  get: endpoint({
    method: 'get',
    path: '/profile',
    summary: 'Get the profile of the signed-in person',
    tag: 'Profile',
    access: 'bearer',
    isOfEverybody: true,
    status: 200,
    answer: profileEntity.schema,
  }),
  update: endpoint({
    method: 'put',
    path: '/profile',
    summary: 'Update the profile of the signed-in person; what is not sent is kept',
    tag: 'Profile',
    access: 'bearer',
    body: profileEntity.update,
    isConditional: true,
    status: 200,
    answer: profileEntity.schema,
    audit: 'profile.update',
  }),
  noteLocale: endpoint({
    method: 'put',
    path: '/profile/locale',
    summary:
      'Note the language and the time zone of the browser in which the person uses the console, for e-mails and push messages to them',
    tag: 'Profile',
    access: 'bearer',
    body: localeSchema,
    status: 204,
    capability: 'locale',
    audit: null,
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
  refusedSenders: endpoint({
    method: 'get',
    path: '/profile/refused-senders',
    summary: 'List whose invitations the signed-in person refuses',
    tag: 'Profile',
    access: 'bearer',
    status: 200,
    answer: z.array(refusedSenderSchema),
    capability: REFUSALS_CAPABILITY,
  }),
  allowSender: endpoint({
    method: 'delete',
    path: '/profile/refused-senders/{refusalId}',
    summary: 'Allow the invitations of a sender again',
    tag: 'Profile',
    access: 'bearer',
    params: z.object({ refusalId: idSchema }),
    status: 204,
    capability: REFUSALS_CAPABILITY,
    audit: 'invitation.allow',
  }),
}
