import { and, eq, sql } from 'drizzle-orm'
import type { AuditAction } from '#contract/audit'
import {
  FAILURES_IN_A_ROW,
  type FailureCode,
  failureFor,
  LATE_IN_A_ROW,
  PROBE_PAUSE,
  PROBE_PAUSE_MAX,
} from '#contract/connectors'
import type { Queryable } from '../../db/database'
import { connector, connectorOperation, delivery } from '../../db/schema'
import type { Deps } from '../../deps'
import { note } from '../audit/note'
import { isDelivery } from '../deliveries/enqueue'
import { isOperationOf, lockOperation, noteHeld } from '../deliveries/operation'
import { type Attempted, columnsOf } from './attempt'
import { shortened } from './attemptRows'
import type { Work } from './load'

/** What an attempt says about the receiver: `unknown` if no request was sent, `late` if the function ran out of time. */
export type Verdict = 'answered' | 'away' | 'gone' | 'late' | 'unknown'

/** Failures before anything was sent that are not about the network. */
const NOT_SENT: ReadonlySet<FailureCode> = new Set(['address_private', 'unexpected'])

/** Failures of complete answers. */
const ANSWERS: ReadonlySet<FailureCode> = new Set(['answer_status', 'answer_redirect', 'answer_retry'])

/** Failures of one message: the broker is there, but does not take it. */
export const OF_MESSAGE: ReadonlySet<FailureCode> = new Set(['broker_topic', 'broker_size', 'broker_message'])

const isAway = (status: number) => status >= 500 || status === 429

/** What an attempt says about the receiver. Other statuses are about the one message: a receiver that sends them is there. */
export function verdictOf({
  success,
  url,
  status,
  errorCode,
}: Pick<Attempted, 'success' | 'url' | 'status' | 'errorCode'>): Verdict {
  if (errorCode === 'function_late') return 'late'
  if (success === null || url === null || (errorCode && NOT_SENT.has(errorCode))) return 'unknown'
  // A broker confirms without a status.
  if (success || (errorCode && OF_MESSAGE.has(errorCode))) return 'answered'
  if (status === 410) return 'gone'
  // An answer that breaks off does not count as an answer.
  const isBroken = status !== null && !(errorCode && ANSWERS.has(errorCode))
  return status === null || isBroken || isAway(status) ? 'away' : 'answered'
}

/** Statuses with which a receiver, or a proxy before it, says that it is away, whatever the message. */
const AWAY = new Set([429, 502, 503, 504])

/**
 * Whether a failure is the receiver's, whatever the message: no connection, no answer in time, or a status that says so. If the answer
 * breaks off, or is a server error of another kind, the message may be the reason.
 */
export const isOfReceiver = ({ status, errorCode }: Pick<Attempted, 'status' | 'errorCode'>): boolean =>
  status === null
    ? errorCode !== 'connection_closed' && !(errorCode && OF_MESSAGE.has(errorCode))
    : errorCode === 'answer_status' && AWAY.has(status)

type Row = typeof connectorOperation.$inferSelect

/** What attempts change in the operation of a connector; times are in seconds from now. */
export type BreakerState = Pick<Row, 'state' | 'failing' | 'probes' | 'openTo' | 'lateRuns'>

/** The state of a connector without a row. */
export const OPEN: BreakerState = { state: 'on', failing: [], probes: 0, openTo: null, lateRuns: 0 }

/** The result of an attempt for the breaker. */
interface Transition {
  course: BreakerState
  /** Seconds until the receiver may be tried again, if it is away. */
  pause: number | null
  /** Whether the attempt uses up no retry. */
  isUncounted: boolean
}

interface AttemptFacts {
  deliveryId: string
  /** Whether the failure also counts if the same delivery has failed before. */
  isOfReceiver: boolean
  /** Whether the attempt was made to find out if the receiver is back. */
  isProbe: boolean
  /** Seconds that the receiver asked to wait. */
  retryAfter: number | null
  /** How many deliveries of its connector may run at the same time. */
  parallel: number
  /** A random number from 0 to 1. */
  random: number
}

/** Seconds before a probe: each pause is twice as long as the one before, and a bit shorter, so that probes spread out. */
const pauseOf = (probes: number, { retryAfter, random }: AttemptFacts) =>
  Math.max(Math.min(PROBE_PAUSE * 2 ** probes, PROBE_PAUSE_MAX) * (1 - random / 5), retryAfter ?? 0)

function afterAnswer({ state, probes, openTo }: BreakerState, { parallel }: AttemptFacts): BreakerState {
  if (state !== 'on' && state !== 'waiting') return { ...OPEN, state, probes, openTo }
  if (state === 'waiting') return { ...OPEN, probes, openTo: 1 }
  const next = openTo === null || openTo * 2 >= parallel ? null : openTo * 2
  return { ...OPEN, probes: next === null ? 0 : probes, openTo: next }
}

/**
 * Waits after a number of different deliveries in a row have failed, so that the retries of a single one run as planned; or after as many
 * failures of the receiver if a single delivery holds up all others.
 */
function afterFailure(before: BreakerState, facts: AttemptFacts): Transition {
  const { state, probes: failed, openTo } = before
  const isKnown = before.failing.includes(facts.deliveryId) && !facts.isOfReceiver
  const failing =
    isKnown || before.failing.length >= FAILURES_IN_A_ROW
      ? before.failing
      : [...before.failing, facts.deliveryId]
  const kept = {
    course: { state, failing, probes: failed, openTo, lateRuns: 0 },
    pause: null,
    isUncounted: false,
  }
  if (state === 'paused' || state === 'stopped') return kept
  if (state === 'on' && openTo === null && failing.length < FAILURES_IN_A_ROW) return kept
  // An attempt that was sent before the wait began is no probe.
  const isLater = state === 'waiting' && !facts.isProbe
  const probes = failed + (isLater || (state === 'on' && openTo === null) ? 0 : 1)
  const course: BreakerState = { ...OPEN, state: 'waiting', failing, probes }
  return { course, pause: isLater ? null : pauseOf(probes, facts), isUncounted: true }
}

