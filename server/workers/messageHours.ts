import { setTimeout as sleep } from 'node:timers/promises'
import type { Deps } from '../deps'
import { reasonOf } from '../errors'
import { countHour } from '../services/overview'
import { type Pace, repeat, type Worker } from './worker'

const PACE: Pace = { period: 15_000, failed: 15_000 }
/** It rests this many times as long as an hour took, so that counting many messages costs others little. */
const REST = 3

/**
 * Counts the messages of each hour repeatedly while the hour is recent, without any work in uplinks. Any number of copies may run it; one
 * at a time counts.
 */
export function startMessageHours(deps: Pick<Deps, 'db' | 'now' | 'log'>, pace = PACE): Worker {
  const work = async (stopping: AbortSignal) => {
    let next: number | null | undefined
    while (next !== null && !stopping.aborted) {
      const began = performance.now()
      // oxlint-disable-next-line no-await-in-loop -- one hour after the other
      next = await countHour(deps, next)
      await sleep(REST * (performance.now() - began), undefined, { signal: stopping }).catch(() => undefined)
    }
  }
  const onFailure = (error: unknown) =>
    deps.log.error('the messages of each hour cannot be counted', { reason: reasonOf(error) })
  return repeat(work, { name: 'message_hours', ...pace, onFailure })
}
