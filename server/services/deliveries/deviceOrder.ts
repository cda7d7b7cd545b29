import { sql } from 'drizzle-orm'
import type { Pool } from 'pg'
import type { Queryable } from '../../db/database'
import type { delivery } from '../../db/schema'

// Device order: the pending deliveries of one device for one connector go by the time of their messages.
//
// Only the first delivery of a device is taken, and none while another one runs. A delivery that is due before an earlier one is deferred,
// so that a backlog is not searched again and again: its due time is cleared, and the end of the delivery before it sets it again. Code
// that defers or ends a delivery locks the row of `connector_operation` before it looks, and so sees what others have done. A delivery that
// is added in the middle of the order is due, and its end wakes the next one.

/** SQL of the columns that the order goes by. */
const placeOf = (row: string) => `(${row}.message_created_at, ${row}.message_id, ${row}.id)`

/** SQL that finds the earlier deliveries of the device of a delivery, as the rows `p`. */
export const earlierOfDevice = (row: string, columns = ''): string => `
  select ${columns} from delivery p
  where p.space_id = ${row}.space_id and p.connector_id = ${row}.connector_id and p.device_id = ${row}.device_id
    and p.state = 'pending' and p.is_in_line and ${placeOf('p')} < ${placeOf(row)}`

/** SQL of the id of the delivery that `d` waits for; null if it waits for none. Deliveries of one request do not wait for each other. */
export const WAITS_FOR = `case when d.state = 'pending' and d.is_in_line then (
  ${earlierOfDevice('d', 'p.id')} and (d.batch_id is null or p.batch_id is distinct from d.batch_id) order by p.message_created_at desc, p.message_id desc, p.id desc limit 1) end`

const OPERATIONS = {
  name: 'deliveries.operations',
  text: `
    insert into connector_operation (space_id, connector_id)
    select c.space_id, c.id from connector c where c.space_id = $1 and c.id = any($2::uuid[])
    order by c.id
    for key share of c
    on conflict do nothing`,
}

const HOLD = {
  name: 'deliveries.hold',
  text: `select from connector_operation where space_id = $1 and connector_id = any($2::uuid[]) order by connector_id for update`,
}

/** Most due deliveries of a connector that one statement checks for their order. */
const TOGETHER = 500

const PARK = {
  name: 'deliveries.park',
  text: `
    with behind as materialized (
      select due.connector_id, due.id from unnest($2::uuid[]) as k (id) cross join lateral (
        select d.* from delivery d
        where d.space_id = $1 and d.connector_id = k.id and d.state = 'pending' and d.due_at <= now()
        order by d.due_at, d.id limit ${TOGETHER}
      ) due
      where due.is_in_line and exists (${earlierOfDevice('due')})
    ), held as materialized (
      select d.connector_id, d.id from behind b
        join delivery d on d.space_id = $1 and d.connector_id = b.connector_id and d.id = b.id
      where d.state = 'pending' and d.due_at <= now()
      for no key update of d skip locked
    )
    update delivery d set due_at = null, is_taken = false from held h
    where d.space_id = $1 and d.connector_id = h.connector_id and d.id = h.id`,
}

/** Connectors of a space with deliveries that are out of order. */
export interface OutOfOrder {
  spaceId: string
  connectorIds: string[]
}

/**
 * Defers deliveries that are out of order, so that those of other devices are found quickly.
 * @returns how many
 */
export async function deferOutOfOrder(pool: Pool, { spaceId, connectorIds }: OutOfOrder): Promise<number> {
  const values = [spaceId, connectorIds]
  const client = await pool.connect()
  let failure: Error | undefined
  try {
    await client.query('begin')
    await client.query({ ...OPERATIONS, values })
    await client.query({ ...HOLD, values })
    const { rowCount } = await client.query({ ...PARK, values })
    await client.query('commit')
    return rowCount ?? 0
  } catch (error) {
    failure = error instanceof Error ? error : new Error(String(error))
    throw error
  } finally {
    client.release(failure)
  }
}

/**
 * Wakes the next deliveries of devices after others have ended. Runs in the transaction that ended them and locked the operation of their
 * connector.
 */
export async function wakeNext(
  tx: Queryable,
  { spaceId, connectorId }: Pick<typeof delivery.$inferSelect, 'spaceId' | 'connectorId'>,
  ended: readonly string[],
): Promise<void> {
  if (ended.length === 0) return
  // A delivery that another transaction has locked is being deleted with its device.
  await tx.execute(sql`
    with next as materialized (
      select distinct n.id from unnest(${sql.param(ended)}::uuid[]) as ended (id)
        join delivery d on d.space_id = ${spaceId} and d.connector_id = ${connectorId} and d.id = ended.id and d.is_in_line
        cross join lateral (
          select n.id from delivery n
          where n.space_id = ${spaceId} and n.connector_id = ${connectorId} and n.device_id = d.device_id
            and n.state = 'pending' and n.is_in_line and ${sql.raw(placeOf('n'))} > ${sql.raw(placeOf('d'))}
          order by n.message_created_at, n.message_id, n.id limit 1
        ) n
    ), held as materialized (
      select d.id from next join delivery d on d.space_id = ${spaceId} and d.connector_id = ${connectorId} and d.id = next.id
      where d.state = 'pending' and d.due_at is null
      for no key update of d skip locked
    )
    update delivery d set due_at = now() from held
    where d.space_id = ${spaceId} and d.connector_id = ${connectorId} and d.id = held.id`)
}

const FORGOTTEN = {
  name: 'deliveries.forgotten',
  text: `
    select d.space_id as "spaceId", array_agg(d.connector_id) as "connectorIds", array_agg(d.id) as ids
    from delivery d
    where d.state = 'pending' and d.is_in_line and d.due_at is null and not exists (${earlierOfDevice('d')})
    group by d.space_id`,
}

const WAKE = {
  name: 'deliveries.wake',
  text: `
    update delivery d set due_at = now() from unnest($2::uuid[], $3::uuid[]) as first (connector_id, id)
    where d.space_id = $1 and d.connector_id = first.connector_id and d.id = first.id and d.state = 'pending' and d.due_at is null`,
}

/**
 * Wakes the first deliveries of devices whose previous one was ended without waking the next. Waking too many is harmless: they are
 * deferred again.
 */
export async function wakeForgotten(pool: Pool): Promise<void> {
  const { rows } = await pool.query<OutOfOrder & { ids: string[] }>(FORGOTTEN)
  for (const { spaceId, connectorIds, ids } of rows)
    await pool.query({ ...WAKE, values: [spaceId, connectorIds, ids] })
}
