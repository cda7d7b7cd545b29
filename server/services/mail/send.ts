import { setTimeout as sleep } from 'node:timers/promises'
import { isDatabaseAway } from '../../db/away'
import type { Outcome, Transport } from '../../systems'
import { type MailDeps, type MailJob, settleMail, takeMail } from './queue'

/** Milliseconds between two attempts to note a result while the database is away. */
const PAUSE = 2000

/**
 * Sends the next due e-mail. It is sent once, whatever the database does meanwhile: the result is noted when it is back.
 * @returns whether there was one
 */
export async function sendNext(
  deps: MailDeps,
  transport: Transport,
  stopping: AbortSignal,
): Promise<boolean> {
  const job = await takeMail(deps)
  if (!job) return false
  const { id, attempt, letter } = job
  if (!letter) return true
  const outcome = await transport(letter)
  await note(deps, job, outcome, stopping)
  if (outcome.state === 'sent')
    deps.log.info(`an e-mail was ${deps.settings.console.sendsMail ? 'sent' : 'written'}`, { id, attempt })
  else deps.log.error('an e-mail was not sent', { id, attempt, reason: outcome.reason })
  return true
}

async function note(deps: MailDeps, job: MailJob, outcome: Outcome, stopping: AbortSignal) {
  for (;;) {
    try {
      return await settleMail(deps, job, outcome)
    } catch (error) {
      if (!isDatabaseAway(error) || stopping.aborted) throw error
    }
    await sleep(PAUSE, undefined, { signal: stopping }).catch(() => undefined)
  }
}
