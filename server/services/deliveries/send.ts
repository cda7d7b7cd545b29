import { once } from 'node:events'
import http, { type IncomingMessage } from 'node:http'
import https from 'node:https'
import { type Failure, failureFor, type WebhookRequest } from '#contract/connectors'
import { failureOf, failureOfStatus } from './failure'
import { firstText } from './firstText'
import { destinationOf, type Web } from './web'

/** What came of a request. */
export interface Answer {
  /** Of the answer, if there was one. */
  status: number | null
  /** First bytes of the answer. */
  body: string | null
  /** Why it was no success; null when it was. */
  failure: Failure | null
}

/**
 * Sends one request on a connection of its own. Any status of 200 to 299 is a success; redirects are not followed.
 * It never fails: what went wrong is in the answer.
 */
export async function send(
  web: Web,
  { method, url: address, header, body }: WebhookRequest,
): Promise<Answer> {
  let status: number | null = null
  const timeout = AbortSignal.timeout(web.timeout)
  try {
    const url = new URL(address)
    const { request } = url.protocol === 'https:' ? https : http
    const sending = request(url, {
      ...destinationOf(web, url),
      method,
      headers: { Host: url.host, ...lengthOf(body), ...header },
      agent: false,
      signal: timeout,
    })
    // Whoever waits hears of the first error; there may be more.
    sending.on('error', () => undefined)
    try {
      // The signal here as well: a receiver that switches protocols closes the request without an error.
      const answered = once(sending, 'response', { signal: timeout })
      sending.end(body ?? undefined)
      const [answer]: IncomingMessage[] = await answered
      status = answer?.statusCode ?? 0
      const text = answer ? await firstText(answer) : null
      return { status, body: text, failure: failureOfStatus(status) }
    } finally {
      sending.destroy()
    }
  } catch (error) {
    return { status, body: null, failure: timeout.aborted ? lateOf(web) : failureOf(error) }
  }
}

const lateOf = ({ timeout }: Web) => failureFor('answer_late', timeout / 1000)

/** Node says the length of a body by itself with some methods only. */
const lengthOf = (body: string | null) =>
  body === null ? {} : { 'Content-Length': String(Buffer.byteLength(body)) }
