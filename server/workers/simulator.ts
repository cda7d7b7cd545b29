import { setTimeout as sleep } from 'node:timers/promises'
import { resume, type SimulatorDeps, tick } from '../demo'
import { reasonOf } from '../errors'
import type { Worker } from './worker'

/** Milliseconds between two ticks at speed 1, and after a failure. */
const PERIOD = 1000
const PERIOD_MIN = 20
const PERIOD_FAILED = 10_000

/**
 * Runs the devices that the demo came with: they wake at their times, send, receive downlinks and answer them. One with a
 * pending downlink asks for it within 10 to 20 seconds, sooner than a real one, so that people see the answer. Devices
 * that people claim are theirs, and never among them.
 * Several copies of the server may run it on one database: each wake-up is one transaction of one of them.
 */
export function startSimulator(deps: SimulatorDeps): Worker {
  const stopping = new AbortController()
  const running = run(deps, stopping.signal)
  return {
    stop: () => {
      stopping.abort()
      return running
    },
  }
}

async function run(deps: SimulatorDeps, stopping: AbortSignal): Promise<void> {
  let resumed = false
  while (!stopping.aborted) {
    let pause = Math.max(PERIOD_MIN, PERIOD / (deps.speed ?? 1))
    try {
      if (!resumed) await resume(deps)
      resumed = true
      await tick(deps, stopping)
    } catch (error) {
      pause = PERIOD_FAILED
      deps.log.error('The simulator failed', { reason: reasonOf(error) })
    }
    await sleep(pause, undefined, { signal: stopping }).catch(() => undefined)
  }
}
