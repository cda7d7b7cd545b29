import { and, eq, gt, lt, sql } from 'drizzle-orm'
import type { Login } from '#contract/auth'
import { DAY } from '#contract/common/durations'
import type { Queryable } from '../db/database'
import { appUser, authSession, loginAttempt } from '../db/schema'
import type { Deps } from '../deps'
import { ApiError } from '../errors'
import { hashOf } from './common/oneTime'

/** A leaky bucket: it has a capacity of `attempts`, and one leaks every `seconds`. */
interface Limit {
  attempts: number
  seconds: number
}

/** Guesses at one account from one address. */
const OF_EMAIL_AT_ADDRESS: Limit = { attempts: 10, seconds: 15 }
/** Guesses at one account in a browser that has signed in to it before. */
const OF_BROWSER: Limit = { attempts: 10, seconds: 15 }
/** Guesses from one address, which a whole office may share: successful sign-ins do not count. */
const OF_ADDRESS: Limit = { attempts: 40, seconds: 3 }
/** Guesses at one account from addresses that were not used for it before. */
const OF_EMAIL: Limit = { attempts: 30, seconds: 15 }
/** Guesses at the password of a session's own account. */
const OF_ACCOUNT: Limit = { attempts: 10, seconds: 60 }

/** Sign-ins that begin at one address, which a whole office may share: each is a row for a while. */
const BEGINNINGS_OF_ADDRESS: Limit = { attempts: 60, seconds: 3 }
/** E-mails caused by the people of one space. */
const MAIL_OF_SPACE: Limit = { attempts: 100, seconds: 36 }
/** E-mails to one address, whose owner may not want them. */
const MAIL_TO_ADDRESS: Limit = { attempts: 10, seconds: 360 }
/** Tests of alert notifications, or of connectors, by one person or key in a space: each makes requests to other systems. */
const TESTS: Limit = { attempts: 10, seconds: 60 }
/** Registrations, or requests for a reset e-mail, from one address. */
const CALLS_OF_ADDRESS: Limit = { attempts: 20, seconds: 60 }
/** E-mails that registrations cause to one address, and as many that set a new password. */
const CALLS_FOR_MAILBOX: Limit = { attempts: 5, seconds: 720 }

/** Milliseconds for which an address of a sign-in to an account counts as its owner's. */
const KNOWN_FOR = 30 * DAY

/** Guesses at the second factor of an account, from any address. */
const OF_CODE: Limit = { attempts: 10, seconds: 30 }
/** The same in the long run: an attacker who knows the password needs about ten years to guess a code of six digits. */
const OF_CODE_IN_THE_LONG_RUN: Limit = { attempts: 100, seconds: 900 }

const keyOf = (email: string, address: string) => `${address} ${email}`

type LimitDeps = { db: Queryable; now: Deps['now'] }

/**
 * Counts an attempt to use a link, in the database that all copies of the server share.
 * @throws ApiError 429 that says when to try again
 */
export async function countAttempt(deps: LimitDeps, email: string, address: string): Promise<void> {
  await pour(deps, keyOf(email, address), OF_EMAIL_AT_ADDRESS)
  await pour(deps, address, OF_ADDRESS)
}

/**
 * Counts a challenge for a passkey: each is a row for some minutes.
 * @throws ApiError 429 that says when to try again
 */
export const countPasskeyChallenge = (deps: LimitDeps, address: string): Promise<void> =>
  pour(deps, `passkeys at ${address}`, BEGINNINGS_OF_ADDRESS, 'too many attempts')

/**
 * Counts an attempt to sign in. Attempts of others do not hold up a browser that has signed in to the account before, and attempts from
 * other addresses do not hold up an address that was used for it in the last 30 days.
 * @returns whether the browser is known, and a function that deletes the failed attempts of a person who gave the right password
 * @throws ApiError 429 that says when to try again
 */
