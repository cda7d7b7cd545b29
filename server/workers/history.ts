import { setTimeout as sleep } from 'node:timers/promises'
import type { Deps } from '../deps'
import { reasonOf } from '../errors'
import { deriveDue, Waits } from '../services/series'
import { type Pace, repeat, type Worker } from './worker'

/** It looks again, and after a failure. */
const PACE: Pace = { period: 2000, failed: 5000 }
/** It rests three times as long as a device took, so that others hardly notice. */
const rest = async (took: number) => sleep(3 * took)

/**
 * Keeps the histories of values up to date. Any number of copies do it at the same time, each device in one of them; what one of
 * them began when it was killed is done by the next.
 */
export function startHistory(
  { db, now, log, dueDeliveries }: Pick<Deps, 'db' | 'now' | 'log' | 'dueDeliveries'>,
  pace = PACE,
): Worker {
  const waits = new Waits()
  const onFailure = (error: unknown, device?: string) =>
    log.error('the history of values falls behind', { device, reason: reasonOf(error) })
  const work = async (stopping: AbortSignal) => {
    await deriveDue(db.$client, {
      now,
      waits,
      stopping,
      rest,
      onFailure: ({ deviceId }, error) => onFailure(error, deviceId),
    })
    // Alerts may have opened or ended.
    dueDeliveries.ring()
  }
  return repeat(work, { name: 'histories', ...pace, onFailure })
}
