import { sql } from 'drizzle-orm'
import { type MuteRepeats, type MuteTimes, nextMuteTimes } from '#contract/alerts'
import { DAY } from '#contract/common/durations'
import type { Db, Queryable } from '../../db/database'
import type { Deps } from '../../deps'
import { keepSpace } from '../resources/spaceNames'
import type { Key } from '../resources/spaceQueries'
import { keepPast } from './mutes'

/** Mutes that are advanced one after the other before it looks again. */
const MUTES = 100
/** Days after the last one of a mute for which it is looked at: it may be active until the next day, in any zone. */
const LAST_DAYS = 3
/** Milliseconds of missed weeks that are kept, if the server was away for long: data from before is rarely evaluated. */
const MISSED = 14 * DAY

/** Mutes that repeat, and were active until a time that has come. */
async function findDue(db: Db, now: Date): Promise<Key[]> {
  const { rows } = await db.execute<{ spaceId: string; id: string }>(sql`
    select m.space_id as "spaceId", m.id from mute m
    where m.repeats is not null and m.ends_at <= ${now}
      and coalesce((m.repeats->>'until')::date > (${now}::timestamptz at time zone 'UTC')::date - ${LAST_DAYS}::int, true)
    order by m.ends_at limit ${MUTES}`)
  return rows
}

/** The times at which a mute was active after some, and the one that is now or comes next. */
function timesFrom(repeats: MuteRepeats, until: number, now: number): MuteTimes[] {
  const times: MuteTimes[] = []
  let next = nextMuteTimes(repeats, Math.max(until, now - MISSED))
  while (next && next.until <= now) {
    times.push(next)
    next = nextMuteTimes(repeats, next.until)
  }
  return next ? [...times, next] : times
}

async function advance(tx: Queryable, { spaceId, id }: Key, now: Date): Promise<boolean> {
  if (!(await keepSpace(tx, spaceId))) return false
  const { rows } = await tx.execute<{ until: number; repeats: MuteRepeats }>(sql`
    select (extract(epoch from ends_at) * 1000)::float8 as until, repeats from mute
    where space_id = ${spaceId} and id = ${id} and repeats is not null and ends_at <= ${now} for no key update`)
  const [row] = rows
  const times = row ? timesFrom(row.repeats, row.until, now.getTime()) : []
  for (const { from, until } of times) {
    await keepPast(tx, { spaceId, id }, now)
    await tx.execute(sql`
      update mute set starts_at = ${new Date(from)}, ends_at = ${new Date(until)} where space_id = ${spaceId} and id = ${id}`)
  }
  return times.length > 0
}

/**
 * Advances mutes that repeat, and have ended for this week, to the next one; what they muted then opens. It comes before the evaluation of
 * rules, so that a mute is active from its beginning on. Any number of copies may do it at the same time.
 */
export async function advanceMutes({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<void> {
  for (let isMore = true; isMore; ) {
    const due = await findDue(db, now())
    let advanced = 0
    for (const key of due) if (await db.transaction((tx) => advance(tx, key, now()))) advanced++
    isMore = due.length === MUTES && advanced > 0
  }
}
