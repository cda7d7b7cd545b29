import { and, desc, eq, gt, lt, ne, notInArray } from 'drizzle-orm'
import { DAY } from '#contract/common/durations'
import type { Queryable } from '../../../db/database'
import { appUser, knownBrowser } from '../../../db/schema'
import type { Deps } from '../../../deps'
import { hashOf } from '../../common/oneTime'

/** Milliseconds for which a browser counts as its owner's after the last sign-in there. */
const KNOWN_FOR = 365 * DAY
/** Most browsers of an account; the oldest is forgotten. */
const BROWSERS_MAX = 20

type Clocked = { db: Queryable; now: Deps['now'] }

const since = ({ now }: Pick<Clocked, 'now'>) => new Date(now().getTime() - KNOWN_FOR)

/** Whether a person has signed in to the account of an e-mail address in this browser. */
export async function isKnownBrowser(deps: Clocked, email: string, browser: string): Promise<boolean> {
  const isIt = and(
    eq(appUser.email, email),
    eq(knownBrowser.hash, hashOf(browser)),
    gt(knownBrowser.usedAt, since(deps)),
  )
  const found = await deps.db
    .select({ jti: knownBrowser.jti })
    .from(knownBrowser)
    .innerJoin(appUser, eq(appUser.id, knownBrowser.userId))
    .where(isIt)
  return found.length > 0
}

/** Stores that a session of the person has begun in a browser. */
export async function rememberBrowser(
  { db, now }: Clocked,
  userId: string,
  browser: string,
  jti: string,
): Promise<void> {
  const usedAt = now()
  await db
    .insert(knownBrowser)
    .values({ userId, hash: hashOf(browser), jti, usedAt })
    .onConflictDoUpdate({ target: [knownBrowser.userId, knownBrowser.hash], set: { jti, usedAt } })
  const ofUser = eq(knownBrowser.userId, userId)
  const last = db
    .select({ hash: knownBrowser.hash })
    .from(knownBrowser)
    .where(ofUser)
    .orderBy(desc(knownBrowser.usedAt))
    .limit(BROWSERS_MAX)
  await db.delete(knownBrowser).where(and(ofUser, notInArray(knownBrowser.hash, last)))
}

/** Deletes the known browsers of a person. @param kept the session whose browser stays known, if any */
export async function forgetBrowsers(db: Queryable, userId: string, kept: string | null): Promise<void> {
  const others = kept === null ? undefined : ne(knownBrowser.jti, kept)
  await db.delete(knownBrowser).where(and(eq(knownBrowser.userId, userId), others))
}

/** Deletes the known browser of a session that was ended from another one. */
export async function forgetBrowserOf(db: Queryable, userId: string, jti: string): Promise<void> {
  await db.delete(knownBrowser).where(and(eq(knownBrowser.userId, userId), eq(knownBrowser.jti, jti)))
}

/** Deletes browsers that were not used for a long time. */
export async function forgetOldBrowsers(deps: Clocked): Promise<void> {
  await deps.db.delete(knownBrowser).where(lt(knownBrowser.usedAt, since(deps)))
}
