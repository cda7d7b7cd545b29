import { setTimeout as sleep } from 'node:timers/promises'
import type { Deps } from '../deps'
import { reasonOf } from '../errors'
import { derive, dueDevices } from '../services/series'
import { type Pace, repeat, type Worker } from './worker'

/** It looks again, and after a failure. */
const PACE: Pace = { period: 2000, failed: 5000 }
/** Devices of one look. */
const DEVICES = 200
/** It rests so many times as long as a device took, so that others hardly notice. */
const REST = 1

/**
 * Keeps the histories of values up to date. Any number of copies do it at the same time, each device in one of them; what one of
 * them began when it was killed is done by the next.
 */
export function startHistory({ db, log }: Pick<Deps, 'db' | 'log'>, pace = PACE): Worker {
  const work = async (stopping: AbortSignal) => {
    const devices = await dueDevices(db.$client, DEVICES)
    for (const device of devices) {
      if (stopping.aborted) return false
      const began = performance.now()
      await derive(db.$client, device)
      await sleep((performance.now() - began) * REST)
    }
    return devices.length === DEVICES
  }
  const onFailure = (error: unknown) =>
    log.error('the history of values falls behind', { reason: reasonOf(error) })
  return repeat(work, { ...pace, onFailure })
}
