import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { Pool } from 'pg'
import type { Queryable } from '../../db/database'
import { delivery } from '../../db/schema'

/** Rows that one statement changes. */
const BATCH = 500

const NEXT = {
  name: 'parking.next',
  text: `
    select space_id as "spaceId", id, device_id as "deviceId" from deletion
    where device_id is not null and not is_parked and kept_until > now() order by created_at, id limit 1`,
}
const LOCK = {
  name: 'parking.lock',
  text: 'select from deletion where space_id = $1 and id = $2 for update',
}
const PARK = {
  name: 'parking.park',
  text: `
    update delivery set due_at = 'infinity' where space_id = $1 and (connector_id, id) in (
      select connector_id, id from delivery
      where space_id = $1 and device_id = $2 and state = 'pending' and not is_taken and due_at < 'infinity' limit ${BATCH}
    )`,
}
const DONE = {
  name: 'parking.done',
  text: 'update deletion set is_parked = true where space_id = $1 and id = $2',
}

interface Hidden {
  spaceId: string
  id: string
  deviceId: string
}

/**
 * Parks pending deliveries of the next device in the trash: they are due when it is restored. Without that, whoever looks for due
 * deliveries would read them again and again.
 * @returns whether there was one
 */
export async function parkNext(pool: Pool): Promise<boolean> {
  const { rows } = await pool.query<Hidden>(NEXT)
  const [hidden] = rows
  if (!hidden) return false
  const { spaceId, id, deviceId } = hidden
  const client = await pool.connect()
  try {
    await client.query('begin')
    // It may be restored at the same time.
    const { rowCount: isHidden } = await client.query({ ...LOCK, values: [spaceId, id] })
    if (isHidden) {
      const { rowCount } = await client.query({ ...PARK, values: [spaceId, deviceId] })
      if ((rowCount ?? 0) < BATCH) await client.query({ ...DONE, values: [spaceId, id] })
    }
    await client.query('commit')
    client.release()
    return true
  } catch (error) {
    // It ends the transaction.
    client.release(true)
    throw error
  }
}

/** Connectors of a space, also those in the trash. */
const connectorsOf = (spaceId: string): SQL => sql`(
  select c.id from connector c where c.space_id = ${spaceId}
  union all select x.connector_id from deletion x where x.space_id = ${spaceId} and x.connector_id is not null)`

/** Makes the parked deliveries of a device due, in the transaction that restores it. */
export async function unpark(
  tx: Queryable,
  { spaceId, deviceId }: { spaceId: string; deviceId: string },
): Promise<void> {
  await tx
    .update(delivery)
    .set({ dueAt: sql`now()` })
    .where(
      and(
        eq(delivery.spaceId, spaceId),
        // The index of due deliveries finds the few.
        inArray(delivery.connectorId, connectorsOf(spaceId)),
        eq(delivery.state, 'pending'),
        sql`${delivery.dueAt} = 'infinity'`,
        eq(delivery.deviceId, deviceId),
      ),
    )
}
