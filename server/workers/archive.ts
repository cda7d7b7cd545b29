import { MINUTE } from '#contract/common/durations'
import type { Deps } from '../deps'
import { reasonOf } from '../errors'
import { archiveHourly, type HourlyOptions } from '../services/archive'
import { type Pace, repeat, type Worker } from './worker'

const PACE: Pace = { period: MINUTE, failed: MINUTE }

/** Archives and drops messages that are too old, in one copy of the server. Does nothing if the clock is wrong. */
export function startArchive(
  deps: Pick<Deps, 'db' | 'clock' | 'now' | 'log' | 'dueRoutine'>,
  options: HourlyOptions,
  pace = PACE,
): Worker {
  const onFailure = (error: unknown) =>
    deps.log.error('messages were not archived; they stay in the database, and it is tried again', {
      reason: reasonOf(error),
    })
  const work = async (stopping: AbortSignal) => {
    await deps.clock.requireRight(deps.db)
    await archiveHourly(deps, options, stopping)
  }
  return repeat(work, { name: 'archive', ...pace, bell: deps.dueRoutine.archive, onFailure })
}
