import { setTimeout as sleep } from 'node:timers/promises'
import { HOUR, MINUTE } from '#contract/common/durations'
import type { Deps } from '../deps'
import { reasonOf } from '../errors'
import { type HouseRules, keepHouse } from '../services/administration/housekeeping'
import { HOUSEKEEPING, noteRoutine } from '../services/administration/installation/routines'
import { archiveHourly, type HourlyOptions } from '../services/archive/hourly'
import { deleteNext } from '../services/background/deletion'
import { FairShares } from '../services/background/fairShares'
import { backUpDaily, type DailyOptions } from '../services/backup/daily'
import { expireDownlinks } from '../services/devices/expiry'
import { type Pace, repeat, type Worker } from './worker'

/** Milliseconds: once an hour, and five minutes after a failure. */
const HOUSE_PACE: Pace = { period: HOUR, failed: 300_000 }

/** Does the housekeeping immediately and then every hour; sooner if something could not be done. Does nothing if the clock is wrong. */
export function startHousekeeping(
  deps: Pick<Deps, 'db' | 'clock' | 'now' | 'log'>,
  rules: HouseRules,
  pace = HOUSE_PACE,
): Worker {
  const onFailure = (error: unknown) =>
    deps.log.error('housekeeping failed and is tried again in five minutes', { error: reasonOf(error) })
  const work = async (stopping: AbortSignal) => {
    await deps.clock.requireRight(deps.db)
    await noteRoutine(deps, HOUSEKEEPING, () => keepHouse(deps, rules, stopping))
  }
  return repeat(work, { name: 'housekeeping', ...pace, onFailure })
}

const BACKUP_PACE: Pace = { period: MINUTE, failed: MINUTE }

/** Makes a backup every day, in one copy of the server. */
export function startBackups(
  deps: Pick<Deps, 'db' | 'now' | 'log' | 'dueRoutine'>,
  options: DailyOptions,
  pace = BACKUP_PACE,
): Worker {
  const onFailure = (error: unknown) =>
    deps.log.error('no backup was made; it is tried again', { reason: reasonOf(error) })
  const work = async (stopping: AbortSignal) => {
    await backUpDaily(deps, options, stopping)
  }
  return repeat(work, { name: 'backup', ...pace, bell: deps.dueRoutine.backup, onFailure })
}

const ARCHIVE_PACE: Pace = { period: MINUTE, failed: MINUTE }

/** Archives and drops messages that are too old, in one copy of the server. Does nothing if the clock is wrong. */
export function startArchive(
  deps: Pick<Deps, 'db' | 'clock' | 'now' | 'log' | 'dueRoutine'>,
  options: HourlyOptions,
  pace = ARCHIVE_PACE,
): Worker {
  const onFailure = (error: unknown) =>
    deps.log.error('messages were not archived; they stay in the database, and it is tried again', {
      reason: reasonOf(error),
    })
  const work = async (stopping: AbortSignal) => {
    await deps.clock.requireRight(deps.db)
    await archiveHourly(deps, options, stopping)
  }
  return repeat(work, { name: 'archive', ...pace, bell: deps.dueRoutine.archive, onFailure })
}

/** Milliseconds until it reads again, and after a failure. */
const DELETION_PACE: Pace = { period: 2000, failed: 5000 }
/** It rests this many times as long as a batch took, so that others hardly notice. */
const DELETION_REST = 3
/** Rows after which the log reports the progress. */
const LOG_EVERY = 100_000

/** Deletes the messages and deliveries of what was deleted, in batches. A server that starts continues where another one ended. */
export function startDeletion({ db, log }: Pick<Deps, 'db' | 'log'>, pace = DELETION_PACE): Worker {
  const work = async (stopping: AbortSignal) => {
    let began = performance.now()
    let rows = 0
    const logProgress = () => log.info('messages and deliveries of what was deleted are removed', { rows })
    const rest = async (deleted: number) => {
      rows += deleted
      if (rows % LOG_EVERY < deleted) logProgress()
      await sleep((performance.now() - began) * DELETION_REST, undefined, { signal: stopping })
      began = performance.now()
    }
    const isDone = await deleteNext(db.$client, rest)
    if (isDone) logProgress()
    return isDone
  }
  const onFailure = (error: unknown) => {
    const isStopped = error instanceof Error && error.name === 'AbortError'
    if (!isStopped) log.error('deleted messages cannot be removed', { reason: reasonOf(error) })
  }
  return repeat(work, { name: 'deletions', ...pace, onFailure })
}

/** Milliseconds until it reads again, and after a failure. */
const EXPIRY_PACE: Pace = { period: 5000, failed: 5000 }

/** Ends downlinks that have expired. Nothing waits for it: an expired downlink is not handed over in any case. */
export function startExpiry(deps: Pick<Deps, 'db' | 'now' | 'log'>, pace = EXPIRY_PACE): Worker {
  const shares = new FairShares()
  const onFailure = (error: unknown) => deps.log.error('downlinks do not expire', { reason: reasonOf(error) })
  return repeat(() => expireDownlinks(deps, shares), { name: 'expiry', ...pace, onFailure })
}
