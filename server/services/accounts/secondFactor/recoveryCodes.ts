import { randomInt } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import type { Queryable } from '../../../db/database'
import { recoveryCode } from '../../../db/schema'
import type { Deps } from '../../../deps'
import { ApiError } from '../../../errors'
import { noteOwn } from '../../audit/note'
import type { Person } from '../../common/caller'
import { hashOf } from '../../common/oneTime'
import { notifyOwner } from '../../mail/changes'
import { hasSecondFactor, lockFactors } from './factors'

const CODES = 10
/** Lowercase letters and digits that cannot be mistaken for each other. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789'
/** Letters of a code: 59 bits, in groups that are easy to type. */
const GROUPS = 3
const GROUP_LENGTH = 4

const letters = (count: number) =>
  Array.from({ length: count }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
const newCode = () => Array.from({ length: GROUPS }, () => letters(GROUP_LENGTH)).join('-')

/** A code in its canonical form, however it was typed. */
const plain = (code: string) => code.replaceAll(/[\s-]/g, '').toLowerCase()

/** A hash of the person and the code, so that nobody can search the codes of all people together. */
const hashFor = (userId: string, code: string) => hashOf(`${userId} ${plain(code)}`)

const ofUser = (userId: string) => eq(recoveryCode.userId, userId)

/** Replaces the recovery codes of an account. */
async function replaceCodes(tx: Queryable, userId: string): Promise<string[]> {
  const codes = Array.from({ length: CODES }, newCode)
  await tx.delete(recoveryCode).where(ofUser(userId))
  await tx.insert(recoveryCode).values(codes.map((code) => ({ userId, hash: hashFor(userId, code) })))
  return codes
}

/** Number of unused recovery codes. */
export const countCodes = (db: Queryable, userId: string): Promise<number> =>
  db.$count(recoveryCode, ofUser(userId))

/** Creates the recovery codes of an account that has got its second factor in this transaction; null if it has codes already. */
export async function firstCodes(tx: Queryable, userId: string): Promise<string[] | null> {
  await lockFactors(tx, userId)
  return (await countCodes(tx, userId)) > 0 ? null : replaceCodes(tx, userId)
}

/**
 * Creates new recovery codes; earlier ones stop working.
 * @throws ApiError 409 without a second factor
 */
export async function renewCodes({ db, now }: Pick<Deps, 'db' | 'now'>, caller: Person): Promise<string[]> {
  const { userId } = caller
  return db.transaction(async (tx) => {
    await lockFactors(tx, userId)
    if (!(await hasSecondFactor(tx, userId)))
      throw new ApiError(409, 'recovery codes need a second factor, set one up first')
    await noteOwn(tx, { now }, caller, 'recoveryCodes.renew')
    await notifyOwner(tx, { now }, { ...caller, by: 'owner' }, 'recoveryCodes')
    return replaceCodes(tx, userId)
  })
}

/** Uses up a recovery code, typed with or without hyphens; false if it is wrong or was used. */
export async function takeRecoveryCode(db: Queryable, userId: string, code: string): Promise<boolean> {
  const taken = await db
    .delete(recoveryCode)
    .where(and(ofUser(userId), eq(recoveryCode.hash, hashFor(userId, code))))
    .returning({ hash: recoveryCode.hash })
  return taken.length > 0
}
