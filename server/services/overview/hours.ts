import { and, asc, eq, gte, sql } from 'drizzle-orm'
import { HOUR, MINUTE } from '#contract/common/durations'
import type { MessageHour } from '#contract/overview'
import type { Db, Queryable } from '../../db/database'
import { messageHour, routine } from '../../db/schema'
import type { Deps } from '../../deps'

/** How many hours are kept. */
const KEPT = 7 * 24
/** Milliseconds after the end of an hour in which messages of it may still become visible. */
const SETTLED = 10 * MINUTE

/** Name of the counting among the recurring work. */
const ROUTINE = 'message_hour'
const LOCK = 0x5fac_e910

const hourOf = (time: number) => Math.floor(time / HOUR) * HOUR

/** The beginning of the first hour that has to be counted (again). */
async function firstOpen(db: Queryable, now: number): Promise<number> {
  const [row] = await db.select({ until: routine.until }).from(routine).where(eq(routine.name, ROUTINE))
  const oldest = hourOf(now) - (KEPT - 1) * HOUR
  return Math.max(oldest, row?.until?.getTime() ?? oldest)
}

/** Counts all messages of an hour, replacing earlier counts. */
async function recount(tx: Queryable, hour: Date): Promise<void> {
  const end = new Date(hour.getTime() + HOUR)
  await tx.execute(sql`
    with counted as (
      select space_id, type, count(*)::int as count from message
      where created_at >= ${hour} and created_at < ${end} group by space_id, type
    ), gone as (
      delete from message_hour h where h.hour = ${hour}
        and not exists (select from counted c where c.space_id = h.space_id and c.type = h.type)
    )
    insert into message_hour as h (space_id, hour, type, count)
    select space_id, ${hour}::timestamptz, type, count from counted
    on conflict (space_id, hour, type) do update set count = excluded.count where h.count <> excluded.count`)
}

/** Marks the count of an hour as final, and deletes hours that are no longer read. */
async function settle(tx: Queryable, hour: Date): Promise<void> {
  const until = new Date(hour.getTime() + HOUR)
  await tx
    .insert(routine)
    .values({ name: ROUTINE, until })
    .onConflictDoUpdate({ target: routine.name, set: { until } })
  await tx.delete(messageHour).where(sql`${messageHour.hour} < ${new Date(until.getTime() - KEPT * HOUR)}`)
}

/**
 * Counts the messages of the next hour that is not final, unless another copy of the server does so now. Each count starts anew, so it does
 * not matter how often it runs, or whether a run is interrupted.
 * @param from when the hour begins; undefined for the first one
 * @returns when the next hour begins; null if that was the last one
 */
export async function countHour(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  from?: number,
): Promise<number | null> {
  const at = now().getTime()
  return db.transaction(async (tx) => {
    // A copy that counted earlier would otherwise store an older count later.
    const { rows } = await tx.execute<{ mine: boolean }>(
      sql`select pg_try_advisory_xact_lock(${LOCK}) as mine`,
    )
    if (!rows[0]?.mine) return null
    const start = Math.max(from ?? 0, await firstOpen(tx, at))
    if (start > at) return null
    const hour = new Date(start)
    await recount(tx, hour)
    const next = start + HOUR
    if (next + SETTLED <= at) await settle(tx, hour)
    return next > at ? null : next
  })
}

/** Messages of a space in each of its last hours, the oldest first. */
export async function readHours(db: Db, spaceId: string, now: Date, count: number): Promise<MessageHour[]> {
  const last = hourOf(now.getTime())
  const first = last - (count - 1) * HOUR
  const rows = await db
    .select({ hour: messageHour.hour, type: messageHour.type, count: messageHour.count })
    .from(messageHour)
    .where(and(eq(messageHour.spaceId, spaceId), gte(messageHour.hour, new Date(first))))
    .orderBy(asc(messageHour.hour), asc(messageHour.type))
  const counts = new Map<number, MessageHour['counts']>()
  for (const { hour, type, count: of } of rows) {
    const start = hour.getTime()
    counts.set(start, { ...counts.get(start), [type]: of })
  }
  return Array.from({ length: count }, (_, i) => {
    const start = first + i * HOUR
    return { hour: new Date(start).toISOString(), counts: counts.get(start) ?? {} }
  })
}
