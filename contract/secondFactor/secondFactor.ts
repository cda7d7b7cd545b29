import { z } from 'zod'
import { factorCodeSchema } from '../auth'
import { endpoint, TEXT_MAX_LENGTH, timeSchema } from '../common'
import { newPasskeySchema, passkeyCreationSchema } from './creation'

/** A passkey of an account. */
const passkeySchema = z
  .object({
    /** Id of the credential, base64url. */
    id: z.string(),
    name: z.string(),
    /** Whether it is synced with the person's other devices. */
    is_synced: z.boolean(),
    created_at: timeSchema,
    last_used_at: timeSchema.nullable(),
  })
  .meta({ id: 'Passkey' })
export type Passkey = z.infer<typeof passkeySchema>

/** Most passkeys of an account. */
export const PASSKEYS_MAX = 20

/** Second factors of an account. A person with a passkey or an authenticator app uses it besides the password. */
const securitySchema = z
  .object({
    has_password: z.boolean(),
    /** When the authenticator app was set up; null without one. */
    authenticator_since: timeSchema.nullable(),
    passkeys: z.array(passkeySchema),
    /** Unused recovery codes. */
    recovery_codes: z.int(),
    /** Whether this server requires a second factor from the person. */
    is_required: z.boolean(),
  })
  .meta({ id: 'Security' })
export type Security = z.infer<typeof securitySchema>

/** A new authenticator app, before its first code. */
const authenticatorSchema = z
  .object({
    /** Base32, for typing. */
    secret: z.string(),
    /** `otpauth://…`, for a QR code. */
    uri: z.string(),
  })
  .meta({ id: 'Authenticator' })
export type Authenticator = z.infer<typeof authenticatorSchema>

/** Codes that each replace a second factor once. They are shown only this once. */
const recoveryCodesSchema = z.object({ recovery_codes: z.array(z.string()) }).meta({ id: 'RecoveryCodes' })

/** Recovery codes, if the second factor is the first one of the account; otherwise null. */
const withFirstCodes = z.object({ recovery_codes: z.array(z.string()).nullable() })

const passkeyName = z
  .string({ error: 'is required' })
  .trim()
  .min(1, 'is required')
  .max(TEXT_MAX_LENGTH, `must have at most ${TEXT_MAX_LENGTH} characters`)

/** Payload of a new name of a passkey. */
export const passkeyNameSchema = z.object({ name: passkeyName })

const onePasskey = z.object({ passkeyId: z.string().regex(/^[\w-]{1,1400}$/) })

const shared = {
  tag: 'Second factor',
  access: 'bearer',
  isOfEverybody: true,
  capability: 'second-factor',
} as const
const passkeys = { ...shared, capability: 'passkeys' } as const

const REQUIRED = 'It is the last second factor, and this server requires one; or the last way to sign in'

export const secondFactorApi = {
  read: endpoint({
    ...shared,
    method: 'get',
    path: '/profile/security',
    summary: 'Get the second factors of the signed-in person',
    status: 200,
    answer: securitySchema,
  }),
  passkeyOptions: endpoint({
    ...passkeys,
    method: 'post',
    path: '/profile/passkeys/options',
    summary: 'Begin to make a passkey',
    isCritical: true,
    status: 200,
    answer: passkeyCreationSchema,
    failures: { 409: `The account has ${PASSKEYS_MAX} passkeys already`, 429: 'Too many attempts' },
    // A challenge is no change; the passkey that answers it is recorded.
    audit: null,
  }),
  addPasskey: endpoint({
    ...passkeys,
    method: 'post',
    path: '/profile/passkeys',
    summary: 'Store a new passkey',
    body: z.object({ name: passkeyName, credential: newPasskeySchema }),
    isCritical: true,
    status: 201,
    answer: withFirstCodes.extend({ passkey: passkeySchema }).meta({ id: 'NewPasskey' }),
    failures: { 409: 'The passkey cannot be used, or is stored already' },
    audit: 'passkey.create',
  }),
  renamePasskey: endpoint({
    ...passkeys,
    method: 'put',
    path: '/profile/passkeys/{passkeyId}',
    summary: 'Name a passkey',
    params: onePasskey,
    body: passkeyNameSchema.extend({
      /** The name that it replaces: if it has another one now, nothing is changed. */
      was: z.string().max(TEXT_MAX_LENGTH).optional(),
    }),
    status: 200,
    answer: passkeySchema,
    failures: { 409: 'It has another name than `was`' },
    audit: 'passkey.update',
  }),
  removePasskey: endpoint({
    ...passkeys,
    method: 'delete',
    path: '/profile/passkeys/{passkeyId}',
    summary: 'Delete a passkey',
    params: onePasskey,
    isCritical: true,
    status: 204,
    failures: { 409: REQUIRED },
    audit: 'passkey.delete',
  }),
  beginAuthenticator: endpoint({
    ...shared,
    method: 'post',
    path: '/profile/authenticator',
    summary: 'Begin to set up an authenticator app; the one before works until its first code',
    isCritical: true,
    status: 200,
    answer: authenticatorSchema,
    // The secret works only after a code confirms it; that call is recorded.
    audit: null,
  }),
  confirmAuthenticator: endpoint({
    ...shared,
    method: 'put',
    path: '/profile/authenticator',
    summary: 'Set up the authenticator app with its first code',
    body: z.object({ code: factorCodeSchema }),
    isCritical: true,
    status: 200,
    answer: withFirstCodes.meta({ id: 'AuthenticatorSetUp' }),
    failures: { 409: 'The code is wrong, or nothing was begun' },
    audit: 'authenticator.create',
  }),
  removeAuthenticator: endpoint({
    ...shared,
    method: 'delete',
    path: '/profile/authenticator',
    summary: 'Remove the authenticator app',
    isCritical: true,
    status: 204,
    failures: { 409: REQUIRED },
    audit: 'authenticator.delete',
  }),
  renewCodes: endpoint({
    ...shared,
    method: 'post',
    path: '/profile/recovery-codes',
    summary: 'Make new recovery codes; those before stop working',
    isCritical: true,
    status: 201,
    answer: recoveryCodesSchema,
    failures: { 409: 'The account has no second factor' },
    audit: 'recoveryCodes.renew',
  }),
}
