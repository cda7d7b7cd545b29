import { HOUR } from '#contract/common/durations'
import type { Deps } from '../deps'
import { reasonOf } from '../errors'
import { type HouseRules, keepHouse } from '../services/administration/housekeeping'
import { HOUSEKEEPING, noteRoutine } from '../services/administration/installation/routine'
import { type Pace, repeat, type Worker } from './worker'

/** Milliseconds: once an hour, and five minutes after a failure. */
const PACE: Pace = { period: HOUR, failed: 300_000 }

/** Does the housekeeping immediately and then every hour; sooner if something could not be done. Does nothing if the clock is wrong. */
export function startHousekeeping(
  deps: Pick<Deps, 'db' | 'clock' | 'now' | 'log'>,
  rules: HouseRules,
  pace = PACE,
): Worker {
  const onFailure = (error: unknown) =>
    deps.log.error('housekeeping failed and is tried again in five minutes', { error: reasonOf(error) })
  const work = async (stopping: AbortSignal) => {
    await deps.clock.requireRight(deps.db)
    await noteRoutine(deps, HOUSEKEEPING, () => keepHouse(deps, rules, stopping))
  }
  return repeat(work, { name: 'housekeeping', ...pace, onFailure })
}
