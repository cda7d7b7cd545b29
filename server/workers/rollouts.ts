import { performance } from 'node:perf_hooks'
import type { Deps } from '../deps'
import { reasonOf } from '../errors'
import { FairShares } from '../services/background/fairShares'
import { advanceRollout, type DueRollout, findDueRollouts } from '../services/rollouts/advance'
import { type Pace, repeat, type Worker } from './worker'

/** Milliseconds until it looks for roll-outs that are due, and after a failure. */
const PACE: Pace = { period: 1000, failed: 5000 }

/** Milliseconds after which it looks again which roll-outs are due, so that none waits for all orders of another one. */
const ROUND = 1000

/**
 * Goes on with roll-outs, one step after the other, in fair shares of people and their spaces. Any number of copies do it at the same time,
 * each roll-out in one of them.
 */
export function startRollouts(
  deps: Pick<Deps, 'db' | 'now' | 'log' | 'dueDeliveries' | 'dueMail' | 'dueRollouts'>,
  pace = PACE,
): Worker {
  const shares = new FairShares()
  const onFailure = (error: unknown, one?: DueRollout) =>
    deps.log.error('roll-outs cannot go on', { id: one?.id, reason: reasonOf(error) })
  const step = async (one: DueRollout): Promise<boolean> => {
    const began = performance.now()
    try {
      return await advanceRollout(deps, one)
    } catch (error) {
      onFailure(error, one)
      return false
    } finally {
      shares.note(one, performance.now() - began)
    }
  }
  const work = async (stopping: AbortSignal) => {
    const began = performance.now()
    const waiting = new Set(await findDueRollouts(deps))
    while (!stopping.aborted && performance.now() - began < ROUND) {
      const next = shares.next([...waiting])
      if (!next) return false
      if (!(await step(next))) waiting.delete(next)
    }
    return waiting.size > 0
  }
  return repeat(work, { name: 'rollouts', ...pace, bell: deps.dueRollouts, onFailure })
}
