import { sql } from 'drizzle-orm'
import { isOfDatabase } from '../../db/away'
import type { Db } from '../../db/database'
import type { Deps } from '../../deps'
import { groupBy } from '../common/groups'
import { notifySpace } from './news'

/** Spaces with news or escalations that are due, by owner, in random order, so that none waits forever. */
async function spacesWithDue(db: Db, now: Date): Promise<string[][]> {
  const { rows } = await db.execute<{ spaceId: string; person: string }>(sql`
    select n.space_id as "spaceId", coalesce(s.owner_id, s.id) as person
    from (
      select space_id from alert_news where at <= ${now}
      union
      select space_id from alert where escalates_at <= ${now}
    ) n join space s on s.id = n.space_id`)
  const mixed = rows.map((row) => ({ row, place: Math.random() })).toSorted((x, y) => x.place - y.place)
  const byPerson = groupBy(mixed, ({ row }) => row.person)
  return [...byPerson.values()].map((those) => those.map(({ row }) => row.spaceId))
}

/** Dependencies and settings of a round. */
export interface NotifyOptions {
  now: () => Date
  /** Milliseconds without a new episode before people and connectors are notified that an alert opened. */
  wait: number
  stopping: AbortSignal
  /** Is called with a space that failed; it holds up no other. */
  onFailure: (failed: { spaceId: string }, error: unknown) => void
  /** Is called when there is something to send. */
  onStored: () => void
}

/**
 * Notifies people and connectors about alerts that are due, in one space of each person. Any number of copies may do it at the same time.
 * @returns whether there may be more to notify about now
 */
export async function notifyDue(
  { db }: Pick<Deps, 'db'>,
  { now, wait, stopping, onFailure, onStored }: NotifyOptions,
): Promise<boolean> {
  let mayHaveMore = false
  const notify = async (spaceId: string) => {
    try {
      return await db.transaction((tx) => notifySpace(tx, spaceId, now(), wait))
    } catch (error) {
      if (isOfDatabase(error)) throw error
      onFailure({ spaceId }, error)
      return 0
    }
  }
  for (const spaces of await spacesWithDue(db, now()))
    for (const spaceId of spaces) {
      if (stopping.aborted) return false
      if ((await notify(spaceId)) === 0) continue
      mayHaveMore = true
      onStored()
      break
    }
  return mayHaveMore
}
