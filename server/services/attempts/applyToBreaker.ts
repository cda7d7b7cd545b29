import { and, eq, sql } from 'drizzle-orm'
import type { AuditAction } from '#contract/audit'
import { failureFor, LATE_IN_A_ROW } from '#contract/connectors'
import type { Queryable } from '../../db/database'
import { connector, connectorOperation, delivery } from '../../db/schema'
import type { Deps } from '../../deps'
import { note } from '../audit/note'
import { isDelivery } from '../deliveries/enqueue'
import { isOperationOf, lockOperation, noteHeld } from '../deliveries/operation'
import { type Attempted, columnsOf } from './attempt'
import { shortened } from './attemptRows'
import { type BreakerState, isOfReceiver, transitionAfter, verdictOf } from './breaker'
import type { Work } from './load'

/** What becomes of a delivery whose attempt uses up no retry. */
export interface UncountedRetry {
  /** When it is made again; null when somebody has to resume the connector first. */
  due: Date | null
}

/** What the audit log is told of a change; not of each of the steps in which a receiver comes back. */
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

/** Locks a delivery, unless another copy has made this attempt in the meantime. */
const isStillDue = async (tx: Queryable, work: Work) =>
  (
    await tx
      .select({ id: delivery.id })
      .from(delivery)
      .where(and(isDelivery(work), eq(delivery.state, 'pending'), eq(delivery.attempts, work.attempts)))
      .for('update')
  ).length > 0

/**
 * Notes what an attempt says of the receiver and of the function: whether the connector goes on, waits or is stopped.
 * @returns undefined when the attempt counts among the retries
 */
export async function applyToBreaker(
  tx: Queryable,
  deps: Pick<Deps, 'now'>,
  work: Work,
  attempted: Attempted,
): Promise<UncountedRetry | undefined> {
  const verdict = verdictOf(attempted)
  if (work.isTest) return undefined
  // That of a rule is no reason to hold anything back. Where the connector waits already, it finds out whether the receiver is back.
  if (work.alert?.test && work.held !== 'waiting') return undefined
  if ((verdict === 'unknown' && work.lateRuns === 0) || (verdict === 'answered' && work.isOpen))
    return undefined
  if (!(await isStillDue(tx, work))) return undefined
  const before = await lockOperation(tx, work)
  if (!before) return undefined
  const { course, pause, isUncounted } = transitionAfter(before, verdict, {
    deliveryId: work.id,
    // One in line may be the only one that is tried.
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
  // Without retries each delivery is sent once, whatever becomes of it.
  if (!isUncounted || work.retryDelays.length === 0) return undefined
  if (course.state === 'stopped') return { due: null }
  return { due: pause === null ? before.probeAt : new Date(at.getTime() + pause * 1000) }
}
