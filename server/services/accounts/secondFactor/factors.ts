import { and, eq, isNotNull } from 'drizzle-orm'
import { ACCOUNT_ERRORS } from '#contract/profile'
import type { Db, Queryable } from '../../../db/database'
import { authenticator, passkey, recoveryCode } from '../../../db/schema'
import { ApiError, badToken } from '../../../errors'
import { isSecondFactorRequired } from '../../settings'
import { lockAccount } from '../users'

/** The second factors of an account: an authenticator app, passkeys. */
export async function factorsOf(db: Queryable, userId: string): Promise<('app' | 'passkey')[]> {
  const apps = and(eq(authenticator.userId, userId), isNotNull(authenticator.secret))
  const hasApp = (await db.$count(authenticator, apps)) > 0
  const hasPasskey = (await db.$count(passkey, eq(passkey.userId, userId))) > 0
  return [...(hasApp ? (['app'] as const) : []), ...(hasPasskey ? (['passkey'] as const) : [])]
}

/** Whether an account has an authenticator app or a passkey. */
export const hasSecondFactor = async (db: Queryable, userId: string): Promise<boolean> =>
  (await factorsOf(db, userId)).length > 0

/**
 * Locks the sign-in methods of a person until the end of the transaction.
 * @throws ApiError 401 if the account is deleted
 */
export async function lockFactors(tx: Queryable, userId: string): Promise<void> {
  if (!(await lockAccount(tx, userId))) throw badToken()
}

/**
 * Removes a second factor. The recovery codes are deleted with the last one.
 * @param remove deletes the factor
 * @throws ApiError 409 for the last one while this server requires one of the person
 */
export async function removeFactor(
  db: Db,
  userId: string,
  remove: (tx: Queryable) => Promise<unknown>,
): Promise<void> {
  await db.transaction(async (tx) => {
    await lockFactors(tx, userId)
    const had = await hasSecondFactor(tx, userId)
    await remove(tx)
    if (await hasSecondFactor(tx, userId)) return
    if (had && (await isSecondFactorRequired(tx, userId))) throw new ApiError(409, ACCOUNT_ERRORS.lastFactor)
    await tx.delete(recoveryCode).where(eq(recoveryCode.userId, userId))
  })
}
