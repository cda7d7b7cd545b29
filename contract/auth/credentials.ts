import { z } from 'zod'
import { emailSchema, passwordSchema } from '../common'
import type { SystemRole } from '../permissions'
import { passkeyProofSchema } from './passkeys'

/** A code of an authenticator app (six digits), or a recovery code. */
export const factorCodeSchema = z
  .string()
  .trim()
  .min(1, 'is required')
  .max(64, 'must have at most 64 characters')

/** The second factor that a sign-in gives besides the password: one of the two. */
export const secondFactorSchemas = {
  code: factorCodeSchema.optional(),
  passkey: passkeyProofSchema.optional(),
}

/** Name in `/config.json` of the field `browser` of a sign-in. */
export const BROWSER_CAPABILITY = 'known-browser'

/** Payload of the sign-in. Rules, "Sign-in". */
export const loginSchema = z.object({
  email: emailSchema,
  password: passwordSchema,
  ...secondFactorSchemas,
  browser: z
    .string()
    .regex(/^[\w-]{43}$/, 'must be 32 random bytes as base64url')
    .optional()
    .describe(
      '32 random bytes as base64url, the same at each sign-in of a browser: one that has signed in before is not held up by what others try; with the capability `known-browser`',
    ),
})
export type Login = z.infer<typeof loginSchema>

/** Answer of every kind of sign-in. */
export const tokenAnswerSchema = z.object({ access_token: z.string() }).meta({ id: 'AccessToken' })

/** The claims of the token that the console reads. Rules, "Requests". */
export interface TokenClaims {
  uid: string
  sys: SystemRole
}

/** Id of an external identity provider in calls. */
export const providerIdSchema = z.string().min(1, 'is required').max(64)

/** An external identity provider; `url` has a placeholder for the state value. Rules, "Providers". */
export const oauthProviderSchema = z
  .object({ name: z.string(), provider: z.string(), url: z.string(), icon: z.string() })
  .meta({ id: 'OAuthProvider' })
export type OAuthProvider = z.infer<typeof oauthProviderSchema>
