import { sql } from 'drizzle-orm'
import type { Installation } from '#contract/admin'
import { HOUR, MINUTE } from '#contract/common/durations'
import type { Db } from '../../../db/database'
import { deliveryAttempt, message } from '../../../db/schema'
import type { Deps } from '../../../deps'

type Hours = Installation['messages']

const HOURS = 24
/** Milliseconds after the end of an hour in which messages of it may still become visible. */
const SETTLED = 10 * MINUTE

/** Messages of past hours, by the start of the hour. Counting them takes long, and they stay the same. */
const settled = new WeakMap<Db, Map<number, number>>()

/** Starts of the last 24 clock hours (Unix ms), the oldest first; the last hour has not ended. */
const startsAt = (now: Date) => {
  const current = Math.floor(now.getTime() / HOUR) * HOUR
  return Array.from({ length: HOURS }, (_, i) => current - (HOURS - 1 - i) * HOUR)
}

const bucket = sql`date_bin('1 hour', created_at, 'epoch'::timestamptz)`
type Row = { hour: Date; count: number }
const byStart = (rows: Row[]) => new Map(rows.map(({ hour, count }) => [new Date(hour).getTime(), count]))

const hoursOf = (starts: number[], counts: ReadonlyMap<number, number>): Hours =>
  starts.map((start) => ({ hour: new Date(start).toISOString(), count: counts.get(start) ?? 0 }))

/** Messages of all spaces in each of the last 24 clock hours. */
export async function countMessageHours({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<Hours> {
  const at = now()
  const starts = startsAt(at)
  const known = settled.get(db) ?? new Map<number, number>()
  const from = starts.find((start) => !known.has(start)) ?? at.getTime()
  const { rows } = await db.execute<Row>(sql`
    select ${bucket} as hour, count(*)::int as count from ${message}
    where created_at >= ${new Date(from)} and created_at < ${new Date(at.getTime() + HOUR)} group by 1`)
  const counted = byStart(rows)
  const counts = new Map(starts.map((start) => [start, known.get(start) ?? counted.get(start) ?? 0]))
  settled.set(db, new Map([...counts].filter(([start]) => start + HOUR + SETTLED <= at.getTime())))
  return hoursOf(starts, counts)
}

/**
 * Counts the messages of past hours, if that has not been done yet: the call of an administrator need not wait for that, which takes
 * seconds for a million messages.
 */
export async function settleHours({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<void> {
  const known = settled.get(db)
  const isOver = (start: number) => start + HOUR + SETTLED <= now().getTime()
  if (startsAt(now()).some((start) => isOver(start) && !known?.has(start)))
    await countMessageHours({ db, now })
}

/** Failed attempts of webhooks in the same hours. */
export async function countFailureHours({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<Hours> {
  const starts = startsAt(now())
  const { rows } = await db.execute<Row>(sql`
    select ${bucket} as hour, count(*)::int as count from ${deliveryAttempt}
    where not success and created_at >= ${new Date(starts[0] ?? 0)} group by 1`)
  return hoursOf(starts, byStart(rows))
}
