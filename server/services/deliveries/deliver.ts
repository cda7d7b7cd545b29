import { and, eq, sql } from 'drizzle-orm'
import { WEBHOOK_EVENTS, type WebhookEventBody } from '#contract/connectors'
import type { Queryable } from '../../db/database'
import { withPatience } from '../../db/pool'
import { connector, delivery, deliveryAttempt, device, messageEvent } from '../../db/schema'
import type { Deps } from '../../deps'
import { deliveryAttempts, deliveryLag } from '../../metrics'
import { newId } from '../common/ids'
import { type Attempted, attempt, type DeliveryDeps } from './attempt'
import { isDelivery } from './enqueue'
import { wakeNext } from './line'
import { loadWork, type Work } from './load'
import { maskReturned } from './mask'
import { follow, lockOperation } from './operation'
import type { DeliveryKey } from './take'

/**
 * Makes one attempt of a delivery that was taken, with the connector's current code, even if the connector was disabled after
 * the message triggered it. Nothing is done when it was deleted.
 * Errors: of the database or the sandbox; the lease ends then, and it is taken again.
 */
export async function deliver(deps: DeliveryDeps, key: DeliveryKey): Promise<void> {
  const work = await loadWork(deps.db.$client, key)
  if (!work) return
  if (!work.isTest && (work.held === 'paused' || work.held === 'stopped')) return release(deps.db, work)
  const attempted = await attempt(deps, work)
  const state = await withPatience(() => record(deps, work, attempted), RECORD_PATIENCE)
  if (state === null) return
  deliveryAttempts.inc({ outcome: state === 'pending' ? 'retry' : state })
  deliveryLag.observe(Math.max(attempted.createdAt.getTime() - work.dueSince.getTime(), 0) / 1000)
}

/** Gives a delivery back that was taken just before its connector was paused. */
const release = async (db: Queryable, work: Work): Promise<void> => {
  await db
    .update(delivery)
    .set({
      isTaken: false,
      dueAt: sql`least(now(), coalesce(${delivery.nextAttemptAt}, ${delivery.createdAt}))`,
    })
    .where(and(isDelivery(work), eq(delivery.state, 'pending'), eq(delivery.attempts, work.attempts)))
}

/**
 * How long the result of an attempt waits for a lost database, in milliseconds. The receiver has the request, and gets
 * it again when it is not noted before the lease ends.
 */
const RECORD_PATIENCE = 25_000

/** Longest text of an error that an event keeps, in characters; the attempt has all of it. */
const ERROR_MAX = 1000

/** A retry at a time; null for one that is due as soon as its connector is resumed. */
const retryOn = (due: Date | null) => ({ state: 'pending', event: WEBHOOK_EVENTS.retry, due }) as const

const FAILED = { state: 'failed', event: WEBHOOK_EVENTS.failed, due: null } as const

/** The next state of the delivery, and when it is retried. */
export function nextOf(
  { attempts, spared, retryDelays, isTest }: Pick<Work, 'attempts' | 'spared' | 'retryDelays' | 'isTest'>,
  { success, isHopeless, retryAfter }: Pick<Attempted, 'success' | 'isHopeless' | 'retryAfter'>,
  at: Date,
) {
  if (success) return { state: 'delivered', event: WEBHOOK_EVENTS.delivered, due: null } as const
  if (success === null) return { state: 'cancelled', event: WEBHOOK_EVENTS.cancelled, due: null } as const
  const own = isHopeless || isTest ? undefined : retryDelays[attempts - spared]
  if (own === undefined) return FAILED
  // A receiver may ask for more time, and not for less.
  return retryOn(new Date(at.getTime() + Math.max(own, retryAfter ?? 0) * 1000))
}

/**
 * Stores an attempt, the delivery's state and the event on the message in one transaction. Stores nothing when another
 * copy has made the same attempt in the meantime.
 * @returns the delivery's state; null when nothing was stored
 */
