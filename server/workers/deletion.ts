import { setTimeout as sleep } from 'node:timers/promises'
import type { Deps } from '../deps'
import { reasonOf } from '../errors'
import { deleteNext } from '../services/common/deletion'
import { type Pace, repeat, type Worker } from './worker'

/** Milliseconds until it reads again, and after a failure. */
const PACE: Pace = { period: 2000, failed: 5000 }
/** It rests this many times as long as a batch took, so that others hardly notice. */
const REST = 3
/** Rows after which the log reports the progress. */
const TOLD_EVERY = 100_000

/** Deletes the messages and deliveries of what was deleted, in batches. A server that starts continues where another one ended. */
export function startDeletion({ db, log }: Pick<Deps, 'db' | 'log'>, pace = PACE): Worker {
  const work = async (stopping: AbortSignal) => {
    let began = performance.now()
    let rows = 0
    const tell = () =>
      log.info('messages and deliveries of deleted devices, connectors and spaces are removed', { rows })
    const rest = async (deleted: number) => {
      rows += deleted
      if (rows % TOLD_EVERY < deleted) tell()
      await sleep((performance.now() - began) * REST, undefined, { signal: stopping })
      began = performance.now()
    }
    const isDone = await deleteNext(db.$client, rest)
    if (isDone) tell()
    return isDone
  }
  const onFailure = (error: unknown) => {
    const isStopped = error instanceof Error && error.name === 'AbortError'
    if (!isStopped) log.error('deleted messages cannot be removed', { reason: reasonOf(error) })
  }
  return repeat(work, { name: 'deletions', ...pace, onFailure })
}
