import type { PasskeyProof } from '#contract/auth'
import type { Passkey } from '#contract/secondFactor'
import type { Queryable } from '../../db/database'
import type { Deps } from '../../deps'
import { ApiError } from '../../errors'

/**
 * Checks what a passkey has signed, and uses up the challenge.
 * @throws ApiError 401
 */
export async function verifyPasskey(
  _db: Queryable,
  _deps: Deps,
  _proof: PasskeyProof,
): Promise<{ userId: string; isUserVerified: boolean }> {
  throw new ApiError(401, 'the passkey is unknown')
}

/** The passkeys of an account, the oldest first. */
export async function listPasskeys(_db: Queryable, _userId: string): Promise<Passkey[]> {
  return []
}
