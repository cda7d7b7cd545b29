import { sql } from 'drizzle-orm'
import { DAY } from '#contract/common/durations'
import type { Queryable } from '../db/database'
import { databaseSize } from '../db/schema'
import type { Span } from './history'

const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10)

/**
 * Records how the database would have grown if the demo's past had really happened. It replaces the size before the
 * fill.
 */
export async function insertSizes(db: Queryable, { from, to }: Span): Promise<void> {
  const { rows } = await db.execute<{ size: string }>(
    sql`select pg_database_size(current_database()) as size`,
  )
  const now = Number(rows[0]?.size ?? 0)
  const [first] = await db.select().from(databaseSize).limit(1)
  const empty = Math.min(first?.size ?? 0, now)
  const count = Math.round((to - from) / DAY)
  const sizes = Array.from({ length: count + 1 }, (_, i) => ({
    day: dayOf(to - (count - i) * DAY),
    size: Math.round(empty + ((now - empty) * i) / count),
  }))
  await db
    .insert(databaseSize)
    .values(sizes)
    .onConflictDoUpdate({ target: databaseSize.day, set: { size: sql`excluded.size` } })
}
