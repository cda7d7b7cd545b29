import { and, eq, type InferInsertModel, type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { connectorTestSchema } from '#contract/connectors/connectorTest'
import type { Queryable } from '../../db/database'
import { connector, delivery, deliveryTest, device, message, space } from '../../db/schema'
import type { Deps } from '../../deps'
import { notFound } from '../../errors'
import { note } from '../audit/note'
import { isOfOwnDevice } from '../background/deletion'
import { authorize, type Caller, userIdOf } from '../common/caller'
import { newId, timeOf } from '../common/ids'
import type { JsonText } from '../common/json'
import { hasAllowedTag, notMoved } from '../common/visibility'
import { bodyOf } from '../messages/message'
import { sampleAlert } from '../notifications/sample'
import { countConnectorTest } from '../rateLimit'
import { type ConnectorRef, checkConnector, connectors } from './connector'
import { selectDelivery } from './deliveries'

type TestInput = z.output<typeof connectorTestSchema>

/** The message that a test delivers. */
type Subject = Pick<
  InferInsertModel<typeof delivery>,
  'messageCreatedAt' | 'messageId' | 'deviceId' | 'sample' | 'alert'
>

/** Locks the device until the transaction ends: deleting it deletes its deliveries. @throws ApiError 404 */
async function keepDevice(tx: Queryable, which: SQL | undefined): Promise<void> {
  const found = await tx.select({ id: device.id }).from(device).where(which).for('key share')
  if (found.length === 0) throw notFound()
}

/** A stored message. @throws ApiError 403, 404 if the caller does not see it */
async function storedSubject(tx: Queryable, caller: Caller, spaceId: string, id: string): Promise<Subject> {
  authorize(caller, 'space:message:read')
  const at = timeOf(id)
  if (!at) throw notFound()
  const [found] = await tx
    .select({ deviceId: message.deviceId })
    .from(message)
    .where(
      and(
        eq(message.spaceId, spaceId),
        eq(message.createdAt, at),
        eq(message.id, id),
        hasAllowedTag(caller, 'device', { spaceId: message.spaceId, id: message.deviceId }),
        sql.raw(isOfOwnDevice('message')),
      ),
    )
  if (!found) throw notFound()
  await keepDevice(tx, and(eq(device.spaceId, spaceId), eq(device.id, found.deviceId)))
  return { messageCreatedAt: at, messageId: id, deviceId: found.deviceId }
}

/** A message that was written for the test. @throws ApiError 400, 403, 404 for a device that the caller does not see */
async function writtenSubject(
  tx: Queryable,
  caller: Caller,
  spaceId: string,
  { deviceId, written }: { deviceId: string; written: NonNullable<TestInput['message']> },
): Promise<Subject> {
  authorize(caller, 'space:device:read')
  const { type, direction, body } = written
  const sample = { type, direction, body: bodyOf(body).text }
  const isSeen = and(
    eq(device.spaceId, spaceId),
    eq(device.id, deviceId),
    sql.raw(notMoved('device')),
    hasAllowedTag(caller, 'device', { spaceId: device.spaceId, id: device.id }),
  )
  await keepDevice(tx, isSeen)
  return { deviceId, sample }
}

/** A made-up alert of a rule that does not exist. @throws ApiError 404 */
async function alertSubject(tx: Queryable, spaceId: string, id: string, at: Date): Promise<Subject> {
  const [of] = await tx.select({ id: space.id, name: space.name }).from(space).where(eq(space.id, spaceId))
  if (!of) throw notFound()
  const rule = { id, name: 'Test', condition: { kind: 'silent', seconds: 3600 }, urgent: false } as const
  return { alert: sampleAlert({ id, rule, space: of, settings: [], at }) }
}

/** The message or alert of a test; the contract ensures that it is given in one of the ways. @throws ApiError 400, 403, 404 */
async function subjectOf(
  tx: Queryable,
  caller: Caller,
  spaceId: string,
  { message_id: id, device_id: deviceId, message: written, alert: isAlert }: TestInput,
  { testId, at }: { testId: string; at: Date },
): Promise<Subject> {
  if (isAlert) return alertSubject(tx, spaceId, testId, at)
  if (id !== undefined) return storedSubject(tx, caller, spaceId, id)
  if (deviceId === undefined || written === undefined) throw notFound()
  return writtenSubject(tx, caller, spaceId, { deviceId, written })
}

/**
 * Sends a message, or a made-up alert, to the receiver of a connector once, marked as a test, even if the connector is held back. It is counted in no
 * statistics.
 * @throws ApiError 400, 403, 404, 429
 */
export async function sendConnectorTest(
  deps: Pick<Deps, 'db' | 'now' | 'dueTests'>,
  caller: Caller,
  ref: ConnectorRef,
  input: TestInput,
): Promise<JsonText> {
  const { spaceId, connectorId } = ref
  const at = deps.now()
  const id = newId(at)
  const json = await deps.db.transaction(async (tx) => {
    await checkConnector(tx, caller, ref)
    const callerId = 'keyId' in caller ? caller.handle : userIdOf(caller)
    await countConnectorTest({ ...deps, db: tx }, spaceId, callerId ?? '')
    const [of] = await tx
      .select({ name: connector.name })
      .from(connector)
      .where(connectors.is(spaceId, connectorId))
      .for('key share')
    if (!of) throw notFound()
    const subject = await subjectOf(tx, caller, spaceId, input, { testId: id, at })
    await tx.insert(delivery).values({
      ...subject,
      spaceId,
      connectorId,
      id,
      createdAt: at,
      nextAttemptAt: at,
      isTest: true,
      isTaken: true,
    })
    await tx.insert(deliveryTest).values({ spaceId, connectorId, deliveryId: id, dueAt: sql`now()` })
    await note(tx, deps, caller, {
      action: 'connector.test',
      spaceId,
      target: { id: connectorId, name: of.name },
      after: { delivery_id: id, device_id: subject.deviceId ?? null },
    })
    return selectDelivery(tx, caller, { ...ref, deliveryId: id })
  })
  deps.dueTests.ring()
  return json
}
