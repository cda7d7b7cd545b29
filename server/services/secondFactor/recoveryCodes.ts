import { createHash, randomInt } from 'node:crypto'
import { and, eq, isNotNull, notExists } from 'drizzle-orm'
import type { Queryable } from '../../db/database'
import { authenticator, passkey, recoveryCode } from '../../db/schema'

const CODES = 10
/** Without letters and digits that look alike. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789'
const GROUPS = 3
const GROUP_LENGTH = 4

const group = () => Array.from({ length: GROUP_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
const makeCode = () => Array.from({ length: GROUPS }, group).join('-')
const hashOf = (code: string) => createHash('sha256').update(code.replaceAll('-', '')).digest()

/** Stores recovery codes for an account that has none yet, and returns them; null where there are some. */
export async function firstCodes(tx: Queryable, userId: string): Promise<string[] | null> {
  if ((await tx.$count(recoveryCode, eq(recoveryCode.userId, userId))) > 0) return null
  const codes = Array.from({ length: CODES }, makeCode)
  await tx.insert(recoveryCode).values(codes.map((code) => ({ userId, hash: hashOf(code) })))
  return codes
}

/** Deletes the recovery codes of an account that has no second factor any more. */
export async function forgetCodesWithoutFactor(tx: Queryable, userId: string): Promise<void> {
  const ofUser = (table: typeof passkey | typeof authenticator) => eq(table.userId, userId)
  const passkeys = tx.select({ id: passkey.id }).from(passkey).where(ofUser(passkey))
  const apps = tx
    .select({ id: authenticator.userId })
    .from(authenticator)
    .where(and(ofUser(authenticator), isNotNull(authenticator.secret)))
  await tx
    .delete(recoveryCode)
    .where(and(eq(recoveryCode.userId, userId), notExists(passkeys), notExists(apps)))
}
