import { and, eq, gte, inArray, lte, type SQL, sql } from 'drizzle-orm'
import type { DeliveryFilters } from '#contract/connectors'
import { deliveryAttempt as attempt, delivery } from '../../db/schema'
import type { DeliveryRef } from './delivery'

/** The condition that a delivery is one of the connector, and that the filters match it. */
export function matches(
  { spaceId, connectorId }: Omit<DeliveryRef, 'deliveryId'>,
  { state, after, before }: DeliveryFilters,
): SQL | undefined {
  return and(
    eq(delivery.spaceId, spaceId),
    eq(delivery.connectorId, connectorId),
    state?.length ? inArray(delivery.state, state) : undefined,
    after === undefined && before === undefined ? undefined : triedBetween(after, before),
  )
}

/** The condition that a delivery has an attempt in the time. */
const triedBetween = (after: number | undefined, before: number | undefined) => sql`exists (
  select from ${attempt}
  where ${and(
    eq(attempt.spaceId, delivery.spaceId),
    eq(attempt.connectorId, delivery.connectorId),
    eq(attempt.deliveryId, delivery.id),
    after === undefined ? undefined : gte(attempt.createdAt, new Date(after)),
    before === undefined ? undefined : lte(attempt.createdAt, new Date(before)),
  )})`
