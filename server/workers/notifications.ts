import { Bell } from '../bell'
import type { Deps } from '../deps'
import { reasonOf } from '../errors'
import type { MailDeps } from '../services/mail/compose'
import { planDigests } from '../services/mail/letters/digest'
import { giveUpLost, sendNext } from '../services/mail/queue'
import { notifyDue } from '../services/notifications/due'
import { type PushJob, takePushes } from '../services/push/queue'
import { type PushDeps, sendPush } from '../services/push/send'
import type { Transport } from '../systems'
import { type Pace, repeat, type Worker } from './worker'

/** Milliseconds until it looks for due e-mails by itself, and after a failure. */
const MAIL_PACE: Pace = { period: 3000, failed: 5000 }

type MailWorkerDeps = MailDeps & Pick<Deps, 'dueMail'>

/**
 * Sends e-mails, one at a time. Several copies of the server may do it on one database: one of them sends each. It starts when a call of
 * this copy has stored an e-mail, and looks for due ones every few seconds.
 */
export function startMail(deps: MailWorkerDeps, transport: Transport, pace = MAIL_PACE): Worker {
  const work = async (stopping: AbortSignal) => {
    await giveUpLost(deps)
    while (!stopping.aborted && (await sendNext(deps, transport, stopping)));
  }
  const onFailure = (error: unknown) => deps.log.error('E-mails cannot be sent', { reason: reasonOf(error) })
  return repeat(work, { name: 'mail', ...pace, bell: deps.dueMail, onFailure })
}

const NOTIFICATIONS_PACE: Pace = { period: 1000, failed: 5000 }

/**
 * Notifies people and connectors about alerts. Any number of copies may do it at the same time.
 * @param wait milliseconds without a new episode before the opening of an alert is notified
 */
export function startNotifications(
  deps: Pick<Deps, 'db' | 'now' | 'log' | 'dueMail' | 'dueDeliveries'>,
  wait: number,
  pace = NOTIFICATIONS_PACE,
): Worker {
  const { now, log, dueMail, dueDeliveries } = deps
  const onFailure = (error: unknown, failed: object = {}) =>
    log.error('people and connectors cannot be notified about alerts', { ...failed, reason: reasonOf(error) })
  const onStored = () => {
    dueMail.ring()
    dueDeliveries.ring()
  }
  const work = (stopping: AbortSignal) =>
    notifyDue(deps, { now, wait, stopping, onStored, onFailure: (failed, error) => onFailure(error, failed) })
  return repeat(work, { name: 'notifications', ...pace, onFailure })
}

const DIGESTS_PACE: Pace = { period: 30_000, failed: 30_000 }

/** Stores the daily e-mails about alerts when their hours come. Any number of copies may do it. */
export function startDigests(
  deps: Pick<Deps, 'db' | 'now' | 'log' | 'dueMail'>,
  pace = DIGESTS_PACE,
): Worker {
  const onFailure = (error: unknown, failed: object = {}) =>
    deps.log.error('daily e-mails cannot be planned', { ...failed, reason: reasonOf(error) })
  const work = async () => {
    const stored = await planDigests(deps, (failed, error) => onFailure(error, failed))
    if (stored > 0) deps.dueMail.ring()
  }
  return repeat(work, { name: 'digests', ...pace, onFailure })
}

/** Most messages that one copy of the server sends at the same time, in all and of the spaces of one person. */
const HANDS = 64
const PER_PERSON = 16
/** Milliseconds until it looks for due push messages by itself, and after a failure. */
const PUSH_PACE: Pace = { period: 3000, failed: 5000 }

/** Sends push messages. Several copies of the server may do it on one database: one of them sends each. */
export function startPush(deps: PushDeps, pace = PUSH_PACE): Worker {
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