export async function countSignIn(
  deps: LimitDeps,
  { email, browser }: Pick<Login, 'email' | 'browser'>,
  address: string,
  isKnownBrowser: (deps: LimitDeps, email: string, browser: string) => Promise<boolean>,
): Promise<{ isKnown: boolean; forget: () => Promise<void> }> {
  if (browser !== undefined && (await isKnownBrowser(deps, email, browser))) {
    const key = `browser ${hashOf(browser).toString('hex')} of ${email}`
    await pour(deps, key, OF_BROWSER)
    const forget = async () => void (await deps.db.delete(loginAttempt).where(eq(loginAttempt.key, key)))
    return { isKnown: true, forget }
  }
  await countAttempt(deps, email, address)
  if (!(await isKnown(deps, email, address))) await pour(deps, email, OF_EMAIL)
  return { isKnown: false, forget: () => forgetAttempts(deps, email, address) }
}

async function isKnown({ db, now }: LimitDeps, email: string, address: string): Promise<boolean> {
  const since = new Date(now().getTime() - KNOWN_FOR)
  const [session] = await db
    .select({ jti: authSession.jti })
    .from(authSession)
    .innerJoin(appUser, eq(appUser.id, authSession.userId))
    .where(and(eq(appUser.email, email), eq(authSession.address, address), gt(authSession.lastUsedAt, since)))
    .limit(1)
  return session !== undefined
}

const guessKey = (userId: string) => `password of ${userId}`

/**
 * Counts a guess at the password of an account by a caller who is signed in to it.
 * @throws ApiError 429 that says when to try again
 */
export const countGuess = (deps: LimitDeps, userId: string): Promise<void> =>
  pour(deps, guessKey(userId), OF_ACCOUNT, 'too many attempts')

/** Deletes the guesses at the password of an account, after the right one. */
export async function forgetGuesses({ db }: Pick<LimitDeps, 'db'>, userId: string): Promise<void> {
  await db.delete(loginAttempt).where(eq(loginAttempt.key, guessKey(userId)))
}

/**
 * Counts the beginning of a sign-in at an external provider.
 * @throws ApiError 429 that says when to try again
 */
export const countFlow = (deps: LimitDeps, address: string): Promise<void> =>
  pour(deps, `flows at ${address}`, BEGINNINGS_OF_ADDRESS)

/**
 * Counts an attempt whose account is not known yet.
 * @throws ApiError 429 that says when to try again
 */
export const countAttemptFrom = (deps: LimitDeps, address: string): Promise<void> =>
  pour(deps, address, OF_ADDRESS)

/** Removes one attempt whose account was not known before, and which has succeeded. */
export const forgetAttemptFrom = ({ db }: Pick<LimitDeps, 'db'>, address: string): Promise<void> =>
  takeOut(db, address, OF_ADDRESS)

/**
 * Counts an e-mail that a space sends to an address: 100 an hour for one space, 10 an hour for one address.
 * @throws ApiError 429 that says when to try again
 */
export async function countMail(deps: LimitDeps, spaceId: string, email: string): Promise<void> {
  await pour(deps, `mail of ${spaceId}`, MAIL_OF_SPACE, 'too many e-mails')
  await pour(deps, `mail to ${email}`, MAIL_TO_ADDRESS, 'too many e-mails to this address')
}

/**
 * Counts a test of alert notifications: 60 an hour for a person or a key in a space.
 * @throws ApiError 429 that says when to try again
 */
export const countAlertTest = (deps: LimitDeps, spaceId: string, callerId: string): Promise<void> =>
  pour(deps, `alert tests of ${callerId} in ${spaceId}`, TESTS, 'too many tests')

/**
 * Counts a test of a connector: 60 an hour for a person or a key in a space.
 * @throws ApiError 429 that says when to try again
 */
export const countConnectorTest = (deps: LimitDeps, spaceId: string, callerId: string): Promise<void> =>
  pour(deps, `connector tests of ${callerId} in ${spaceId}`, TESTS, 'too many tests')

/**
 * Counts a routine that an administrator starts: 60 an hour for each of them.
 * @throws ApiError 429 that says when to try again
 */
