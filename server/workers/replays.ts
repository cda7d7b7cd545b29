import { Bell } from '../bell'
import type { Deps } from '../deps'
import { reasonOf } from '../errors'
import { fillReplay, findReplays, type ReplayKey } from '../services/replays/fill'
import { type Pace, repeat, type Worker } from './worker'

type ReplayDeps = Pick<Deps, 'db' | 'now' | 'dueDeliveries' | 'log'>

/** A worker of replays, and how it is notified that a delivery of one has ended. */
export interface Replays extends Worker {
  goOn: (key: ReplayKey) => void
}

/** Shortest time until a replay with a rate goes on, in milliseconds. */
const AGAIN_MIN = 50

/**
 * Sends the messages of replays, a few at a time: as many as are completed meanwhile. Several copies of the server may do it on one
 * database: one at a time works on a replay. It looks for replays that may go on each second.
 */
export function startReplays(deps: ReplayDeps, pace: Pace): Replays {
  const bell = new Bell()
  const queued = new Map<string, ReplayKey>()
  /** Timers of replays with a rate, by id, until each goes on. */
  const timers = new Map<string, NodeJS.Timeout>()
  let swept = Number.NEGATIVE_INFINITY
  const enqueue = (key: ReplayKey) => {
    queued.set(key.id, key)
    bell.ring()
  }
  const enqueueLater = (key: ReplayKey, milliseconds: number) => {
    clearTimeout(timers.get(key.id))
    const ring = () => {
      timers.delete(key.id)
      enqueue(key)
    }
    timers.set(key.id, setTimeout(ring, Math.max(milliseconds, AGAIN_MIN)))
  }
  const fill = async (key: ReplayKey) => {
    try {
      const { isDue, isMore, again } = await fillReplay(deps, key)
      if (isDue) deps.dueDeliveries.ring()
      if (isMore) queued.set(key.id, key)
      if (again !== null) enqueueLater(key, again)
    } catch (error) {
      deps.log.error('A replay could not go on', { id: key.id, reason: reasonOf(error) })
    }
  }
  const work = async () => {
    const keys = [...queued.values()]
    queued.clear()
    if (performance.now() - swept >= pace.period) {
      swept = performance.now()
      for (const key of await findReplays(deps.db.$client))
        if (!keys.some(({ id }) => id === key.id)) keys.push(key)
    }
    for (const key of keys) await fill(key)
    return queued.size > 0
  }
  const onFailure = (error: unknown) => deps.log.error('Replays cannot be read', { reason: reasonOf(error) })
  const worker = repeat(work, { name: 'replays', ...pace, bell, onFailure })
  return {
    goOn: enqueue,
    stop: async () => {
      await worker.stop()
      for (const timer of timers.values()) clearTimeout(timer)
    },
  }
}
