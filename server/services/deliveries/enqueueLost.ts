import { sql } from 'drizzle-orm'
import { DELIVERIES } from '../../db/queue'
import { delivery } from '../../db/schema'
import type { Deps } from '../../deps'
import type { DeliveryKey } from './queue'

/** Deliveries that one transaction takes, so that none holds its locks for long. */
const BATCH = 1000

/**
 * Adds the jobs of deliveries that wait without one, as after a restore without the queue's tables. They are due at
 * once. Safe when copies do it together.
 */
export async function enqueueLost({ db, queue, log }: Pick<Deps, 'db' | 'queue' | 'log'>): Promise<void> {
  for (let found = BATCH; found === BATCH; ) {
    found = await db.transaction(async (tx) => {
      const { rows } = await tx.execute<DeliveryKey & Record<string, unknown>>(sql`
        select d.space_id as "spaceId", d.connector_id as "connectorId", d.id
        from ${delivery} d
        where d.state = 'pending'
          and not exists (select from pgboss.job j where j.name = ${DELIVERIES} and j.id = d.id)
        limit ${BATCH}
        for update skip locked`)
      await queue.add(tx, rows)
      return rows.length
    })
    if (found > 0) log.info('deliveries that had lost their jobs are made', { count: found })
  }
}
