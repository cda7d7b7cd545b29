import { and, eq, inArray, sql } from 'drizzle-orm'
import { failureFor, WEBHOOK_EVENTS } from '#contract/connectors'
import { isOfValues, type Queryable } from '../../db/database'
import { withPatience } from '../../db/pool'
import { connector, delivery, deliveryAttempt, device, messageEvent } from '../../db/schema'
import type { Deps } from '../../deps'
import { reasonOf } from '../../errors'
import { deliveryAttempts, deliveryLag } from '../../metrics'
import { newId } from '../common/ids'
import { wakeNext } from '../deliveries/deviceOrder'
import { lockOperation } from '../deliveries/operation'
import type { DeliveryKey } from '../deliveries/take'
import { type Attempted, attempt, columnsOf, type DeliveryDeps, NOTHING, unexpected } from './attempt'
import { attemptRows, eventRows } from './attemptRows'
import { applyToBreaker, OF_MESSAGE, type UncountedRetry } from './breaker'
import { loadMembers, loadWork, type Member, type Work } from './load'

/**
 * Makes one attempt of a delivery that was taken, with the connector's current code, even if the connector was disabled after the message
 * triggered it. Does nothing if it was deleted. Throws if the database is away or the sandbox was too busy; the lease ends then, and it is
 * taken again. Any other error is a failed attempt.
 * @param options.isHeldBack whether it waits if its connector was paused or stopped meanwhile
 */
export async function deliver(
  deps: DeliveryDeps,
  key: DeliveryKey,
  { isHeldBack = true }: { isHeldBack?: boolean } = {},
): Promise<void> {
  const work = await loadWork(deps.db.$client, key)
  if (!work) return
  const members = await loadMembers(deps.db.$client, work)
  if (isHeldBack && !work.isTest && (work.held === 'paused' || work.held === 'stopped'))
    return release(deps.db, work, members)
  const attempted = await attempt(deps, work, members)
  const states = await recordAny(deps, work, members, attempted)
  if (states.length === 0) return
  for (const state of states) deliveryAttempts.inc({ outcome: state === 'pending' ? 'retry' : state })
  deliveryLag.observe(Math.max(attempted.createdAt.getTime() - work.dueSince.getTime(), 0) / 1000)
}

/** SQL condition: a delivery is one of these, and no other copy has made their attempt meanwhile. */
const areDue = ({ spaceId, connectorId, attempts }: Work, members: readonly Pick<Member, 'id'>[]) =>
  and(
    eq(delivery.spaceId, spaceId),
    eq(delivery.connectorId, connectorId),
    inArray(
      delivery.id,
      members.map(({ id }) => id),
    ),
    eq(delivery.state, 'pending'),
    eq(delivery.attempts, attempts),
  )

/** Gives deliveries back that were taken just before their connector was paused. */
const release = async (db: Queryable, work: Work, members: readonly Member[]): Promise<void> => {
  await db
    .update(delivery)
    .set({
      isTaken: false,
      dueAt: sql`least(now(), coalesce(${delivery.nextAttemptAt}, ${delivery.createdAt}))`,
    })
    .where(areDue(work, members))
}

/**
 * Milliseconds for which the result of an attempt waits for a lost database. The receiver has the request, and gets it again if the result
 * is not stored before the lease ends.
 */
const RECORD_PATIENCE = 25_000

/** A retry at a time; null if it is due as soon as its connector is resumed. */
const retryOn = (due: Date | null) => ({ state: 'pending', event: WEBHOOK_EVENTS.retry, due }) as const

const FAILED = { state: 'failed', event: WEBHOOK_EVENTS.failed, due: null } as const

/** The next state of the delivery, and the time of its retry. */
export function nextOf(
  {
    attempts,
    uncounted,
    retryDelays,
    isTest,
  }: Pick<Work, 'attempts' | 'uncounted' | 'retryDelays' | 'isTest'>,
  { success, isPermanent, retryAfter }: Pick<Attempted, 'success' | 'isPermanent' | 'retryAfter'>,
  at: Date,
) {
  if (success) return { state: 'delivered', event: WEBHOOK_EVENTS.delivered, due: null } as const
  if (success === null) return { state: 'cancelled', event: WEBHOOK_EVENTS.cancelled, due: null } as const
  const own = isPermanent || isTest ? undefined : retryDelays[attempts - uncounted]
  if (own === undefined) return FAILED
  // A receiver may ask for more time, but not for less.
  return retryOn(new Date(at.getTime() + Math.max(own, retryAfter ?? 0) * 1000))
}

