import { type Configuration, fetchUserInfo, type IDToken, type TokenEndpointResponse } from 'openid-client'
import { z } from 'zod'
import { emailSchema } from '#contract/common'
import type { ExternalPerson } from './codes'

const NAME_MAX = 255

/** Text of a claim; null if it is empty or not a text. */
const text = z
  .string()
  .transform((value) => value.replaceAll('\0', '').trim().slice(0, NAME_MAX) || null)
  .nullish()
  .transform((value) => value ?? null)
  .catch(null)

const claimsSchema = z.object({
  email: emailSchema.nullish().catch(null),
  // Some providers send it as text.
  email_verified: z.union([z.boolean(), z.stringbool()]).nullish().catch(null),
  preferred_username: text,
  name: text,
  given_name: text,
  family_name: text,
})

/** A provider's claims about a person. */
type Claims = Omit<ExternalPerson, 'provider' | 'identityId' | 'isConfirmation'>

/**
 * The claims of the person who signed in: from the ID token, and from the user info if the token does not name the e-mail address (OpenID
 * Connect Core, 5.1 and 5.3). Throws errors of openid-client.
 */
export async function readClaims(
  configuration: Configuration,
  tokens: TokenEndpointResponse,
  idToken: IDToken,
): Promise<Claims> {
  const isComplete = typeof idToken.email === 'string'
  const hasMore = configuration.serverMetadata().userinfo_endpoint !== undefined
  const more =
    isComplete || !hasMore ? {} : await fetchUserInfo(configuration, tokens.access_token, idToken.sub)
  const claims = claimsSchema.parse({ ...idToken, ...more })
  const email = claims.email ?? null
  return {
    email,
    isEmailVerified: email !== null && claims.email_verified === true,
    login: email ?? claims.preferred_username ?? claims.name,
    firstname: claims.given_name,
    lastname: claims.family_name,
  }
}
