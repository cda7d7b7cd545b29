import { and, eq, sql } from 'drizzle-orm'
import { deliveryTest } from '../../db/schema'
import type { DeliveryDeps } from './attempt'
import { deliver } from './deliver'
import type { DeliveryKey } from './take'

/** Tests that are due, in all spaces. */
const DUE = {
  name: 'tests.due',
  text: `select space_id as "spaceId", connector_id as "connectorId", delivery_id as id
    from delivery_test where due_at <= now() order by due_at limit $1`,
}

const isTest = ({ spaceId, connectorId, id }: DeliveryKey) =>
  and(
    eq(deliveryTest.spaceId, spaceId),
    eq(deliveryTest.connectorId, connectorId),
    eq(deliveryTest.deliveryId, id),
  )

/**
 * Takes tests of connectors that are due: they wait for nothing that other deliveries wait for.
 * @param free how many to take at most
 * @param lease seconds after which a test is due again, because the copy of the server that had it was killed
 */
export async function takeTests(
  { db }: Pick<DeliveryDeps, 'db'>,
  free: number,
  lease: number,
): Promise<DeliveryKey[]> {
  const { rows } = await db.$client.query<DeliveryKey>({ ...DUE, values: [free] })
  const taken: DeliveryKey[] = []
  for (const key of rows) {
    const claimed = await db
      .update(deliveryTest)
      .set({ dueAt: sql`now() + ${lease} * interval '1 second'` })
      .where(and(isTest(key), sql`${deliveryTest.dueAt} <= now()`))
      .returning({ id: deliveryTest.deliveryId })
    if (claimed.length > 0) taken.push(key)
  }
  return taken
}

/**
 * Makes the only attempt of a test that was taken. Nothing is sent when it was made already, or the test is gone.
 * Errors: of the database or the sandbox; the lease ends then, and it is taken again.
 */
export async function deliverTest(deps: DeliveryDeps, key: DeliveryKey): Promise<void> {
  await deliver(deps, key)
  await deps.db.delete(deliveryTest).where(isTest(key))
}
