import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core'
import type { Queryable } from '../../db/database'
import { delivery } from '../../db/schema'
import type { Deps } from '../../deps'
import type { DeliveryKey } from './take'

/** Deliveries that one transaction changes, so that none keeps its locks for long. */
export const TOGETHER = 1000

/** For the empty part of the next month PostgreSQL would read all pending deliveries. */
export const BY_INDEXES = sql`set local enable_seqscan = 0`

interface Change {
  /**
   * SQL condition on `delivery`: what is left to change.
   * @param last greatest id of the step before. A changed delivery may return to its old state: without a bound of its own, a step must not
   * find it again.
   */
  left: (last: string | undefined) => SQL | undefined
  order: SQL
  values: PgUpdateSetSource<typeof delivery>
  /** Records how many a step has changed, in its transaction. */
  onStep?: OnStep
}
export type OnStep = (tx: Queryable, count: number) => Promise<unknown>

/**
 * Changes deliveries of a connector a thousand at a time, each time in a transaction of its own, until fewer are left. Leaves out locked
 * rows.
 * @returns how many
 */
export async function changeInSteps(
  db: Deps['db'],
  { spaceId, connectorId }: Pick<DeliveryKey, 'spaceId' | 'connectorId'>,
  { left, order, values, onStep }: Change,
): Promise<number> {
  const isOfConnector = and(eq(delivery.spaceId, spaceId), eq(delivery.connectorId, connectorId))
  let total = 0
  for (let last: string | undefined; ; ) {
    const some = sql`select ${delivery.id} from ${delivery} where ${and(isOfConnector, left(last))}
      order by ${order} limit ${TOGETHER} for no key update skip locked`
    const changed = await db.transaction(async (tx) => {
      await tx.execute(BY_INDEXES)
      const isOneOf = sql`${delivery.id} = any(array(${some}))`
      const step = await tx
        .update(delivery)
        .set(values)
        .where(and(isOfConnector, isOneOf))
        .returning({ id: delivery.id })
      if (step.length > 0 || last === undefined) await onStep?.(tx, step.length)
      return step
    })
    total += changed.length
    if (changed.length < TOGETHER) return total
    last = changed.reduce((greatest, { id }) => (id > greatest ? id : greatest), '')
  }
}
