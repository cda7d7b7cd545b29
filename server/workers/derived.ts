import { performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Deps } from '../deps'
import { reasonOf } from '../errors'
import { evaluateRound, type LastEvaluations } from '../services/alerts/evaluation/round'
import { evaluateValues } from '../services/alerts/evaluation/values'
import { advanceMutes, type OnMuteFailure } from '../services/alerts/repeatingMutes'
import { countHour } from '../services/overview/hours'
import { deriveDue } from '../services/series/store/derive'
import { Pacing } from '../services/series/store/pacing'
import { findScopes } from '../services/views/scope'
import { type Pace, repeat, type Worker } from './worker'

const muteFailure =
  (log: Deps['log']): OnMuteFailure =>
  (failed, error) =>
    log.error('a mute cannot be advanced', { ...failed, reason: reasonOf(error) })

const ALERTS_PACE: Pace = { period: 5000, failed: 5000 }

/**
 * Opens and ends the alerts that no message triggers: silence. Measured values are evaluated where their history is derived. Any number of
 * copies may do it at the same time.
 */
export function startAlerts({ db, now, log }: Pick<Deps, 'db' | 'now' | 'log'>, pace = ALERTS_PACE): Worker {
  const onFailure = (error: unknown, failed: object = {}) =>
    log.error('alert rules cannot be evaluated', { ...failed, reason: reasonOf(error) })
  const lastEvaluations: LastEvaluations = new Map()
  const work = async (stopping: AbortSignal) => {
    await advanceMutes({ db, now }, muteFailure(log))
    await findScopes(db.$client, { now, stopping, onFailure: (failed, error) => onFailure(error, failed) })
    return evaluateRound(db.$client, {
      now,
      stopping,
      lastEvaluations,
      onFailure: (failed, error) => onFailure(error, failed),
    })
  }
  return repeat(work, { name: 'alerts', ...pace, onFailure })
}

/** Milliseconds until it reads again when nothing waits, and after a failure. */
const HISTORY_PACE: Pace = { period: 2000, failed: 5000 }

/** While the event loop is always busy, calls need it: a rest is this many times as long as the batch before it. */
const BUSY = 3

/** Rests little while the event loop is half idle: the batches themselves keep it that busy. */
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
 * Keeps the histories of values up to date. Any number of copies do it at the same time, each device in one of them; the work of a killed
 * one is done by the next. While devices wait it goes on immediately.
 */
export function startHistory(
  { db, now, log }: Pick<Deps, 'db' | 'now' | 'log'>,
  pace = HISTORY_PACE,
): Worker {
  const pacing = new Pacing()
  const rest = restForOthers()
  const onFailure = (error: unknown, device?: string) =>
    log.error('the history of values falls behind', { device, reason: reasonOf(error) })
  const work = async (stopping: AbortSignal) => {
    await advanceMutes({ db, now }, muteFailure(log))
    const { areMoreDue } = await deriveDue(db.$client, {
      now,
      evaluate: evaluateValues,
      pacing,
      stopping,
      rest,
      onFailure: ({ deviceId }, error) => onFailure(error, deviceId),
    })
    return areMoreDue
  }
  return repeat(work, { name: 'histories', ...pace, onFailure })
}

const HOURS_PACE: Pace = { period: 15_000, failed: 15_000 }
/** It rests this many times as long as an hour took, so that counting many messages costs others little. */
const HOURS_REST = 3

/**
 * Counts the messages of each hour repeatedly while the hour is recent, without any work in uplinks. Any number of copies may run it; one
 * at a time counts.
 */
export function startMessageHours(deps: Pick<Deps, 'db' | 'now' | 'log'>, pace = HOURS_PACE): Worker {
  const work = async (stopping: AbortSignal) => {
    let next: number | null | undefined
    while (next !== null && !stopping.aborted) {
      const began = performance.now()
      // oxlint-disable-next-line no-await-in-loop -- one hour after the other
      next = await countHour(deps, next)
      await sleep(HOURS_REST * (performance.now() - began), undefined, { signal: stopping }).catch(
        () => undefined,
      )
    }
  }
  const onFailure = (error: unknown) =>
    deps.log.error('the messages of hours are not counted', { reason: reasonOf(error) })
  return repeat(work, { name: 'message_hours', ...pace, onFailure })
}
