import { sql } from 'drizzle-orm'
import { FLAPPING_OPENINGS } from '#contract/alerts'
import { HOUR } from '#contract/common/durations'
import type { Queryable } from '../../db/database'
import { timeOf } from '../common/ids'

/** Whether the rule of an alert opens and closes again and again: from this alert on, or for longer already. */
export type Flapping = 'no' | 'begins' | 'goesOn'

/** Whether alerts, of which the newest is the first, are so many within an hour. */
function isFlapping(ids: readonly string[]): boolean {
  const [newest, oldest] = [ids[0], ids[FLAPPING_OPENINGS - 1]].map((id) => id && timeOf(id)?.getTime())
  return typeof newest === 'number' && typeof oldest === 'number' && newest - oldest <= HOUR
}

/**
 * Whether the rules of alerts flap. It follows from the alerts themselves: of a rule those that were told, and were over when the next one
 * opened. So devices that fail one after the other, and stay so, are no flapping.
 */
export async function flappingOf(
  tx: Queryable,
  spaceId: string,
  alertIds: readonly string[],
): Promise<Map<string, Flapping>> {
  const { rows } = await tx.execute<{ id: string; before: string[] | null }>(sql`
    select a.id, before.ids as before from alert a cross join lateral (
      select array_agg(one.id order by one.id desc) as ids from (
        select b.id from alert b
        where b.space_id = ${spaceId} and b.rule_id = a.rule_id and b.id < a.id
          and b.told_at is not null and b.ended_at <= a.opened_at
        order by b.id desc limit ${FLAPPING_OPENINGS}
      ) one
    ) before
    where a.space_id = ${spaceId} and a.id = any(${sql.param([...alertIds])}::uuid[])`)
  return new Map(
    rows.map(({ id, before }) => {
      const earlier = before ?? []
      if (!isFlapping([id, ...earlier])) return [id, 'no']
      return [id, isFlapping(earlier) ? 'goesOn' : 'begins']
    }),
  )
}
