import { performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Deps } from '../deps'
import { reasonOf } from '../errors'
import { judgeValues as judge } from '../services/alerts/values'
import { deriveDue, Pacing } from '../services/series'
import { type Pace, repeat, type Worker } from './worker'

/** It looks again when nothing waits, and after a failure. */
const PACE: Pace = { period: 2000, failed: 5000 }

/** While the event loop is always busy, calls need it: a rest is this many times as long as the turn before it. */
const BUSY = 3

/** Rests little while the event loop is half idle: the turns themselves keep it that busy. */
function restForOthers() {
  let before = performance.eventLoopUtilization()
  return async (took: number) => {
    const now = performance.eventLoopUtilization()
    const { utilization } = performance.eventLoopUtilization(now, before)
    before = now
    await sleep(BUSY * took * utilization ** 4)
  }
}

/**
 * Keeps the histories of values up to date. Any number of copies do it at the same time, each device in one of them; what one of
 * them began when it was killed is done by the next. While devices wait it goes on at once.
 */
export function startHistory({ db, now, log }: Pick<Deps, 'db' | 'now' | 'log'>, pace = PACE): Worker {
  const pacing = new Pacing()
  const rest = restForOthers()
  const onFailure = (error: unknown, device?: string) =>
    log.error('the history of values falls behind', { device, reason: reasonOf(error) })
  const work = async (stopping: AbortSignal) => {
    const { areMoreDue } = await deriveDue(db.$client, {
      now,
      judge,
      pacing,
      stopping,
      rest,
      onFailure: ({ deviceId }, error) => onFailure(error, deviceId),
    })
    return areMoreDue
  }
  return repeat(work, { name: 'histories', ...pace, onFailure })
}
