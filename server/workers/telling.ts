import type { Deps } from '../deps'
import { reasonOf } from '../errors'
import { notifyDue } from '../services/alerts'
import { type Pace, repeat, type Worker } from './worker'

const PACE: Pace = { period: 1000, failed: 5000 }

/**
 * Notifies people and connectors about alerts. Any number of copies may do it at the same time.
 * @param wait milliseconds without a new episode before the opening of an alert is notified
 */
export function startTelling(
  deps: Pick<Deps, 'db' | 'now' | 'log' | 'dueMail' | 'dueDeliveries'>,
  wait: number,
  pace = PACE,
): Worker {
  const { now, log, dueMail, dueDeliveries } = deps
  const onFailure = (error: unknown, failed: object = {}) =>
    log.error('people and connectors cannot be notified about alerts', { ...failed, reason: reasonOf(error) })
  const onTold = () => {
    dueMail.ring()
    dueDeliveries.ring()
  }
  const work = (stopping: AbortSignal) =>
    notifyDue(deps, { now, wait, stopping, onTold, onFailure: (failed, error) => onFailure(error, failed) })
  return repeat(work, { name: 'telling', ...pace, onFailure })
}
