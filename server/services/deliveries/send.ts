import { once } from 'node:events'
import http, { type IncomingMessage } from 'node:http'
import https from 'node:https'
import type { Readable } from 'node:stream'
import { ATTEMPT_TEXT_MAX_BYTES, type Failure, failureFor, type WebhookRequest } from '#contract/connectors'
import { inSpan } from '../../tracing'
import { failureOf, failureOfStatus } from './failure'
import { type ClientTls, destinationOf, secureOptionsOf, type Web } from './web'

/** A request, whose body may be bytes. */
type Outgoing = Omit<WebhookRequest, 'body'> & { body: string | Uint8Array | null; tls?: ClientTls | null }

/** The result of a request. */
export interface Answer {
  /** Null without a response. */
  status: number | null
  /** First bytes of the response. */
  body: string | null
  /** Null when it succeeded. */
  failure: Failure | null
  /** What a failed answer says in `Retry-After`. */
  retryAfter: string | null
}

/**
 * Sends one request on a new connection. Statuses from 200 to 299 are a success; redirects are not followed. It never
 * throws: the result has the failure.
 */
export const send = (web: Web, request: Outgoing): Promise<Answer> =>
  inSpan(
    { name: request.method, kind: 'client', attributes: { 'http.request.method': request.method } },
    async (tell) => {
      const answer = await exchange(web, request)
      const { status, failure } = answer
      tell({
        ...(status !== null && { 'http.response.status_code': status }),
        ...(failure?.error_code && { 'error.type': failure.error_code }),
      })
      return answer
    },
  )

async function exchange(
  web: Web,
  { method, url: address, header, body, tls = null }: Outgoing,
): Promise<Answer> {
  let status: number | null = null
  const timeout = AbortSignal.timeout(web.timeout)
  try {
    const url = new URL(address)
    const { request } = url.protocol === 'https:' ? https : http
    const sending = request(url, {
      ...destinationOf(web, url),
      ...secureOptionsOf(tls),
      method,
      headers: { Host: url.host, ...lengthOf(body), ...header },
      agent: false,
      signal: timeout,
    })
    // `once` rejects with the first error; there may be more.
    sending.on('error', () => undefined)
    try {
      // The signal is needed here too: a receiver that switches protocols closes the request without an error.
      const answered = once(sending, 'response', { signal: timeout })
      sending.end(body ?? undefined)
      const [answer]: IncomingMessage[] = await answered
      status = answer?.statusCode ?? 0
      const text = answer ? await firstText(answer) : null
      const failure = failureOfStatus(status)
      const retryAfter = (failure && answer?.headers['retry-after']) ?? null
      return { status, body: text, failure, retryAfter }
    } finally {
      sending.destroy()
    }
  } catch (error) {
    return { status, body: null, failure: timeout.aborted ? lateOf(web) : failureOf(error), retryAfter: null }
  }
}

const lateOf = ({ timeout }: Web) => failureFor('answer_late', timeout / 1000)

/** Node sets the length of a body by itself with some methods only. */
const lengthOf = (body: string | Uint8Array | null) =>
  body === null ? {} : { 'Content-Length': String(Buffer.byteLength(body)) }

/** The first bytes as text that PostgreSQL can store, without a character that is cut in half. */
export const textOf = (bytes: Uint8Array): string =>
  new TextDecoder()
    .decode(bytes.subarray(0, ATTEMPT_TEXT_MAX_BYTES), { stream: true })
    .replaceAll('\0', '\uFFFD')

/** Whether a text may be the beginning of a longer one; a character that does not fit is left out. */
export const isCut = (text: string): boolean => Buffer.byteLength(text) > ATTEMPT_TEXT_MAX_BYTES - 4

/** The first bytes of a stream; the rest is not read. */
async function firstText(stream: Readable): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of stream) {
    const bytes = Buffer.from(chunk)
    chunks.push(bytes)
    size += bytes.length
    if (size > ATTEMPT_TEXT_MAX_BYTES) break
  }
  return textOf(Buffer.concat(chunks))
}
