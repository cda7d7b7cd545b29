import type { Deps } from '../deps'
import { reasonOf } from '../errors'
import { planDigests } from '../services/mail'
import { type Pace, repeat, type Worker } from './worker'

const PACE: Pace = { period: 30_000, failed: 30_000 }

/** Stores the daily e-mails about alerts when their hours come. Any number of copies may do it. */
export function startDigests(deps: Pick<Deps, 'db' | 'now' | 'log' | 'dueMail'>, pace = PACE): Worker {
  const work = async () => {
    if ((await planDigests(deps)) > 0) deps.dueMail.ring()
  }
  const onFailure = (error: unknown) =>
    deps.log.error('daily e-mails cannot be planned', { reason: reasonOf(error) })
  return repeat(work, { ...pace, onFailure })
}
