import { and, eq, isNotNull, lt, sql } from 'drizzle-orm'
import { generateSecret, generateURI, verifySync } from 'otplib'
import { ACCOUNT_ERRORS } from '#contract/profile'
import type { Authenticator } from '#contract/secondFactor'
import type { Queryable } from '../../../db/database'
import { appUser, authenticator } from '../../../db/schema'
import type { Deps } from '../../../deps'
import { ApiError, badToken } from '../../../errors'
import { noteOwn } from '../../audit/note'
import type { Person } from '../../common/caller'
import { notifyOwner } from '../../mail/changes'
import { removeFactor } from './factors'
import { firstCodes } from './recoveryCodes'

/** Parameters that all apps support (RFC 6238): steps of 30 seconds, and clocks that differ by one step. */
const CODES = { algorithm: 'sha1', digits: 6, period: 30 } as const
const DRIFT = CODES.period

const digitsOf = (code: string) => code.replaceAll(/[\s-]/g, '')

/** Whether a code, with or without spaces, looks like one of an authenticator app. */
export const isAppCode = (code: string): boolean => /^\d{6}$/.test(digitsOf(code))

/** The time step of a code; undefined for a wrong code. */
function stepOf(secret: string, code: string, now: Date): number | undefined {
  if (!isAppCode(code)) return undefined
  const token = digitsOf(code)
  const epoch = Math.floor(now.getTime() / 1000)
  const result = verifySync({ ...CODES, secret, token, epoch, epochTolerance: DRIFT })
  return result.valid && 'timeStep' in result ? result.timeStep : undefined
}

/** Begins to set up an authenticator app. An existing app works until the first code of the new one. */
export async function beginAuthenticator(
  { db, settings }: Pick<Deps, 'db' | 'settings'>,
  userId: string,
): Promise<Authenticator> {
  const [user] = await db.select({ email: appUser.email }).from(appUser).where(eq(appUser.id, userId))
  if (!user) throw badToken()
  const secret = generateSecret()
  await db
    .insert(authenticator)
    .values({ userId, pendingSecret: secret })
    .onConflictDoUpdate({
      target: authenticator.userId,
      set: { pendingSecret: sql`excluded.pending_secret` },
    })
  // Apps split the label at the colon.
  const issuer = settings.console.productName.replaceAll(':', ' ')
  return { secret, uri: generateURI({ ...CODES, issuer, label: user.email, secret }) }
}

/**
 * Confirms the authenticator app that was begun, with its first code.
 * @returns recovery codes if it is the first second factor of the account, otherwise null
 * @throws ApiError 409 for a wrong code, or if none was begun
 */
export async function confirmAuthenticator(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  caller: Person,
  code: string,
): Promise<string[] | null> {
  const { userId } = caller
  const ofUser = eq(authenticator.userId, userId)
  const [begun] = await db.select().from(authenticator).where(ofUser)
  const secret = begun?.pendingSecret ?? null
  if (secret === null) throw notBegun()
  const lastStep = stepOf(secret, code, now())
  if (lastStep === undefined) throw new ApiError(409, ACCOUNT_ERRORS.wrongCode)
  return db.transaction(async (tx) => {
    const confirmed = await tx
      .update(authenticator)
      .set({ secret, pendingSecret: null, setUpAt: now(), lastStep })
      .where(and(ofUser, eq(authenticator.pendingSecret, secret)))
      .returning({ userId: authenticator.userId })
    if (confirmed.length === 0) throw notBegun()
    await noteOwn(tx, { now }, caller, 'authenticator.create')
    await notifyOwner(tx, { now }, { ...caller, by: 'owner' }, 'authenticatorAdded')
    return firstCodes(tx, userId)
  })
}

const notBegun = () => new ApiError(409, ACCOUNT_ERRORS.notBegun)

/** When the authenticator app of an account was set up; null without one. */
export async function readAuthenticatorSince(db: Queryable, userId: string): Promise<Date | null> {
  const [app] = await db
    .select({ since: authenticator.setUpAt })
    .from(authenticator)
    .where(and(eq(authenticator.userId, userId), isNotNull(authenticator.secret)))
  return app?.since ?? null
}

/**
 * Removes the authenticator app, including one that is being set up.
 * @throws ApiError 409 if it is the last second factor and this server requires one
 */
export const removeAuthenticator = ({ db, now }: Pick<Deps, 'db' | 'now'>, caller: Person): Promise<void> =>
  removeFactor(db, caller.userId, async (tx) => {
    const ofCaller = eq(authenticator.userId, caller.userId)
    const removed = await tx.delete(authenticator).where(ofCaller).returning({ secret: authenticator.secret })
    if (removed.length === 0) return
    await noteOwn(tx, { now }, caller, 'authenticator.delete')
    // An app that was only begun has never been a sign-in method.
    if (removed[0]?.secret) await notifyOwner(tx, { now }, { ...caller, by: 'owner' }, 'authenticatorRemoved')
  })

/** Uses up a code of the app; false if it is wrong, or if it or a later one was used. */
export async function takeAppCode(
  db: Queryable,
  { now }: Pick<Deps, 'now'>,
  userId: string,
  code: string,
): Promise<boolean> {
  const ofUser = eq(authenticator.userId, userId)
  const [app] = await db.select({ secret: authenticator.secret }).from(authenticator).where(ofUser)
  if (!app?.secret) return false
  const step = stepOf(app.secret, code, now())
  if (step === undefined) return false
  const taken = await db
    .update(authenticator)
    .set({ lastStep: step })
    .where(and(ofUser, eq(authenticator.secret, app.secret), lt(authenticator.lastStep, step)))
    .returning({ userId: authenticator.userId })
  return taken.length > 0
}
