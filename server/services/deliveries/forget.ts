import { sql } from 'drizzle-orm'
import { delivery } from '../../db/schema'
import type { Deps } from '../../deps'

const DAY = 24 * 3_600_000
/** Deliveries that one statement deletes, so that none holds its locks for long. */
const BATCH = 1000

/** Deletes deliveries with their attempts that are over and older than so many days. Safe when copies do it together. */
export async function forgetOldDeliveries(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  days: number,
): Promise<void> {
  const before = new Date(now().getTime() - days * DAY)
  for (let deleted = BATCH; deleted === BATCH; ) {
    const result = await db.execute(sql`
      delete from ${delivery} where (space_id, connector_id, id) in (
        select space_id, connector_id, id from ${delivery}
        where created_at < ${before} and state <> 'pending' order by created_at limit ${BATCH}
      )`)
    deleted = result.rowCount ?? 0
  }
}
