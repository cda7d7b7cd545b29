import type { Deps } from '../deps'
import { reasonOf } from '../errors'
import { giveUpLost, type MailDeps, sendNext } from '../services/mail'
import type { Transport } from '../systems'
import { type Pace, repeat, type Worker } from './worker'

/** It looks for due e-mails by itself, and after a failure. */
const PACE: Pace = { period: 3000, failed: 5000 }

type MailWorkerDeps = MailDeps & Pick<Deps, 'dueMail'>

/**
 * Sends e-mails, one at a time. Several copies of the server may do it on one database: one of them sends each. It
 * starts when a call of this copy has stored an e-mail, and looks for due ones every few seconds.
 */
export function startMail(deps: MailWorkerDeps, transport: Transport, pace = PACE): Worker {
  const work = async (stopping: AbortSignal) => {
    await giveUpLost(deps)
    while (!stopping.aborted && (await sendNext(deps, transport, stopping)));
  }
  const onFailure = (error: unknown) => deps.log.error('E-mails cannot be sent', { reason: reasonOf(error) })
  return repeat(work, { name: 'mail', ...pace, bell: deps.dueMail, onFailure })
}
