import { AUTH_ERRORS, type PasskeyProof, SECOND_FACTORS_HEADER } from '#contract/auth'
import type { Queryable } from '../../../db/database'
import type { Deps } from '../../../deps'
import { ApiError } from '../../../errors'
import { countCode, forgetCodes } from '../../rateLimit'
import { isAppCode, takeAppCode } from './authenticator'
import { factorsOf } from './factors'
import { verifyPasskey } from './passkeys'
import { takeRecoveryCode } from './recoveryCodes'

/** The second factor that a person gives besides the password. */
interface Given {
  /** Code of the authenticator app, or a recovery code. */
  code?: string
  passkey?: PasskeyProof
}

/**
 * Checks the second factor of a person whose password is right, and uses it up. Accounts without one need none.
 * @throws ApiError 403 if one is needed and none is given, 401 if it is wrong, 429
 */
export async function checkSecondFactor(
  db: Queryable,
  deps: Pick<Deps, 'db' | 'now' | 'ownAddress' | 'log'>,
  userId: string,
  { code, passkey }: Given,
): Promise<void> {
  const factors = await factorsOf(db, userId)
  if (factors.length === 0) return
  if (passkey) {
    const proof = await verifyPasskey(db, deps, passkey)
    if (proof.userId !== userId) throw new ApiError(401, 'the passkey belongs to another account')
  } else if (code === undefined)
    throw new ApiError(403, AUTH_ERRORS.secondFactor, { [SECOND_FACTORS_HEADER]: factors.join(', ') })
  else await checkCode(db, deps, userId, code)
}

/** Checks and counts on the pool, not in the transaction of the caller: a wrong code must not undo its own count. */
async function checkCode(db: Queryable, deps: Pick<Deps, 'db' | 'now'>, userId: string, code: string) {
  const kind = isAppCode(code) ? 'app' : 'recovery'
  await countCode(deps, kind, userId)
  const isRight =
    kind === 'app' ? await takeAppCode(db, deps, userId, code) : await takeRecoveryCode(db, userId, code)
  if (!isRight) throw new ApiError(401, 'the code is wrong or was used already')
  await forgetCodes(deps, kind, userId)
}
