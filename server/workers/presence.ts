import { MINUTE } from '#contract/common/durations'
import type { Deps } from '../deps'
import { reasonOf } from '../errors'
import { checkStoring, faultsOf, machineFaults } from '../services/administration/health'
import { type Copy, forgetCopy, noteCopy } from '../services/administration/installation/copies'
import { settleHours } from '../services/administration/installation/hours'
import { type Pace, repeat, type Worker } from './worker'

const PACE: Pace = { period: MINUTE, failed: MINUTE }

/**
 * Records once a minute that this copy of the server works, and the faults of its machine; removes that when it stops. It counts each hour
 * of messages when it has ended.
 */
export function startPresence(
  deps: Pick<Deps, 'db' | 'readOnly' | 'clock' | 'now' | 'log' | 'settings'>,
  copy: Copy,
  pace = PACE,
): Worker {
  const logFaults = (faults: readonly string[]) => {
    for (const fault of faults) deps.log.error(fault)
  }
  const report = async () => {
    await deps.clock.compare(deps.db)
    await checkStoring(deps)
    await noteCopy(deps, copy)
  }
  const work = async () => {
    try {
      await report()
    } catch (error) {
      // A full disk may be the reason.
      logFaults(await machineFaults(deps))
      throw error
    }
    logFaults(await faultsOf(deps))
    await settleHours(deps)
  }
  const onFailure = (error: unknown) =>
    deps.log.error('this copy cannot record that it is running', { reason: reasonOf(error) })
  const worker = repeat(work, { name: 'presence', ...pace, onFailure })
  return {
    stop: async () => {
      await worker.stop()
      // Otherwise it is deleted in some minutes.
      await forgetCopy(deps.db, copy.id).catch(() => undefined)
    },
  }
}
