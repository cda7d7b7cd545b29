import { setTimeout as sleep } from 'node:timers/promises'
import type { Deps } from '../deps'
import { reasonOf } from '../errors'
import { type HouseRules, keepHouse } from '../services/administration/housekeeping'
import { HOUSEKEEPING, noteRoutine } from '../services/administration/installation/routine'
import type { Worker } from './worker'

/** Milliseconds between two runs, and after one that failed. */
const PERIOD = 3_600_000
const PERIOD_FAILED = 300_000

/** Keeps house at once and then every hour; sooner when something could not be done. */
export function startHousekeeping(deps: Pick<Deps, 'db' | 'now' | 'log'>, rules: HouseRules): Worker {
  const stopping = new AbortController()
  const running = run(deps, rules, stopping.signal)
  return {
    stop: async () => {
      stopping.abort()
      await running
    },
  }
}

async function run(
  deps: Pick<Deps, 'db' | 'now' | 'log'>,
  rules: HouseRules,
  stopping: AbortSignal,
): Promise<void> {
  while (!stopping.aborted) {
    let period = PERIOD
    try {
      await noteRoutine(deps, HOUSEKEEPING, () => keepHouse(deps, rules))
    } catch (error) {
      period = PERIOD_FAILED
      deps.log.error('housekeeping failed and is tried again in five minutes', { error: reasonOf(error) })
    }
    await sleep(period, undefined, { signal: stopping }).catch(() => undefined)
  }
}
