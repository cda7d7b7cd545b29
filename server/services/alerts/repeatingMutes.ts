import { sql } from 'drizzle-orm'
import { type MuteRepeats, type MuteTimes, nextMuteTimes } from '#contract/alerts'
import { DAY } from '#contract/common/durations'
import { isOfDatabase } from '../../db/away'
import type { Db, Queryable } from '../../db/database'
import { mute } from '../../db/schema'
import type { Deps } from '../../deps'
import { keepSpace } from '../resources/spaceNames'
import type { Key } from '../resources/spaceQueries'
import { keepPast } from './pastMutes'

/** Mutes that are looked at before it looks again. */
const MUTES = 100
/** Mutes that one call looks at; the others wait for the next one. */
const MUTES_AT_ONCE = 1000
/** Milliseconds of missed weeks that are kept, if the server was away for long: data from before is rarely evaluated. */
const MISSED = 14 * DAY

/** SQL condition: a mute is active again later, or at least nobody has found yet that it is not. */
export const GOES_ON = sql`(${mute.repeats} is not null and not ${mute.isFinished})`

interface Due extends Key {
  endsAt: string
}

/** Mutes that repeat, and were active until a time that has come, after those that were looked at. */
async function findDue(db: Db, now: Date, after: Due | undefined): Promise<Due[]> {
  const rest = after
    ? sql`and (ends_at, space_id, id) > (${after.endsAt}::timestamptz, ${after.spaceId}::uuid, ${after.id}::uuid)`
    : sql``
  const { rows } = await db.execute<{ spaceId: string; id: string; endsAt: string }>(sql`
    select space_id as "spaceId", id, ends_at::text as "endsAt" from mute
    where ${GOES_ON} and ends_at <= ${now} ${rest}
    order by ends_at, space_id, id limit ${MUTES}`)
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

/**
 * Advances a mute to the time that is now or comes next, if it repeats and has ended for this week; without one it is finished. Another
 * transaction that has locked it advances or changes it.
 */
export async function advanceMute(tx: Queryable, { spaceId, id }: Key, now: Date): Promise<void> {
  const { rows } = await tx.execute<{ until: number; repeats: MuteRepeats }>(sql`
    select (extract(epoch from ends_at) * 1000)::float8 as until, repeats from mute
    where space_id = ${spaceId} and id = ${id} and ${GOES_ON} and ends_at <= ${now} for no key update skip locked`)
  const [row] = rows
  if (!row) return
  const times = timesFrom(row.repeats, row.until, now.getTime())
  for (const { from, until } of times) {
    await keepPast(tx, { spaceId, id }, now)
    await tx.execute(sql`
      update mute set starts_at = ${new Date(from)}, ends_at = ${new Date(until)} where space_id = ${spaceId} and id = ${id}`)
  }
  const last = times.at(-1)
  if (!last || last.until <= now.getTime())
    await tx.execute(sql`update mute set is_finished = true where space_id = ${spaceId} and id = ${id}`)
}

/** Is called with a mute that failed; it holds up no other. */
export type OnMuteFailure = (failed: { muteId: string }, error: unknown) => void

/**
 * Advances mutes that repeat, and have ended for this week, to the next one; what they muted then opens. It comes before the evaluation of
 * rules and of values, so that a mute is active from its beginning on, also if that is its last end. Any number of copies may do it at the
 * same time.
 */
export async function advanceMutes(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  onFailure: OnMuteFailure,
): Promise<void> {
  const advance = async (key: Key) => {
    try {
      await db.transaction(async (tx) => {
        if (await keepSpace(tx, key.spaceId)) await advanceMute(tx, key, now())
      })
    } catch (error) {
      if (isOfDatabase(error)) throw error
      onFailure({ muteId: key.id }, error)
    }
  }
  let after: Due | undefined
  for (let looked = 0; looked < MUTES_AT_ONCE; looked += MUTES) {
    const due = await findDue(db, now(), after)
    for (const key of due) await advance(key)
    after = due.at(-1)
    if (due.length < MUTES) break
  }
}
