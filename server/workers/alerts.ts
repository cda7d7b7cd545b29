import type { Deps } from '../deps'
import { reasonOf } from '../errors'
import { type Judged, judgeRound } from '../services/alerts'
import { type Pace, repeat, type Worker } from './worker'

const PACE: Pace = { period: 5000, failed: 5000 }

/**
 * Opens and ends the alerts that no message triggers: silence. Measured values are evaluated where their history is derived. Any number of
 * copies may do it at the same time.
 */
export function startAlerts({ db, now, log }: Pick<Deps, 'db' | 'now' | 'log'>, pace = PACE): Worker {
  const onFailure = (error: unknown, failed: object = {}) =>
    log.error('alert rules cannot be evaluated', { ...failed, reason: reasonOf(error) })
  const judged: Judged = new Map()
  const work = (stopping: AbortSignal) =>
    judgeRound(db.$client, {
      now,
      stopping,
      judged,
      onFailure: (failed, error) => onFailure(error, failed),
    })
  return repeat(work, { name: 'alerts', ...pace, onFailure })
}