/** Deliveries of an attempt with the same result. */
interface Share {
  members: readonly Member[]
  attempted: Attempted
}

const isGone = ({ message }: Member) => message === null

/**
 * Splits the deliveries of an attempt by result: a deleted message was not sent, and the receiver may have asked for some messages again.
 */
function sharesOf(members: readonly Member[], attempted: Attempted): Share[] {
  if (members.length === 1 && !attempted.again?.length) return [{ members, attempted }]
  const { createdAt } = attempted
  const isAgain = ({ message }: Member) => attempted.again?.includes(message?.id ?? '') === true
  const again = { ...attempted, success: false, ...columnsOf(failureFor('answer_again')) }
  const gone = { ...NOTHING, createdAt, ...columnsOf(failureFor('message_gone')), isPermanent: true }
  return [
    { members: members.filter((one) => !isGone(one) && !isAgain(one)), attempted },
    { members: members.filter(isAgain), attempted: again },
    { members: members.filter(isGone), attempted: gone },
  ].filter((share) => share.members.length > 0)
}

/**
 * Stores an attempt, the states of its deliveries and the events on their messages in one transaction. Stores nothing if another copy has
 * made the same attempt meanwhile.
 * @returns the state of each delivery that was stored
 */
async function record(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  work: Work,
  members: readonly Member[],
  attempted: Attempted,
): Promise<State[]> {
  const at = now()
  return db.transaction(async (tx) => {
    const kept = await keepSubjects(tx, work, members)
    if (kept.length === 0) return []
    const isOver = attempted.success === false && (await isReplayStopped(tx, work))
    // The operation is locked before the deliveries, as it is when pending deliveries are skipped.
    if (kept.some(({ isInLine }) => isInLine) && !(await lockOperation(tx, work))) return []
    const uncounted = await applyToBreaker(tx, { now }, work, attempted)
    const noted = await lockDue(tx, work, kept)
    if (noted.length === 0) return []
    const states: State[] = []
    for (const share of sharesOf(noted, attempted))
      states.push(...(await store(tx, work, share, { at, isOver, uncounted })))
    return states
  })
}

/** Stores an attempt. If the database rejects it, stores it as a failure without its texts. */
async function recordAny(
  deps: DeliveryDeps,
  work: Work,
  members: readonly Member[],
  attempted: Attempted,
): Promise<State[]> {
  const store = (result: Attempted) =>
    withPatience(() => record(deps, work, members, result), RECORD_PATIENCE)
  try {
    return await store(attempted)
  } catch (error) {
    if (!isOfValues(error)) throw error
    deps.log.error('The result of a delivery cannot be stored', { id: work.id, reason: reasonOf(error) })
    const { createdAt, duration, method, url, status } = attempted
    return store({ ...NOTHING, createdAt, duration, method, url, status, ...columnsOf(unexpected(error)) })
  }
}

type State = typeof delivery.$inferSelect.state

interface Course {
  at: Date
  /** The replay was stopped: its deliveries are not retried. */
  isOver: boolean
  uncounted: UncountedRetry | undefined
}

/** Locks the deliveries whose attempt no other copy has made meanwhile. All copies lock in the same order. */
async function lockDue(tx: Queryable, work: Work, members: readonly Member[]): Promise<Member[]> {
  const due = await tx
    .select({ id: delivery.id })
    .from(delivery)
    .where(areDue(work, members))
    .orderBy(delivery.id)
    .for('update')
  const ids = new Set(due.map(({ id }) => id))
  return members.filter(({ id }) => ids.has(id))
}