export const countStart = (deps: LimitDeps, what: string, userId: string): Promise<void> =>
  pour(deps, `${what} started by ${userId}`, TESTS, 'too many requests')

/**
 * Counts a registration: 60 an hour from one network address, 5 an hour for one e-mail address, whether it has an account or not.
 * @throws ApiError 429 that says when to try again
 */
export async function countRegistration(deps: LimitDeps, email: string, address: string): Promise<void> {
  await pour(deps, `registrations at ${address}`, CALLS_OF_ADDRESS, 'too many registrations')
  await pour(deps, `registration of ${email}`, CALLS_FOR_MAILBOX, 'too many registrations of this address')
}

/**
 * Counts a request for a reset e-mail: 60 an hour from one network address.
 * @throws ApiError 429 that says when to try again
 */
export const countForgotten = (deps: LimitDeps, address: string): Promise<void> =>
  pour(deps, `forgotten at ${address}`, CALLS_OF_ADDRESS, 'too many requests')

/** Counts a reset e-mail: 5 an hour to one address. Returns whether it is within the limit. */
export const mayMailReset = (deps: LimitDeps, email: string): Promise<boolean> =>
  fits(deps, `forgotten by ${email}`, CALLS_FOR_MAILBOX)

/** Kind of a code: those of apps can be guessed, so their guesses must not take the recovery codes from the owner. */
type CodeKind = 'app' | 'recovery'

const codeKey = (kind: CodeKind, userId: string) => `${kind} code of ${userId}`
const longRunKey = (kind: CodeKind, userId: string) => `${codeKey(kind, userId)} in the long run`

/**
 * Counts a guess at the second factor of an account. Only a caller who knows the password gets that far, so nobody else can lock out the
 * owner.
 * @throws ApiError 429 that says when to try again
 */
export async function countCode(
  deps: Pick<Deps, 'db' | 'now'>,
  kind: CodeKind,
  userId: string,
): Promise<void> {
  await pour(deps, codeKey(kind, userId), OF_CODE, 'too many codes')
  await pour(deps, longRunKey(kind, userId), OF_CODE_IN_THE_LONG_RUN, 'too many codes')
}

/** Deletes the wrong codes of a person who gave the right one. From the long-run bucket only the right one is removed. */
export async function forgetCodes({ db }: Pick<Deps, 'db'>, kind: CodeKind, userId: string): Promise<void> {
  await db.delete(loginAttempt).where(eq(loginAttempt.key, codeKey(kind, userId)))
  await takeOut(db, longRunKey(kind, userId), OF_CODE_IN_THE_LONG_RUN)
}

/** Deletes the failed attempts of a person who has signed in, and removes this one from the shared buckets. */
export async function forgetAttempts(
  { db }: Pick<LimitDeps, 'db'>,
  email: string,
  address: string,
): Promise<void> {
  await db.delete(loginAttempt).where(eq(loginAttempt.key, keyOf(email, address)))
  await takeOut(db, address, OF_ADDRESS)
  await takeOut(db, email, OF_EMAIL)
}

/** Removes one attempt from a bucket. */
async function takeOut(db: Queryable, key: string, { seconds }: Limit) {
  await db
    .update(loginAttempt)
    .set({ emptyAt: sql`${loginAttempt.emptyAt} - make_interval(secs => ${seconds})` })
    .where(eq(loginAttempt.key, key))
}

/** Deletes empty buckets. */
export async function forgetOldAttempts({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<void> {
  await db.delete(loginAttempt).where(lt(loginAttempt.emptyAt, now()))
}

/** Adds one attempt to a bucket. Returns whether it fitted. */
async function fits({ db, now }: LimitDeps, key: string, { attempts, seconds }: Limit): Promise<boolean> {
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
  return poured.length > 0
}

async function pour(deps: LimitDeps, key: string, limit: Limit, refusal = 'too many attempts to sign in') {
  if (await fits(deps, key, limit)) return
  const { seconds } = limit
  throw new ApiError(429, `${refusal}, try again in ${seconds} seconds`, {
    'Retry-After': String(seconds),
  })
}
