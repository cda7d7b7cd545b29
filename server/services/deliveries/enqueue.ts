import { sql } from 'drizzle-orm'
import type { Message } from '#contract/messages'
import type { Queryable } from '../../db/database'
import type { Deps } from '../../deps'
import { idAt } from '../ids'
import type { DeliveryKey } from './queue'

/** A message that was stored just now. */
export interface Stored extends Pick<Message, 'id' | 'type' | 'direction'> {
  spaceId: string
  deviceId: string
}

/**
 * Has messages delivered to the receivers of all connectors that they trigger, in the transaction that stores them.
 * Which these are, `mismatchOf` of the contract says as well. Call `queue.wake()` when it is committed.
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
