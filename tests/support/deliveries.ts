import type { Connector } from '#contract/connectors'
import type { Device } from '#contract/devices'
import { delivery, deliveryAttempt } from '../../server/db/schema'
import { newId } from '../../server/services/common/ids'
import { aMessage, type Fillable, type TestSpace } from './builders'

type Filled = Pick<Fillable, 'db' | 'deps'>
/** Where a delivery belongs. */
export interface Route {
  space: Pick<TestSpace, 'id'>
  connector: Pick<Connector, 'id'>
  device: Pick<Device, 'id'>
}
type Try = Partial<Omit<typeof deliveryAttempt.$inferInsert, 'spaceId' | 'connectorId' | 'deliveryId'>>
type Values = Partial<
  Pick<typeof delivery.$inferInsert, 'state' | 'nextAttemptAt' | 'messageId' | 'replayId'>
> & {
  at?: Date
  /** Attempts in order; by default a successful one. */
  tries?: Try[]
}

/** Stores a delivery of a message of the device, by default a new message; returns the delivery's id. */
export async function aDelivery(
  server: Filled,
  { space, connector, device }: Route,
  { at = server.deps.now(), tries = [{}], messageId, ...values }: Values = {},
): Promise<string> {
  const id = newId(at)
  const ref = { spaceId: space.id, connectorId: connector.id }
  await server.db.insert(delivery).values({
    ...ref,
    id,
    messageId: messageId ?? (await aMessage(server, device, { at })),
    messageCreatedAt: at,
    deviceId: device.id,
    createdAt: at,
    attempts: tries.length,
    state: 'delivered',
    dueAt: values.state === 'pending' ? (values.nextAttemptAt ?? at) : null,
    ...values,
  })
  const attempts = tries.map((values, attempt) => ({
    ...ref,
    deliveryId: id,
    attempt,
    createdAt: at,
    duration: 20,
    success: true,
    status: 200,
    ...values,
  }))
  if (attempts.length > 0) await server.db.insert(deliveryAttempt).values(attempts)
  return id
}
