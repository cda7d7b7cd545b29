import { eq } from 'drizzle-orm'
import type { PasskeyProof, PasskeyRequest } from '#contract/auth'
import { appUser } from '../../db/schema'
import type { Deps } from '../../deps'
import { ApiError, badToken, notVerified } from '../../errors'
import { noteLanguage } from '../account/users'
import type { Origin } from '../caller'
import { CHALLENGE_LIFETIME, makeChallenge, relyingParty } from '../secondFactor/challenges'
import { verifyPasskey } from '../secondFactor/passkeys'
import { countAttemptFrom, countPasskeyChallenge, forgetAttempts } from './rateLimit'
import { requirePasswordLogin } from './switches'
import { giveToken } from './tokens'

/**
 * What a browser needs to sign with a passkey. It asks the device to check who holds it; a console that has checked a
 * password before may do without.
 * @throws ApiError 429
 */
export async function askForPasskey(deps: Deps, address: string): Promise<PasskeyRequest> {
  await countPasskeyChallenge(deps, address)
  return {
    challenge: await makeChallenge(deps.db, deps, null),
    rpId: relyingParty(deps).id,
    timeout: CHALLENGE_LIFETIME,
    userVerification: 'required',
  }
}

/**
 * Returns a token for what was signed with a passkey.
 * @throws ApiError 401, 403 for an unverified person or where only external providers sign in, 429
 */
export async function signInWithPasskey(
  deps: Deps,
  proof: PasskeyProof,
  { address, language, userAgent }: Origin,
): Promise<string> {
  requirePasswordLogin(deps)
  await countAttemptFrom(deps, address)
  const { userId, isUserVerified } = await verifyPasskey(deps.db, deps, proof)
  if (!isUserVerified)
    throw new ApiError(401, 'without a password, the device must check a PIN, a fingerprint or a face')
  const [user] = await deps.db.select().from(appUser).where(eq(appUser.id, userId))
  if (!user) throw badToken()
  if (!user.isVerified) throw notVerified()
  await forgetAttempts(deps, user.email, address)
  await noteLanguage(deps.db, user, language)
  const claims = { uid: user.id, sys: user.systemRole }
  return giveToken(deps, deps.db, claims, { method: 'passkey', address, userAgent })
}
