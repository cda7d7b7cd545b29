import type { Deps } from '../deps'
import { reasonOf } from '../errors'
import { planDigests } from '../services/mail'
import { type Pace, repeat, type Worker } from './worker'

const PACE: Pace = { period: 30_000, failed: 30_000 }

/** Stores the daily e-mails about alerts when their hours come. Any number of copies may do it. */
export function startDigests(deps: Pick<Deps, 'db' | 'now' | 'log' | 'dueMail'>, pace = PACE): Worker {
  const onFailure = (error: unknown, failed: object = {}) =>
    deps.log.error('daily e-mails cannot be planned', { ...failed, reason: reasonOf(error) })
  const work = async () => {
    const stored = await planDigests(deps, (failed, error) => onFailure(error, failed))
    if (stored > 0) deps.dueMail.ring()
  }
  return repeat(work, { name: 'digests', ...pace, onFailure })
}
