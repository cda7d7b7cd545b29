import type { z } from 'zod'
import type { retryAllSchema } from '#contract/connectors'
import { delivery } from '../../db/schema'
import type { Deps } from '../../deps'
import { ApiError, notFound } from '../../errors'
import { isDelivery, retryDeliveries } from '../deliveries'
import type { JsonText } from '../json'
import { type DeliveryRef, readDelivery } from './delivery'
import { matches } from './filter'
import { checkConnector } from './row'

type RetryDeps = Pick<Deps, 'db' | 'queue' | 'now'>

/**
 * Tries a delivery again now that has failed or was cancelled.
 * @throws ApiError 404, 409 when it still goes on or was delivered
 */
export async function retryDelivery(deps: RetryDeps, ref: DeliveryRef): Promise<JsonText> {
  const one = isDelivery({ ...ref, id: ref.deliveryId })
  const json = await deps.db.transaction(async (tx) => {
    const retried = await retryDeliveries(deps, tx, one)
    if (retried.length > 0) return readDelivery(tx, ref, { tries: false })
    const [kept] = await tx.select({ state: delivery.state }).from(delivery).where(one)
    if (!kept) throw notFound()
    throw new ApiError(409, `a delivery that is ${kept.state} cannot be tried again`)
  })
  deps.queue.wake()
  return json
}

/**
 * Tries all deliveries of a connector again now that have failed; with times those that have an attempt in between.
 * @throws ApiError 404
 */
export async function retryFailed(
  deps: RetryDeps,
  ref: Omit<DeliveryRef, 'deliveryId'>,
  time: z.output<typeof retryAllSchema>,
): Promise<{ count: number }> {
  await checkConnector(deps.db, ref.spaceId, ref.connectorId)
  const failed = matches(ref, { state: ['failed'], ...time })
  const { length: count } = await deps.db.transaction((tx) => retryDeliveries(deps, tx, failed))
  deps.queue.wake()
  return { count }
}
