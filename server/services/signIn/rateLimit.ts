import { eq, lt, sql } from 'drizzle-orm'
import type { Queryable } from '../../db/database'
import { loginAttempt } from '../../db/schema'
import type { Deps } from '../../deps'
import { ApiError } from '../../errors'

/** A leaky bucket: it holds `attempts`, and one leaks every `seconds`. */
interface Limit {
  attempts: number
  seconds: number
}

/** Guesses at one account from one address. */
const OF_EMAIL_AT_ADDRESS: Limit = { attempts: 10, seconds: 15 }
/** Guesses from one address, which a whole office may share. */
const OF_ADDRESS: Limit = { attempts: 60, seconds: 3 }
/** Guesses at one account from many addresses. It leaks fast, so that its owner is never locked out for long. */
const OF_EMAIL: Limit = { attempts: 100, seconds: 5 }

/** E-mails that the people of one space cause. */
const MAIL_OF_SPACE: Limit = { attempts: 100, seconds: 36 }
/** E-mails to one address, which may belong to somebody who does not want them. */
const MAIL_TO_ADDRESS: Limit = { attempts: 10, seconds: 360 }

/** Guesses at the second factor of an account, from wherever they come. */
const OF_CODE: Limit = { attempts: 10, seconds: 30 }
/** The same in the long run: whoever knows the password guesses a code of six digits in some ten years. */
const OF_CODE_IN_THE_LONG_RUN: Limit = { attempts: 100, seconds: 900 }

const keyOf = (email: string, address: string) => `${address} ${email}`

/**
 * Counts an attempt to sign in, in the database that all copies of the server share.
 * An attacker fills the bucket of the account at their own address, not the one of its owner.
 * @throws ApiError 429 that says when to try again
 */
export async function countAttempt(deps: Deps, email: string, address: string): Promise<void> {
  await pour(deps, keyOf(email, address), OF_EMAIL_AT_ADDRESS)
  await pour(deps, address, OF_ADDRESS)
  await pour(deps, email, OF_EMAIL)
}

/**
 * Counts an attempt to sign in with a passkey, which names no account before it works.
 * @throws ApiError 429 that says when to try again
 */
export const countPasskeyAttempt = (deps: Deps, address: string): Promise<void> =>
  pour(deps, address, OF_ADDRESS)

/**
 * Counts a challenge for a passkey: each is a row for some minutes.
 * @throws ApiError 429 that says when to try again
 */
export const countPasskeyChallenge = (deps: Deps, address: string): Promise<void> =>
  pour(deps, `passkeys at ${address}`, OF_ADDRESS, 'too many attempts')

/**
 * Counts an e-mail that a space sends to an address: 100 an hour of one space, 10 an hour to one address.
 * @throws ApiError 429 that says when to try again
 */
export async function countMail(
  deps: { db: Queryable; now: Deps['now'] },
  spaceId: string,
  email: string,
): Promise<void> {
  await pour(deps, `mail of ${spaceId}`, MAIL_OF_SPACE, 'too many e-mails')
  await pour(deps, `mail to ${email}`, MAIL_TO_ADDRESS, 'too many e-mails to this address')
}

/** What a code is of: those of apps can be guessed, so their guesses must not take the recovery codes from the owner. */
type CodeKind = 'app' | 'recovery'

const codeKey = (kind: CodeKind, userId: string) => `${kind} code of ${userId}`

/**
 * Counts a guess at the second factor of an account. Only who knows the password gets so far, so nobody else can lock
 * out its owner.
 * @throws ApiError 429 that says when to try again
 */
export async function countCode(deps: Deps, kind: CodeKind, userId: string): Promise<void> {
  const key = codeKey(kind, userId)
  await pour(deps, key, OF_CODE, 'too many codes')
  await pour(deps, `${key} in the long run`, OF_CODE_IN_THE_LONG_RUN, 'too many codes')
}

/** Deletes the wrong codes of a person who gave the right one; those of the long run stay. */
export async function forgetCodes({ db }: Deps, kind: CodeKind, userId: string): Promise<void> {
  await db.delete(loginAttempt).where(eq(loginAttempt.key, codeKey(kind, userId)))
}

/** Deletes the failed attempts of a person who has signed in. */
export async function forgetAttempts({ db }: Deps, email: string, address: string): Promise<void> {
  await db.delete(loginAttempt).where(eq(loginAttempt.key, keyOf(email, address)))
}

/** Deletes empty buckets. */
export async function forgetOldAttempts({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<void> {
  await db.delete(loginAttempt).where(lt(loginAttempt.emptyAt, now()))
}

async function pour(
  { db, now }: { db: Queryable; now: Deps['now'] },
  key: string,
  { attempts, seconds }: Limit,
  refusal = 'too many attempts to sign in',
) {
  const at = now()
  const drop = sql`make_interval(secs => ${seconds})`
  const time = sql`${at.toISOString()}::timestamptz`
  const level = sql`greatest(${loginAttempt.emptyAt}, ${time})`
  const poured = await db
    .insert(loginAttempt)
    .values({ key, emptyAt: sql`${time} + ${drop}` })
    .onConflictDoUpdate({
      target: loginAttempt.key,
      set: { emptyAt: sql`${level} + ${drop}` },
      setWhere: sql`${level} + ${drop} <= ${time} + ${drop} * ${attempts}::int`,
    })
    .returning({ key: loginAttempt.key })
  if (poured.length > 0) return
  throw new ApiError(429, `${refusal}, try again in ${seconds} seconds`, {
    'Retry-After': String(seconds),
  })
}
