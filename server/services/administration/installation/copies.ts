import { eq, gte, lt, sql } from 'drizzle-orm'
import { MINUTE } from '#contract/common/durations'
import type { Db } from '../../../db/database'
import { serverCopy } from '../../../db/schema'
import type { Deps } from '../../../deps'

/** A copy that has not reported for this long was killed. */
const UNSEEN = 5 * MINUTE
const KEPT = 24 * 60 * MINUTE

export type Copy = Pick<typeof serverCopy.$inferSelect, 'id' | 'version' | 'host' | 'startedAt'>

/** Records that a copy is alive. */
export async function noteCopy(
  { db, clock, now }: Pick<Deps, 'db' | 'clock' | 'now'>,
  copy: Copy,
): Promise<void> {
  await db
    .insert(serverCopy)
    .values({ ...copy, seenAt: now(), clockAhead: clock.ahead })
    .onConflictDoUpdate({
      target: serverCopy.id,
      set: { seenAt: sql`excluded.seen_at`, clockAhead: sql`excluded.clock_ahead` },
    })
}

/** Deletes the record of a copy that stops. */
export async function forgetCopy(db: Db, id: string): Promise<void> {
  await db.delete(serverCopy).where(eq(serverCopy.id, id))
}

/** Deletes the records of copies that were killed a day ago. */
export async function forgetOldCopies({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<void> {
  await db.delete(serverCopy).where(lt(serverCopy.seenAt, new Date(now().getTime() - KEPT)))
}

/** The live copies, the oldest first. */
export async function readCopies({ db, now }: Pick<Deps, 'db' | 'now'>) {
  const found = await db
    .select()
    .from(serverCopy)
    .where(gte(serverCopy.seenAt, new Date(now().getTime() - UNSEEN)))
    .orderBy(serverCopy.startedAt, serverCopy.id)
  return found.map(({ version, host, startedAt, seenAt, clockAhead }) => ({
    version,
    host,
    started_at: startedAt.toISOString(),
    seen_at: seenAt.toISOString(),
    clock_ahead: Math.round(clockAhead / 1000),
  }))
}
