import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { Message } from '#contract/messages'
import type { Queryable } from '../../db/database'
import { delivery } from '../../db/schema'
import type { Deps } from '../../deps'
import { idAt } from '../ids'
import type { DeliveryKey } from './take'

/** A stored message. */
export interface Stored extends Pick<Message, 'id' | 'type' | 'direction'> {
  spaceId: string
  deviceId: string
}

/**
 * Adds deliveries of messages for all connectors that they trigger, in the transaction that stores them. `mismatchOf`
 * in the contract has the same rules. Ring `deps.dueDeliveries` after the commit.
 * @param at when the messages were created
 */
export async function enqueueDeliveries(tx: Queryable, messages: readonly Stored[], at: Date): Promise<void> {
  await tx.execute(sql`
    insert into delivery
      (space_id, connector_id, id, message_created_at, message_id, device_id, created_at, next_attempt_at, due_at)
    select c.space_id, c.id, ${sql.raw(idAt('at'))}, at, m.id, m."deviceId", at, at, now()
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
    for key share of c`)
}

/** States from which a delivery can be retried. */
const OVER = ['failed', 'cancelled'] as const

/**
 * Retries failed and cancelled deliveries now, in a transaction. Their attempts are numbered on. Ring
 * `deps.dueDeliveries` after the commit.
 * @param which condition on `delivery`
 * @returns how many will be retried
 */
export async function retryDeliveries(
  { now }: Pick<Deps, 'now'>,
  tx: Queryable,
  which: SQL | undefined,
): Promise<number> {
  const { rowCount } = await tx
    .update(delivery)
    .set({ state: 'pending', nextAttemptAt: now(), dueAt: sql`now()` })
    .where(and(which, inArray(delivery.state, OVER)))
  return rowCount ?? 0
}

/** The condition that selects a delivery. */
export const isDelivery = ({ spaceId, connectorId, id }: DeliveryKey) =>
  and(eq(delivery.spaceId, spaceId), eq(delivery.connectorId, connectorId), eq(delivery.id, id))
