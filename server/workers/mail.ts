import type { Deps } from '../deps'
import { reasonOf } from '../errors'
import { giveUpLost, type MailDeps, sendNext, type Transport } from '../services/mail'
import type { Worker } from './worker'

/** Milliseconds until the worker looks for due e-mails by itself, and after a failure. */
const PERIOD = 3000
const PERIOD_FAILED = 5000

type MailWorkerDeps = MailDeps & Pick<Deps, 'dueMail'>

/**
 * Sends e-mails, one at a time. Several copies of the server may do it on one database: one of them sends each. It
 * starts when a call of this copy has stored an e-mail, and looks for due ones every few seconds.
 */
export function startMail(deps: MailWorkerDeps, transport: Transport): Worker {
  const stopping = new AbortController()
  const running = run(deps, transport, stopping.signal)
  return {
    stop: () => {
      stopping.abort()
      deps.dueMail.ring()
      return running
    },
  }
}

async function run(deps: MailWorkerDeps, transport: Transport, stopping: AbortSignal): Promise<void> {
  while (!stopping.aborted) {
    let period = PERIOD
    try {
      await giveUpLost(deps)
      while (!stopping.aborted && (await sendNext(deps, transport, stopping)));
    } catch (error) {
      period = PERIOD_FAILED
      deps.log.error('E-mails cannot be sent', { reason: reasonOf(error) })
    }
    await deps.dueMail.wait(period)
  }
}
