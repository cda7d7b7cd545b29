import { eq } from 'drizzle-orm'
import type { PasskeyProof, PasskeyRequest } from '#contract/auth'
import { appUser } from '../../../db/schema'
import type { Deps } from '../../../deps'
import { ApiError, badToken } from '../../../errors'
import type { Origin } from '../../common/caller'
import { countAttemptFrom, countPasskeyChallenge, forgetAttempts } from '../../rateLimit'
import { requirePasswordLogin } from '../rules'
import { CHALLENGE_LIFETIME, makeChallenge, relyingParty } from '../secondFactor/challenges'
import { verifyPasskey } from '../secondFactor/passkeys'
import { admit, requireVerified } from './admit'

/**
 * What a browser needs to sign with a passkey. It asks the device to verify the person; a console that has checked a password before may do
 * without.
 * @throws ApiError 429
 */
export async function askForPasskey(
  deps: Pick<Deps, 'db' | 'now' | 'ownAddress'>,
  address: string,
): Promise<PasskeyRequest> {
  await countPasskeyChallenge(deps, address)
  return {
    challenge: await makeChallenge(deps.db, deps, null),
    rpId: relyingParty(deps).id,
    timeout: CHALLENGE_LIFETIME,
    userVerification: 'required',
  }
}

/**
 * Returns a token for a signature with a passkey.
 * @throws ApiError 401, 403 for an unverified person or if people sign in only at external providers, 429
 */
export async function signInWithPasskey(deps: Deps, proof: PasskeyProof, origin: Origin): Promise<string> {
  const { address } = origin
  requirePasswordLogin(deps)
  await countAttemptFrom(deps, address)
  const { userId, isUserVerified } = await verifyPasskey(deps.db, deps, proof)
  if (!isUserVerified)
    throw new ApiError(401, 'without a password, the device must check a PIN, a fingerprint or a face')
  const [user] = await deps.db.select().from(appUser).where(eq(appUser.id, userId))
  if (!user) throw badToken()
  await requireVerified(deps, user)
  await forgetAttempts(deps, user.email, address)
  return admit(deps, user, { method: 'passkey' }, origin)
}
