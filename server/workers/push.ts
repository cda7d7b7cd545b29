import { reasonOf } from '../errors'
import { type PushDeps, sendPushes } from '../services/push'
import { type Pace, repeat, type Worker } from './worker'

/** It looks for due push messages by itself, and after a failure. */
const PACE: Pace = { period: 3000, failed: 5000 }

/** Sends push messages. Several copies of the server may do it on one database: one of them sends each. */
export function startPush(deps: PushDeps, pace = PACE): Worker {
  const onFailure = (error: unknown) =>
    deps.log.error('push messages cannot be sent', { reason: reasonOf(error) })
  return repeat(() => sendPushes(deps), { ...pace, onFailure })
}
