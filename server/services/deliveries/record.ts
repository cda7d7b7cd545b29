import { and, eq, sql } from 'drizzle-orm'
import { WEBHOOK_EVENTS, type WebhookEventBody } from '#contract/connectors'
import type { Queryable } from '../../db/database'
import { delivery, deliveryAttempt, device, messageEvent } from '../../db/schema'
import type { Deps } from '../../deps'
import { newId } from '../ids'
import type { Attempted } from './attempt'
import type { Work } from './load'
import { isDelivery } from './retry'

/** Longest text of what a function returned that an event keeps, in characters. */
const RETURN_MAX = 64 * 1024

/** What becomes of the delivery, and when it is tried again. */
export function nextOf({ attempts, retryDelays }: Work, { success, isHopeless }: Attempted, at: Date) {
  if (success) return { state: 'delivered', event: WEBHOOK_EVENTS.delivered } as const
  if (success === null) return { state: 'cancelled', event: WEBHOOK_EVENTS.cancelled } as const
  const delay = isHopeless ? undefined : retryDelays[attempts]
  if (delay === undefined) return { state: 'failed', event: WEBHOOK_EVENTS.failed } as const
  const due = new Date(at.getTime() + delay * 1000)
  return { state: 'pending', event: WEBHOOK_EVENTS.retry, delay, due } as const
}

/**
 * Notes an attempt: its result, the delivery's state, the event on the message, and the job of the next attempt in
 * place of this one's, all in one transaction. A delivery that another copy has tried meanwhile is its own to note.
 */
export async function record(
  { db, queue, now }: Pick<Deps, 'db' | 'queue' | 'now'>,
  work: Work,
  attempted: Attempted,
): Promise<void> {
  const at = now()
  const { event, state, delay, due = null } = nextOf(work, attempted, at)
  await db.transaction(async (tx) => {
    await keepDevice(tx, work)
    const noted = await tx
      .update(delivery)
      .set({ state, attempts: sql`${delivery.attempts} + 1`, nextAttemptAt: due })
      .where(and(isDelivery(work), eq(delivery.state, 'pending'), eq(delivery.attempts, work.attempts)))
      .returning({ id: delivery.id })
    if (noted.length === 0) return
    await tx.insert(deliveryAttempt).values(attemptRow(work, attempted, due))
    const events = eventRows(work, attempted, { event, at, due })
    if (events.length > 0) await tx.insert(messageEvent).values(events)
    await queue.remove(tx, work.id)
    if (delay !== undefined) await queue.add(tx, [work], delay)
  })
}

/** Locks the device before the delivery, in the order in which a device is deleted: neither waits for the other for ever. */
const keepDevice = (tx: Queryable, { spaceId, device: { id } }: Work) =>
  tx
    .select({ id: device.id })
    .from(device)
    .where(and(eq(device.spaceId, spaceId), eq(device.id, id)))
    .for('key share')

/** The row of an attempt. */
export function attemptRow(work: Work, attempted: Attempted, due: Date | null) {
  const { spaceId, connectorId, id: deliveryId, attempts } = work
  return { ...attempted, spaceId, connectorId, deliveryId, attempt: attempts, nextAttemptAt: due }
}

/** The row of the event on the message, if that is kept still. */
export function eventRows(
  { spaceId, connectorId, id, attempts, device: { id: deviceId }, message, messageCreatedAt }: Work,
  { returned, status, error, errorCode, errorDetail }: Attempted,
  { event, at, due }: { event: string; at: Date; due: Date | null },
) {
  if (!message) return []
  return [
    {
      spaceId,
      messageCreatedAt,
      messageId: message.id,
      id: newId(at),
      deviceId,
      createdAt: at,
      type: event,
      messageConnectorId: connectorId,
      functionReturn: returned !== null && returned.length <= RETURN_MAX ? returned : null,
      body: {
        delivery_id: id,
        attempt: attempts,
        status,
        error,
        error_code: errorCode,
        error_detail: errorDetail,
        next_attempt_at: due?.toISOString() ?? null,
      } satisfies WebhookEventBody,
    },
  ]
}
