import { createECDH } from 'node:crypto'
import { and, desc, eq, gt, inArray, isNull, or, sql } from 'drizzle-orm'
import { PUSH_BROWSERS_MAX, type PushBrowser, type PushInput } from '#contract/push'
import type { Queryable } from '../../db/database'
import { authSession, push, pushBrowser } from '../../db/schema'
import type { Deps } from '../../deps'
import { ApiError, notFound } from '../../errors'
import { lockAccount } from '../accounts/users'
import type { Person } from '../common/caller'
import { newId } from '../common/ids'
import { readUserAgent } from '../common/userAgent'

/** The condition that the session of a browser has not ended. */
export const isSignedIn = (at: Date) => and(isNull(authSession.revokedAt), gt(authSession.expiresAt, at))

/** The browsers of a person that get push messages, the newest first. */
export async function listBrowsers(db: Queryable, { userId, jti }: Person, at: Date): Promise<PushBrowser[]> {
  const rows = await db
    .select({ browser: pushBrowser, userAgent: authSession.userAgent })
    .from(pushBrowser)
    .innerJoin(authSession, eq(authSession.jti, pushBrowser.jti))
    .where(and(eq(authSession.userId, userId), isSignedIn(at)))
    .orderBy(desc(pushBrowser.id))
  return rows.map(({ browser: { id, createdAt, confirmedAt, sentAt, failure, ...row }, userAgent }) => {
    const { browser, system } = readUserAgent(userAgent)
    return {
      id,
      browser,
      system,
      is_current: row.jti === jti,
      created_at: createdAt.toISOString(),
      confirmed_at: confirmedAt?.toISOString() ?? null,
      sent_at: sentAt?.toISOString() ?? null,
      error: failure?.error ?? null,
      error_code: failure?.error_code ?? null,
      error_detail: failure?.error_detail ?? null,
    }
  })
}

/** Whether bytes are a point of the curve P-256. */
function isPoint(bytes: Buffer): boolean {
  const ecdh = createECDH('prime256v1')
  ecdh.generateKeys()
  try {
    return ecdh.computeSecret(bytes).length > 0
  } catch {
    return false
  }
}

/**
 * Asks the browser of the call to confirm that push messages reach it; from then on it gets those about alerts. A browser that has
 * confirmed it before for the same person, with the same keys, gets them immediately. An endpoint alone proves nothing: its previous person
 * keeps it until then.
 * @throws ApiError 400 for an invalid key
 */
export async function addBrowser(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  caller: Person,
  { endpoint, keys }: PushInput,
): Promise<PushBrowser> {
  const at = now()
  const [p256dh, auth] = [Buffer.from(keys.p256dh, 'base64url'), Buffer.from(keys.auth, 'base64url')]
  if (!isPoint(p256dh)) throw new ApiError(400, 'keys.p256dh must be a public key on the curve P-256')
  return db.transaction(async (tx) => {
    // Calls of one person are serialized.
    if (!(await lockAccount(tx, caller.userId))) throw notFound()
    const before = await tx
      .select()
      .from(pushBrowser)
      .innerJoin(authSession, eq(authSession.jti, pushBrowser.jti))
      .where(
        and(
          eq(authSession.userId, caller.userId),
          or(eq(pushBrowser.endpoint, endpoint), eq(pushBrowser.jti, caller.jti)),
        ),
      )
      .orderBy(pushBrowser.id)
      .for('update', { of: pushBrowser })
      .then((rows) => rows.map((row) => row.push_browser))
    // Messages that wait for a browser of the person still come after they have signed in there again.
    const same = before.filter((one) => one.endpoint === endpoint)
    const kept = same.find(({ confirmedAt }) => confirmedAt !== null) ?? same[0]
    const isConfirmed = Boolean(kept?.confirmedAt && kept.p256dh.equals(p256dh) && kept.auth.equals(auth))
    const remove = (ids: string[]) => tx.delete(pushBrowser).where(inArray(pushBrowser.id, ids))
    await remove(before.map(({ id }) => id).filter((one) => one !== kept?.id))
    const others = (await listBrowsers(tx, caller, at)).filter((one) => one.id !== kept?.id)
    await remove(others.slice(PUSH_BROWSERS_MAX - 1).map((one) => one.id))
    const id = kept?.id ?? newId(at)
    const values = {
      jti: caller.jti,
      p256dh,
      auth,
      ...(!isConfirmed && { confirmedAt: null, createdAt: sql`now()` }),
    }
    if (kept) await tx.update(pushBrowser).set(values).where(eq(pushBrowser.id, id))
    else await tx.insert(pushBrowser).values({ id, endpoint, ...values })
    if (!isConfirmed)
      await tx
        .insert(push)
        .values({ id: newId(at), browserId: id, alertId: id, event: 'first', dueAt: at, createdAt: at })
        .onConflictDoUpdate({
          target: [push.browserId, push.alertId, push.event],
          set: { dueAt: at, attempts: 0 },
        })
    const added = (await listBrowsers(tx, caller, at)).find((browser) => browser.id === id)
    if (!added) throw notFound()
    return added
  })
}

/** Sends no more push messages to a browser of the person. @throws ApiError 404 for one of another person */
export async function removeBrowser(
  { db }: Pick<Deps, 'db'>,
  caller: Person,
  { browserId }: { browserId: string },
): Promise<void> {
  const own = db
    .select({ jti: authSession.jti })
    .from(authSession)
    .where(eq(authSession.userId, caller.userId))
  const { rowCount } = await db
    .delete(pushBrowser)
    .where(and(eq(pushBrowser.id, browserId), inArray(pushBrowser.jti, own)))
  if (rowCount === 0) throw notFound()
}
