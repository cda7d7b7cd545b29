import { MINUTE } from '#contract/common/durations'
import type { Deps } from '../deps'
import { reasonOf } from '../errors'
import { backUpDaily, type DailyOptions } from '../services/backup'
import { type Pace, repeat, type Worker } from './worker'

const PACE: Pace = { period: MINUTE, failed: MINUTE }

/** Makes a backup every day, in one copy of the server. */
export function startBackups(
  deps: Pick<Deps, 'db' | 'now' | 'log' | 'dueRoutine'>,
  options: DailyOptions,
  pace = PACE,
): Worker {
  const onFailure = (error: unknown) =>
    deps.log.error('no backup was made; it is tried again', { reason: reasonOf(error) })
  const work = async (stopping: AbortSignal) => {
    await backUpDaily(deps, options, stopping)
  }
  return repeat(work, { name: 'backup', ...pace, bell: deps.dueRoutine.backup, onFailure })
}
