import { and, eq, inArray, type SQL } from 'drizzle-orm'
import type { Queryable } from '../../db/database'
import { delivery } from '../../db/schema'
import type { Deps } from '../../deps'
import type { DeliveryKey } from './queue'

/** The states that a delivery is tried again from. */
const OVER = ['failed', 'cancelled'] as const

/**
 * Has deliveries tried again at once that have failed or were cancelled, in a transaction; the numbers of their attempts
 * go on. Call `queue.wake()` when it is committed.
 * @param which condition on `delivery`
 * @returns those that will be
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

/** The condition that a row is the delivery. */
export const isDelivery = ({ spaceId, connectorId, id }: DeliveryKey) =>
  and(eq(delivery.spaceId, spaceId), eq(delivery.connectorId, connectorId), eq(delivery.id, id))
