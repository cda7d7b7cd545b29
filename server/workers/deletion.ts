import { setTimeout as sleep } from 'node:timers/promises'
import type { Deps } from '../deps'
import { reasonOf } from '../errors'
import { deleteNext } from '../services/common/deletion'
import type { Worker } from './worker'

/** Milliseconds until it looks again, and after a failure. */
const PERIOD = 2000
const PERIOD_FAILED = 5000
/** It rests so many times as long as a batch took, so that others hardly notice. */
const REST = 3
/** Rows after which the log reports the progress. */
const TOLD_EVERY = 100_000

/**
 * Deletes the messages and deliveries of what was deleted, in batches. A server that starts continues where another one
 * ended.
 */
export function startDeletion(deps: Pick<Deps, 'db' | 'log'>): Worker {
  const stopping = new AbortController()
  const running = run(deps, stopping.signal)
  return {
    stop: async () => {
      stopping.abort()
      await running
    },
  }
}

async function run({ db, log }: Pick<Deps, 'db' | 'log'>, stopping: AbortSignal): Promise<void> {
  let began = performance.now()
  let rows = 0
  const tell = () => log.info('messages and deliveries of what was deleted are removed', { rows })
  const rest = async (deleted: number) => {
    rows += deleted
    if (rows % TOLD_EVERY < deleted) tell()
    await sleep((performance.now() - began) * REST, undefined, { signal: stopping })
    began = performance.now()
  }
  while (!stopping.aborted) {
    let period = PERIOD
    began = performance.now()
    rows = 0
    try {
      if (await deleteNext(db.$client, rest)) {
        tell()
        period = 0
      }
    } catch (error) {
      if (stopping.aborted) return
      period = PERIOD_FAILED
      log.error('deleted messages cannot be removed', { reason: reasonOf(error) })
    }
    await sleep(period, undefined, { signal: stopping }).catch(() => undefined)
  }
}