/** Stops the connector after a number of attempts in a row that ran out of time, because each takes that time from others. */
function afterLate(before: BreakerState): Transition {
  const lateRuns = before.lateRuns + 1
  if (before.state === 'stopped' || lateRuns < LATE_IN_A_ROW)
    return { course: { ...before, lateRuns }, pause: null, isUncounted: false }
  return { course: { ...OPEN, state: 'stopped' }, pause: null, isUncounted: true }
}

/** The breaker's state after an attempt. */
export function transitionAfter(
  { state, failing, probes, openTo, lateRuns }: BreakerState,
  verdict: Verdict,
  facts: AttemptFacts,
): Transition {
  const before = { state, failing, probes, openTo, lateRuns }
  if (verdict === 'late') return afterLate(before)
  if (verdict === 'unknown') return { course: { ...before, lateRuns: 0 }, pause: null, isUncounted: false }
  if (verdict === 'away') return afterFailure(before, facts)
  if (verdict === 'gone') return { course: { ...OPEN, state: 'stopped' }, pause: null, isUncounted: true }
  return { course: afterAnswer(before, facts), pause: null, isUncounted: false }
}

/** When and how a delivery is retried without using up a retry. */
export interface UncountedRetry {
  /** Time of the retry; null if a person has to resume the connector first. */
  due: Date | null
}

/** The action for the audit log; undefined for the steps in which a receiver comes back. */
function actionOf(before: BreakerState, after: BreakerState): AuditAction | undefined {
  if (after.state === 'stopped') return before.state === 'stopped' ? undefined : 'connector.stop'
  if (after.state === 'waiting')
    return before.state === 'on' && before.openTo === null ? 'connector.wait' : undefined
  return before.openTo !== null && after.openTo === null ? 'connector.recover' : undefined
}

async function auditBreaker(
  tx: Queryable,
  deps: Pick<Deps, 'now'>,
  { spaceId, connectorId: id }: Work,
  action: AuditAction,
  { status, error }: Pick<Attempted, 'status' | 'error'>,
): Promise<void> {
  const [found] = await tx
    .select({ name: connector.name })
    .from(connector)
    .where(and(eq(connector.spaceId, spaceId), eq(connector.id, id)))
  const after = action === 'connector.recover' ? null : { status, error: shortened(error) }
  await note(tx, deps, null, { action, spaceId, target: { id, name: found?.name ?? null }, after })
}

/** Locks a delivery, unless another copy has made this attempt meanwhile. */
const isStillDue = async (tx: Queryable, work: Work) =>
  (
    await tx
      .select({ id: delivery.id })
      .from(delivery)
      .where(and(isDelivery(work), eq(delivery.state, 'pending'), eq(delivery.attempts, work.attempts)))
      .for('update')
  ).length > 0

/**
 * Applies an attempt to the breaker: whether the connector goes on, waits or is stopped.
 * @returns undefined if the attempt counts as one of the retries
 */
export async function applyToBreaker(
  tx: Queryable,
  deps: Pick<Deps, 'now'>,
  work: Work,
  attempted: Attempted,
): Promise<UncountedRetry | undefined> {
  const verdict = verdictOf(attempted)
  if (work.isTest) return undefined
  // A test of a rule is no reason to hold the connector back. If the connector is already waiting, the test finds out whether the receiver
  // is back.
  if (work.alert?.test && work.held !== 'waiting') return undefined
  if ((verdict === 'unknown' && work.lateRuns === 0) || (verdict === 'answered' && work.isOpen))
    return undefined
  if (!(await isStillDue(tx, work))) return undefined
  const before = await lockOperation(tx, work)
  if (!before) return undefined
  const { course, pause, isUncounted } = transitionAfter(before, verdict, {
    deliveryId: work.id,
    // A delivery in device order may be the only one that is tried.
    isOfReceiver: work.isInLine && isOfReceiver(attempted),
    isProbe: work.held === 'waiting',
    retryAfter: attempted.retryAfter,
    parallel: work.parallel,
    random: Math.random(),
  })
  const isOther = course.state !== before.state
  const isLate = verdict === 'late'
  const { status, error, errorCode, errorDetail } = isLate
    ? { status: null, ...columnsOf(failureFor('function_late_often', LATE_IN_A_ROW)) }
    : attempted
  const at = deps.now()
  await tx
    .update(connectorOperation)
    .set({
      ...course,
      ...(isOther && { since: course.state === 'on' ? null : at, until: null, backlog: null }),
      ...(pause !== null && { probeAt: sql`now() + ${pause} * interval '1 second'` }),
      ...(isUncounted
        ? {
            status,
            error: shortened(error),
            errorCode,
            errorDetail: shortened(errorDetail),
          }
        : course.state === 'on' && { status: null, error: null, errorCode: null, errorDetail: null }),
    })
    .where(isOperationOf(work))
  if (isOther) await noteHeld(tx, work, at)
  const action = actionOf(before, course)
  if (action) await auditBreaker(tx, deps, work, action, { status, error })
  // Without retries each delivery is sent once, whatever its result.
  if (!isUncounted || work.retryDelays.length === 0) return undefined
  if (course.state === 'stopped') return { due: null }
  return { due: pause === null ? before.probeAt : new Date(at.getTime() + pause * 1000) }
}
