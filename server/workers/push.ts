import { Bell } from '../bell'
import { reasonOf } from '../errors'
import { type PushDeps, type PushJob, sendPush, takePushes } from '../services/push'
import { type Pace, repeat, type Worker } from './worker'

/** Most messages that one copy of the server sends at the same time, in all and of the spaces of one person. */
const HANDS = 64
const PER_PERSON = 16
/** Milliseconds until it looks for due push messages by itself, and after a failure. */
const PACE: Pace = { period: 3000, failed: 5000 }

/** Sends push messages. Several copies of the server may do it on one database: one of them sends each. */
export function startPush(deps: PushDeps, pace = PACE): Worker {
  const bell = new Bell()
  const running = new Map<PushJob, Promise<void>>()
  const onFailure = (error: unknown) =>
    deps.log.error('push messages cannot be sent', { reason: reasonOf(error) })
  const start = (job: PushJob) => {
    const work = sendPush(deps, job)
      .catch(onFailure)
      .finally(() => {
        running.delete(job)
        bell.ring()
      })
    running.set(job, work)
  }
  const work = async () => {
    const room = { free: HANDS - running.size, perPerson: PER_PERSON, inHand: [...running.keys()] }
    if (room.free > 0) for (const job of await takePushes(deps, room)) start(job)
  }
  const worker = repeat(work, { name: 'push', ...pace, bell, onFailure })
  return {
    stop: async () => {
      await worker.stop()
      await Promise.all(running.values())
    },
  }
}
