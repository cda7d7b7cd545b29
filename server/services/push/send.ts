import { PUSH_KEPT } from '#contract/push'
import type { Deps, PushKey } from '../../deps'
import { send } from '../outgoing/send'
import type { Web } from '../outgoing/web'
import { writePush } from './compose'
import { writeFirst } from './confirm'
import { encrypt } from './encrypt'
import { dropBrowser, dropPush, type PushJob, settlePush } from './queue'

export type PushDeps = Pick<Deps, 'db' | 'now' | 'log' | 'ownAddress'> & { pushKey: PushKey; web: Web }

/** Sends a push message that was taken, and stores the result. */
export async function sendPush(deps: PushDeps, job: PushJob): Promise<void> {
  const letter = await (job.event === 'first' ? writeFirst(deps, job.browserId) : writePush(deps, job))
  if (!letter) return dropPush(deps, job)
  const own = deps.ownAddress()
  const contact = own.startsWith('https:') ? own : `mailto:admin@${new URL(own).hostname}`
  const web: Web = { ...deps.web, refusal: 'push_private' }
  const { status, failure } = await send(web, {
    method: 'POST',
    url: letter.endpoint,
    header: {
      Authorization: await deps.pushKey.authorization(letter.endpoint, contact, deps.now()),
      'Content-Encoding': 'aes128gcm',
      'Content-Type': 'application/octet-stream',
      TTL: String(PUSH_KEPT),
      // The message of the end replaces that of the opening if that was not shown yet.
      Topic: job.alertId.replaceAll('-', ''),
      Urgency: 'high',
    },
    body: encrypt(letter.text, letter),
  })
  if (status === 404 || status === 410) {
    await dropBrowser(deps, job)
    deps.log.info('a browser gets no more push messages: its push service does not know it', { status })
    return
  }
  // Its refusals are final, except for too many requests.
  const isFinal = status !== null && status >= 300 && status < 500 && status !== 429
  await settlePush(deps, job, failure, isFinal || failure?.error_code === 'push_private')
}
