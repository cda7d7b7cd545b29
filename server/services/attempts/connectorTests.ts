import { and, eq, sql } from 'drizzle-orm'
import type { Queryable } from '../../db/database'
import { delivery, deliveryTest } from '../../db/schema'
import { isDelivery } from '../deliveries/enqueue'
import { claimHeld } from '../deliveries/sendNow'
import { type DeliveryKey, PACE } from '../deliveries/take'
import type { DeliveryDeps } from './attempt'
import { deliver } from './deliver'

/** Most tests that run at the same time in the spaces of one person. */
const PER_PERSON = 4

/** A test, or a delivery that is sent although its connector is held back. */
interface Due extends DeliveryKey {
  isTest: boolean
  maxRate: number | null
}

/**
 * Due tests of all spaces, in fair shares by the owners of the spaces. Deliveries that are sent although their connector is held back go
 * one at a time, at the rate of the connector.
 */
const DUE = {
  name: 'tests.due',
  text: `
    with of_person as materialized (
      select t.*, coalesce(s.owner_id, s.id) as person_id, t.due_at <= now() as is_due,
        coalesce(d.is_test, true) as is_test, c.max_rate, c.max_rate is not null and o.next_send_at > now() as is_early
      from delivery_test t join space s on s.id = t.space_id
        left join delivery d on d.space_id = t.space_id and d.connector_id = t.connector_id and d.id = t.delivery_id
        left join connector c on c.space_id = t.space_id and c.id = t.connector_id
        left join connector_operation o on o.space_id = t.space_id and o.connector_id = t.connector_id
    ), running as (
      select person_id, count(*) as count from of_person where not is_due group by person_id
    ), next as (
      select distinct on (case when is_test then delivery_id else connector_id end) * from of_person
      where is_test or not is_early
      order by case when is_test then delivery_id else connector_id end, is_due, due_at, delivery_id
    ), due as (
      select o.*, row_number() over (partition by o.person_id order by o.due_at, o.delivery_id) + coalesce(r.count, 0) as place
      from next o left join running r on r.person_id = o.person_id
      where o.is_due
    )
    select space_id as "spaceId", connector_id as "connectorId", delivery_id as id, is_test as "isTest", max_rate as "maxRate"
    from due where place <= ${PER_PERSON} order by place, due_at, delivery_id limit $1`,
}

const isTest = ({ spaceId, connectorId, id }: DeliveryKey) =>
  and(
    eq(deliveryTest.spaceId, spaceId),
    eq(deliveryTest.connectorId, connectorId),
    eq(deliveryTest.deliveryId, id),
  )

/**
 * Takes due tests of connectors in fair shares: they do not wait for other deliveries. Deliveries that a person sends now while their
 * connector is held back are taken in the same way.
 * @param free how many to take at most
 * @param lease seconds after which a test is due again if the copy of the server that had it was killed
 */
export async function takeTests(
  { db }: Pick<DeliveryDeps, 'db'>,
  free: number,
  lease: number,
): Promise<DeliveryKey[]> {
  const { rows } = await db.$client.query<Due>({ ...DUE, values: [free] })
  const taken: DeliveryKey[] = []
  for (const { isTest: isOfTest, maxRate, ...key } of rows) {
    const claimed = await db
      .update(deliveryTest)
      .set({ dueAt: sql`now() + ${lease} * interval '1 second'` })
      .where(and(isTest(key), sql`${deliveryTest.dueAt} <= now()`))
      .returning({ id: deliveryTest.deliveryId })
    if (claimed.length === 0) continue
    if (isOfTest || (await claimHeld(db, key, lease))) taken.push(key)
    else await db.delete(deliveryTest).where(isTest(key))
    if (maxRate !== null && !isOfTest)
      await db.$client.query({ ...PACE, values: [key.spaceId, [key.connectorId], 0] })
  }
  return taken
}

/**
 * Makes the only attempt of a test that was taken, or of a delivery that is sent although its connector is held back. Sends nothing if the
 * attempt was already made or the test is gone. Throws if the database or the sandbox fails; the lease ends then, and it is taken again.
 */
export async function deliverTest(deps: DeliveryDeps, key: DeliveryKey): Promise<void> {
  await deliver(deps, key, { isHeldBack: false })
  // It is still pending if its device or its connector was deleted.
  await deps.db
    .update(delivery)
    .set({ state: 'cancelled', nextAttemptAt: null, isTaken: false })
    .where(and(isDelivery(key), eq(delivery.state, 'pending'), eq(delivery.isTest, true)))
  await deps.db.delete(deliveryTest).where(isTest(key))
}

/** Cancels the tests that no server has attempted yet. */
export async function cancelTests(tx: Queryable): Promise<void> {
  await tx
    .update(delivery)
    .set({ state: 'cancelled', nextAttemptAt: null, isTaken: false })
    .where(and(eq(delivery.isTest, true), eq(delivery.state, 'pending')))
  await tx.delete(deliveryTest)
}
