import { and, eq } from 'drizzle-orm'
import { AUTH_ERRORS } from '#contract/auth'
import { appUser, identity } from '../../../db/schema'
import type { Deps } from '../../../deps'
import { ApiError } from '../../../errors'
import type { Origin } from '../../common/caller'
import { countAttemptFrom, forgetAttempts } from '../../rateLimit'
import { type ProviderCode, takeCode } from '../oidc/codes'
import { admit, requireVerified } from './admit'

/**
 * Signs in with the code of an external provider. The account of the identity must be verified. Rules, "Providers".
 * @throws ApiError 401 for a code that does not work, or an identity that is not linked to an account; 403, 429
 */
export async function signInWithCode(
  deps: Pick<Deps, 'db' | 'now' | 'dueMail' | 'providers' | 'signingKey'>,
  given: ProviderCode,
  origin: Origin,
): Promise<string> {
  const { address } = origin
  await countAttemptFrom(deps, address)
  const { provider, identityId } = await takeCode(deps.db, deps, given, origin)
  const [user] = await deps.db
    .select({
      id: appUser.id,
      email: appUser.email,
      systemRole: appUser.systemRole,
      isVerified: appUser.isVerified,
      passwordHash: appUser.passwordHash,
      language: appUser.language,
    })
    .from(identity)
    .innerJoin(appUser, eq(appUser.id, identity.userId))
    .where(and(eq(identity.provider, provider), eq(identity.identityId, identityId)))
  if (!user) throw new ApiError(401, AUTH_ERRORS.identityNotFound)
  await requireVerified(deps, user)
  await forgetAttempts(deps, user.email, address)
  return admit(deps, user, { method: 'provider', provider }, origin)
}
