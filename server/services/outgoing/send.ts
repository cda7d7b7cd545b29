import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http'
import { type Failure, failureFor, type WebhookRequest } from '#contract/connectors'
import { inSpan } from '../../tracing'
import { type AnswerBody, readBody } from './answer'
import { type Connections, openConnections } from './connections'
import { failureOf, failureOfStatus, NO_PEER, watchPeer } from './failure'
import { type ClientTls, destinationOf, type Sending, secureOptionsOf, type Web } from './web'

/** A request, whose body may be bytes. */
interface Outgoing extends Omit<WebhookRequest, 'body'> {
  body: string | Uint8Array | null
  tls?: ClientTls | null
  /** Keeps the connection for the owner's next request; otherwise a new connection ends with the request. */
  keep?: { connections: Connections; owner: string }
}

/** The result of a request. */
export interface Answer {
  /** Null if there was no response. */
  status: number | null
  headers: IncomingHttpHeaders
  /** Null if there was no complete response. */
  body: AnswerBody | null
  /** Null when it succeeded. */
  failure: Failure | null
}

/**
 * Sends one request. Statuses from 200 to 299 are a success once the answer has ended; redirects are not followed. Never rejects: the
 * result has the failure.
 */
export const send = (web: Web, request: Outgoing): Promise<Answer> =>
  inSpan(
    { name: request.method, kind: 'client', attributes: { 'http.request.method': request.method } },
    async (setAttributes) => {
      const answer = await exchange(web, request)
      const { status, failure } = answer
      setAttributes({
        ...(status !== null && { 'http.response.status_code': status }),
        ...(failure?.error_code && { 'error.type': failure.error_code }),
      })
      return answer
    },
  )

/** Errors of a connection that the receiver has closed. */
const CLOSED: ReadonlySet<unknown> = new Set([
  'ECONNRESET',
  'EPIPE',
  'ERR_HTTP2_GOAWAY_SESSION',
  'ERR_HTTP2_INVALID_SESSION',
  'ERR_HTTP2_SESSION_ERROR',
  'ERR_HTTP2_STREAM_ERROR',
])

async function exchange(web: Web, outgoing: Outgoing): Promise<Answer> {
  const signal = AbortSignal.timeout(web.timeout)
  const { isStale, ...answer } = await attempt(web, outgoing, signal)
  if (!isStale) return answer
  const { isStale: _, ...again } = await attempt(web, { ...outgoing, keep: undefined }, signal)
  return again
}

/**
 * Makes one attempt. @returns with `isStale` if the receiver closed a kept connection before it answered: the connection had expired, which
 * says nothing about the request
 */
async function attempt(
  web: Web,
  { method, url: address, header, body, tls = null, keep }: Outgoing,
  signal: AbortSignal,
): Promise<Answer & { isStale: boolean }> {
  const head: Pick<Answer, 'status' | 'headers'> = { status: null, headers: {} }
  const connections = keep?.connections ?? openConnections()
  let sending: Sending | null = null
  let peer = NO_PEER
  try {
    const url = new URL(address)
    sending = connections.send(
      { method, url, headers: { ...signInOf(url), ...lengthOf(body), ...header }, body },
      {
        ...destinationOf(web, url),
        ...secureOptionsOf(tls),
        owner: JSON.stringify([keep?.owner, url.origin, tls]),
        signal,
        watch: (socket) => (peer = watchPeer(socket)),
      },
    )
    const answer = await sending.answer
    head.status = answer.status
    head.headers = answer.headers
    const read = await readBody(answer)
    // An answer without a length ends with its connection, which the signal closes.
    signal.throwIfAborted()
    return { ...head, body: read, failure: failureOfStatus(head.status), isStale: false }
  } catch (error) {
    const failure = signal.aborted ? failureFor('answer_late', web.timeout / 1000) : failureOf(error, peer)
    const code = error instanceof Error && 'code' in error ? error.code : null
    const isStale = head.status === null && sending?.isStale() === true && CLOSED.has(code) && !signal.aborted
    return { ...head, body: null, failure, isStale }
  } finally {
    sending?.end()
    if (!keep) connections.close()
  }
}

/** Node sets the length of a body by itself only for some methods. */
const lengthOf = (body: string | Uint8Array | null): OutgoingHttpHeaders =>
  body === null ? {} : { 'Content-Length': String(Buffer.byteLength(body)) }

/** A name and a password in the address are sent as credentials. */
function signInOf({ username, password }: URL): OutgoingHttpHeaders {
  if (!username && !password) return {}
  const both = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`
  return { Authorization: `Basic ${Buffer.from(both).toString('base64')}` }
}
