import { setTimeout as sleep } from 'node:timers/promises'
import type { Deps } from '../deps'
import { reasonOf } from '../errors'
import { type Copy, forgetCopy, noteCopy } from '../services/administration/installation/copies'
import { settleHours } from '../services/administration/installation/hours'
import type { Worker } from './worker'

const MINUTE = 60_000

/**
 * Notes once a minute that this copy of the server works, and takes that back when it stops. It counts each hour of messages
 * when it is over.
 */
export function startPresence(deps: Pick<Deps, 'db' | 'now' | 'log'>, copy: Copy): Worker {
  const stopping = new AbortController()
  const running = run(deps, copy, stopping.signal)
  return {
    stop: async () => {
      stopping.abort()
      await running
      // Else it is forgotten in some minutes.
      await forgetCopy(deps.db, copy.id).catch(() => undefined)
    },
  }
}

async function run(deps: Pick<Deps, 'db' | 'now' | 'log'>, copy: Copy, stopping: AbortSignal): Promise<void> {
  while (!stopping.aborted) {
    try {
      await noteCopy(deps, copy)
      await settleHours(deps)
    } catch (error) {
      deps.log.error('this copy cannot note that it works', { reason: reasonOf(error) })
    }
    await sleep(MINUTE, undefined, { signal: stopping }).catch(() => undefined)
  }
}
