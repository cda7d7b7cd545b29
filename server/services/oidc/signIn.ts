import { and, eq } from 'drizzle-orm'
import { AUTH_ERRORS } from '#contract/auth'
import { appUser, identity } from '../../db/schema'
import type { Deps } from '../../deps'
import { ApiError, notVerified } from '../../errors'
import { remindToVerify } from '../account/registration'
import { noteLanguage } from '../account/users'
import type { Origin } from '../caller'
import { countAttemptFrom, forgetAttempts } from '../signIn/rateLimit'
import { giveToken } from '../signIn/tokens'
import { type ProviderCode, takeCode } from './codes'

/**
 * Signs in with the code of an external provider. The account of the identity must be verified. Spec 1, section 7.
 * @throws ApiError 401 for a code that does not work, or an identity that no account is linked to; 403, 429
 */
export async function signInWithCode(
  deps: Deps,
  given: ProviderCode,
  { address, language, userAgent }: Origin,
): Promise<string> {
  await countAttemptFrom(deps, address)
  const { provider, identityId } = await takeCode(deps.db, deps, given)
  const [user] = await deps.db
    .select({
      id: appUser.id,
      email: appUser.email,
      systemRole: appUser.systemRole,
      isVerified: appUser.isVerified,
      language: appUser.language,
    })
    .from(identity)
    .innerJoin(appUser, eq(appUser.id, identity.userId))
    .where(and(eq(identity.provider, provider), eq(identity.identityId, identityId)))
  if (!user) throw new ApiError(401, AUTH_ERRORS.identityNotFound)
  if (!user.isVerified) {
    await remindToVerify(deps, user.id)
    throw notVerified()
  }
  await forgetAttempts(deps, user.email, address)
  await noteLanguage(deps.db, user, language)
  const claims = { uid: user.id, sys: user.systemRole }
  return giveToken(deps, deps.db, claims, { method: 'provider', provider, address, userAgent })
}
