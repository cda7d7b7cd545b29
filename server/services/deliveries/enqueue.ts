import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { Message } from '#contract/messages'
import type { Queryable } from '../../db/database'
import { DELIVERIES, type DeliveryKey } from '../../db/queue'
import { delivery } from '../../db/schema'
import type { Deps } from '../../deps'
import { idAt } from '../ids'

/** A stored message. */
export interface Stored extends Pick<Message, 'id' | 'type' | 'direction'> {
  spaceId: string
  deviceId: string
}

/**
 * Adds deliveries of messages for all connectors that they trigger, in the transaction that stores them. `mismatchOf`
 * in the contract has the same rules. Call `queue.wake()` after the commit.
 * @param at when the messages were created
 */
export async function enqueueDeliveries(
  { queue }: Pick<Deps, 'queue'>,
  tx: Queryable,
  messages: readonly Stored[],
  at: Date,
): Promise<void> {
  const { rows } = await tx.execute<DeliveryKey & Record<string, unknown>>(sql`
    insert into delivery
      (space_id, connector_id, id, message_created_at, message_id, device_id, created_at, next_attempt_at)
    select c.space_id, c.id, ${sql.raw(idAt('at'))}, at, m.id, m."deviceId", at, at
    from json_to_recordset(${JSON.stringify(messages)}::json)
        as m ("spaceId" uuid, "deviceId" uuid, id uuid, type text, direction text)
      cross join (select ${at}::timestamptz as at) now
      cross join lateral (
        select distinct t.connector_id
        from device_tag d join connector_tag t on t.space_id = d.space_id and t.tag_id = d.tag_id
        where d.space_id = m."spaceId" and d.device_id = m."deviceId"
      ) shares
      join connector c on c.space_id = m."spaceId" and c.id = shares.connector_id
    where c.enabled and c.direction = m.direction
      and (m.type = any(c.triggers) or (m.type in ('encoder', 'decoder') and 'codec' = any(c.triggers)))
    order by m.id
    for key share of c
    returning space_id as "spaceId", connector_id as "connectorId", id`)
  await queue.add(tx, rows)
}

/** States from which a delivery can be retried. */
const OVER = ['failed', 'cancelled'] as const

/**
 * Retries failed and cancelled deliveries now, in a transaction. Their attempts are numbered on. Call `queue.wake()`
 * after the commit.
 * @param which condition on `delivery`
 * @returns the deliveries that will be retried
 */
export async function retryDeliveries(
  { queue, now }: Pick<Deps, 'queue' | 'now'>,
  tx: Queryable,
  which: SQL | undefined,
): Promise<DeliveryKey[]> {
  const keys = await tx
    .update(delivery)
    .set({ state: 'pending', nextAttemptAt: now() })
    .where(and(which, inArray(delivery.state, OVER)))
    .returning({ spaceId: delivery.spaceId, connectorId: delivery.connectorId, id: delivery.id })
  await queue.add(tx, keys)
  return keys
}

/** The condition that selects a delivery. */
export const isDelivery = ({ spaceId, connectorId, id }: DeliveryKey) =>
  and(eq(delivery.spaceId, spaceId), eq(delivery.connectorId, connectorId), eq(delivery.id, id))

/** Deliveries in one transaction, so that none holds its locks for long. */
const BATCH = 1000

/**
 * Adds the missing jobs of pending deliveries, for example after a restore without the queue's tables. They are due at
 * once. Safe when several copies do it at the same time.
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
    if (found > 0) log.info('jobs of deliveries were missing and are added', { count: found })
  }
}
