import { once } from 'node:events'
import http, { type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import https from 'node:https'
import { type Failure, failureFor, type WebhookRequest } from '#contract/connectors'
import { inSpan } from '../../tracing'
import { type AnswerBody, readBody } from './answer'
import type { Connections } from './connections'
import { failureOf, failureOfStatus } from './failure'
import { NO_PEER, watchPeer } from './peer'
import { type ClientTls, destinationOf, secureOptionsOf, type Web } from './web'

/** A request, whose body may be bytes. */
interface Outgoing extends Omit<WebhookRequest, 'body'> {
  body: string | Uint8Array | null
  tls?: ClientTls | null
  /** Keeps the connection for the next request of the owner; else it is a new one, which ends with the request. */
  keep?: { connections: Connections; owner: string }
}

/** The result of a request. */
export interface Answer {
  /** Null without a response. */
  status: number | null
  headers: IncomingHttpHeaders
  /** Null without a complete response. */
  body: AnswerBody | null
  /** Null when it succeeded. */
  failure: Failure | null
}

/**
 * Sends one request. Statuses from 200 to 299 are a success when the answer has ended; redirects are not followed. It never
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

/** Errors of a connection that the receiver has closed. */
const CLOSED: ReadonlySet<unknown> = new Set(['ECONNRESET', 'EPIPE'])

async function exchange(web: Web, outgoing: Outgoing): Promise<Answer> {
  const timeout = AbortSignal.timeout(web.timeout)
  const { isStale, ...answer } = await attempt(web, outgoing, timeout)
  if (!isStale) return answer
  const { isStale: _, ...again } = await attempt(web, { ...outgoing, keep: undefined }, timeout)
  return again
}

/**
 * @returns with `isStale` where the receiver has closed a kept connection before it answered anything: its time was over, which says nothing of
 * the request
 */
async function attempt(
  web: Web,
  { method, url: address, header, body, tls = null, keep }: Outgoing,
  timeout: AbortSignal,
): Promise<Answer & { isStale: boolean }> {
  const told: Pick<Answer, 'status' | 'headers'> = { status: null, headers: {} }
  let isReused = false
  let peer = NO_PEER
  try {
    const url = new URL(address)
    const { request } = url.protocol === 'https:' ? https : http
    const sending = request(url, {
      ...destinationOf(web, url),
      ...secureOptionsOf(tls),
      method,
      headers: { Host: url.host, ...lengthOf(body), ...header },
      ...(keep ? keep.connections.keptFor(url.protocol, keep.owner) : { agent: false }),
      signal: timeout,
    })
    // `once` rejects with the first error; there may be more.
    sending.on('error', () => undefined)
    sending.on('socket', (socket) => {
      if (!sending.reusedSocket) peer = watchPeer(socket)
    })
    try {
      // The signal is needed here too: a receiver that switches protocols closes the request without an error.
      const answered = once(sending, 'response', { signal: timeout })
      sending.end(body ?? undefined)
      const [answer]: IncomingMessage[] = await answered
      if (!answer) throw new Error('no response')
      told.status = answer.statusCode ?? 0
      told.headers = answer.headers
      const read = await readBody(answer)
      // One without a length ends with its connection, which the signal closes.
      timeout.throwIfAborted()
      return { ...told, body: read, failure: failureOfStatus(told.status), isStale: false }
    } finally {
      isReused = sending.reusedSocket
      sending.destroy()
    }
  } catch (error) {
    const failure = timeout.aborted ? failureFor('answer_late', web.timeout / 1000) : failureOf(error, peer)
    const code = error instanceof Error && 'code' in error ? error.code : null
    const isStale = isReused && told.status === null && CLOSED.has(code) && !timeout.aborted
    return { ...told, body: null, failure, isStale }
  }
}

/** Node sets the length of a body by itself with some methods only. */
const lengthOf = (body: string | Uint8Array | null) =>
  body === null ? {} : { 'Content-Length': String(Buffer.byteLength(body)) }