async function record(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  work: Work,
  attempted: Attempted,
): Promise<typeof delivery.$inferSelect.state | null> {
  const at = now()
  return db.transaction(async (tx) => {
    if ((await lockSubject(tx, work)).length === 0) return null
    const isOver = attempted.success === false && (await isReplayStopped(tx, work))
    // Before the delivery, as whoever skips what waits.
    if (work.isInLine && !(await lockOperation(tx, work))) return null
    const spared = await follow(tx, { now }, work, attempted)
    const next = spared ? retryOn(spared.due) : nextOf(work, attempted, at)
    const { event, state, due } = isOver ? FAILED : next
    // What holds its connector back holds it back too: it is due as soon as that ends, after those that are due already.
    const delay = due === null || spared ? 0 : (due.getTime() - at.getTime()) / 1000
    const noted = await tx
      .update(delivery)
      .set({
        state,
        attempts: sql`${delivery.attempts} + 1`,
        ...(spared && { spared: sql`${delivery.spared} + 1` }),
        nextAttemptAt: due,
        dueAt: state === 'pending' ? sql`now() + ${delay} * interval '1 second'` : null,
        isTaken: false,
      })
      .where(and(isDelivery(work), eq(delivery.state, 'pending'), eq(delivery.attempts, work.attempts)))
      .returning({ id: delivery.id })
    if (noted.length === 0) return null
    if (work.isInLine && state !== 'pending') await wakeNext(tx, work, [work.id])
    await tx.insert(deliveryAttempt).values(attemptRow(work, attempted, due))
    const events = eventRows(work, attempted, { event, at, due })
    if (events.length > 0) await tx.insert(messageEvent).values(events)
    return state
  })
}

/** Keeps the device, or for an alert the connector, until the transaction ends; none when it was deleted. */
const lockSubject = async (tx: Queryable, { spaceId, connectorId, device: of }: Work) =>
  of
    ? tx
        .select({ id: device.id })
        .from(device)
        .where(and(eq(device.spaceId, spaceId), eq(device.id, of.id)))
        .for('key share')
    : tx
        .select({ id: connector.id })
        .from(connector)
        .where(and(eq(connector.spaceId, spaceId), eq(connector.id, connectorId)))
        .for('key share')

/** Whether somebody has stopped the replay of a delivery while it was sent: nothing of it is retried. Who stops it waits. */
async function isReplayStopped(tx: Queryable, { spaceId, connectorId, replayId }: Work): Promise<boolean> {
  if (replayId === null) return false
  const { rows } = await tx.execute<{ state: string }>(sql`
    select state from connector_replay
    where space_id = ${spaceId} and connector_id = ${connectorId} and id = ${replayId} for share`)
  return rows[0]?.state === 'stopped'
}

type AttemptRow = Required<typeof deliveryAttempt.$inferInsert>

/** The row of an attempt. */
export const attemptRow = (work: Work, attempted: Attempted, due: Date | null): AttemptRow => ({
  spaceId: work.spaceId,
  connectorId: work.connectorId,
  deliveryId: work.id,
  attempt: work.attempts,
  spared: work.spared,
  isTest: work.isTest || work.alert?.test === true,
  createdAt: attempted.createdAt,
  duration: attempted.duration,
  success: attempted.success,
  method: attempted.method,
  url: attempted.url,
  status: attempted.status,
  error: attempted.error,
  errorCode: attempted.errorCode,
  errorDetail: attempted.errorDetail,
  retryAfter: attempted.retryAfter,
  nextAttemptAt: due,
  requestBody: attempted.requestBody,
  responseBody: attempted.responseBody,
  logs: attempted.logs,
})

// jsonb cannot hold half of a surrogate pair.
const shortened = (text: string | null) => text && text.slice(0, ERROR_MAX).replace(/[\ud800-\udbff]$/, '')

type EventRow = Required<typeof messageEvent.$inferInsert>

/** The row of the event on the message; none for an alert or a test, and when the message was deleted. */
export function eventRows(
  work: Work,
  { returned, status, error, errorCode, errorDetail }: Attempted,
  { event, at, due }: { event: string; at: Date; due: Date | null },
): EventRow[] {
  if (!work.message || work.isTest || work.messageCreatedAt === null) return []
  const { spaceId, connectorId, id, attempts, device: of, message, messageCreatedAt } = work
  return [
    {
      spaceId,
      messageCreatedAt,
      messageId: message.id,
      id: newId(at),
      deviceId: of.id,
      createdAt: at,
      type: event,
      messageConnectorId: connectorId,
      functionReturn: returned === null ? null : maskReturned(returned),
      body: {
        delivery_id: id,
        attempt: attempts,
        status,
        error: shortened(error),
        error_code: errorCode,
        error_detail: shortened(errorDetail),
        next_attempt_at: due?.toISOString() ?? null,
      } satisfies WebhookEventBody,
    },
  ]
}