/** Stores the result of some of the deliveries of an attempt. */
async function store(
  tx: Queryable,
  work: Work,
  { members, attempted }: Share,
  { at, isOver, uncounted }: Course,
): Promise<State[]> {
  const planned = uncounted ? retryOn(uncounted.due) : nextOf(work, attempted, at)
  const isHalved =
    !isOver && !uncounted && members.length > 1 && isMessageSpecific(work, attempted, planned.state)
  const next = isOver ? FAILED : isHalved ? retryOn(at) : planned
  // If its connector is held back, it becomes due as soon as the hold ends, after those that are due already.
  const delay = next.due === null || uncounted ? 0 : (next.due.getTime() - at.getTime()) / 1000
  const change = {
    state: next.state,
    attempts: sql`${delivery.attempts} + 1`,
    ...((uncounted || isHalved) && { uncounted: sql`${delivery.uncounted} + 1` }),
    nextAttemptAt: next.due,
    dueAt: next.state === 'pending' ? sql`now() + ${delay} * interval '1 second'` : null,
    isTaken: false,
  }
  // Messages that the receiver asks for again join another batch; otherwise a batch stays as it is.
  const whole = { part: members, batchId: attempted.errorCode === 'answer_again' ? null : undefined }
  for (const { part, batchId } of isHalved ? halvesOf(members, at) : [whole])
    await tx
      .update(delivery)
      .set({ ...change, batchId })
      .where(areDue(work, part))
  const ended = members.filter(({ isInLine }) => isInLine).map(({ id }) => id)
  if (next.state !== 'pending') await wakeNext(tx, work, ended)
  await tx.insert(deliveryAttempt).values(attemptRows(work, members, attempted, next.due))
  const events = eventRows(work, members, attempted, { ...next, at })
  if (events.length > 0) await tx.insert(messageEvent).values(events)
  return members.map(() => next.state)
}

/** Statuses that may be about one of the messages sent. */
const OF_MESSAGES: ReadonlySet<number | null> = new Set([400, 409, 413, 415, 422, 500])

/**
 * Whether the failure of a batch may be caused by one of its messages, which must not hold up or fail the others: nothing was sent, the
 * receiver says so, or none would be retried. If nothing may be sent twice, this is true only if nothing was sent.
 */
function isMessageSpecific(
  { retryDelays }: Work,
  { success, url, status, errorCode, isPermanent }: Attempted,
  state: string,
): boolean {
  if (success !== false || isPermanent || errorCode === 'answer_again') return false
  if (url === null) return true
  const isRefused = OF_MESSAGES.has(status) || (errorCode !== null && OF_MESSAGE.has(errorCode))
  return retryDelays.length > 0 && (isRefused || state === 'failed')
}

/** Splits a batch in two. */
function halvesOf(members: readonly Member[], at: Date) {
  const middle = Math.ceil(members.length / 2)
  return [members.slice(0, middle), members.slice(middle)].map((part) => ({ part, batchId: newId(at) }))
}

/** Locks the devices, or for an alert the connector, until the transaction ends. Leaves out deliveries of devices that were deleted. */
async function keepSubjects(
  tx: Queryable,
  { spaceId, connectorId }: Work,
  members: readonly Member[],
): Promise<Member[]> {
  const deviceIds = [...new Set(members.flatMap(({ device: of }) => of?.id ?? []))]
  if (deviceIds.length === 0) {
    const found = await tx
      .select({ id: connector.id })
      .from(connector)
      .where(and(eq(connector.spaceId, spaceId), eq(connector.id, connectorId)))
      .for('key share')
    return found.length > 0 ? [...members] : []
  }
  const found = await tx
    .select({ id: device.id })
    .from(device)
    .where(and(eq(device.spaceId, spaceId), inArray(device.id, deviceIds)))
    .orderBy(device.id)
    .for('key share')
  const kept = new Set(found.map(({ id }) => id))
  return members.filter(({ device: of }) => of && kept.has(of.id))
}

/**
 * Whether a person has stopped the replay of a delivery while it was sent: none of its deliveries is retried. The stop waits for this
 * transaction.
 */
async function isReplayStopped(tx: Queryable, { spaceId, connectorId, replayId }: Work): Promise<boolean> {
  if (replayId === null) return false
  const { rows } = await tx.execute<{ state: string }>(sql`
    select state from connector_replay
    where space_id = ${spaceId} and connector_id = ${connectorId} and id = ${replayId} for share`)
  return rows[0]?.state === 'stopped'
}
