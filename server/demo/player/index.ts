import { reasonOf } from '../../errors'
import { type Pace, repeat, type Worker } from '../../workers/worker'
import type { SimulatorDeps } from '../deps'
import { resume, tick } from './tick'

/** Between two ticks at speed 1, and after a failure. */
const PACE: Pace = { period: 1000, failed: 10_000 }
const PERIOD_MIN = 20

/**
 * Runs the devices that the demo came with: they wake at their times, send, receive downlinks and answer them. One with a pending downlink
 * asks for it within 10 to 20 seconds, sooner than a real one, so that people see the answer. Devices that people claim are theirs, and
 * never among them. Several copies of the server may run it on one database: each wake-up is one transaction of one of them.
 */
export function startSimulator(deps: SimulatorDeps, pace = PACE): Worker {
  let resumed = false
  const work = async (stopping: AbortSignal) => {
    if (!resumed) await resume(deps)
    resumed = true
    await tick(deps, stopping)
  }
  const period = Math.max(PERIOD_MIN, pace.period / (deps.speed ?? 1))
  const onFailure = (error: unknown) => deps.log.error('The simulator failed', { reason: reasonOf(error) })
  return repeat(work, { name: 'simulator', ...pace, period, onFailure })
}
