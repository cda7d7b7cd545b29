import type { OutgoingHttpHeaders } from 'node:http'
import { type ClientHttp2Session, connect, constants } from 'node:http2'
import type { TLSSocket } from 'node:tls'
import { Closed, type Incoming, type Outgoing, type Sending } from './web'

/** An HTTP/2 connection. It serves many requests at a time. */
export interface Session {
  /** Begins a request. @param signal ends it */
  send: (request: Outgoing, signal: AbortSignal) => Sending
}

/** Connections of HTTP/2, by their owners. */
export interface Sessions {
  /** Finds a session that accepts requests. */
  find: (owner: string) => Session | null
  /** Opens a session on a new connection. Closes the connection if the owner already has a session. */
  open: (owner: string, socket: TLSSocket) => Session
  close: () => void
}

/**
 * Keeps connections of HTTP/2.
 * @param idle milliseconds for which an idle connection is kept
 * @param most how many idle connections are kept
 */
export function openSessions(idle: number, most: number): Sessions {
  const sessions = new Map<string, { session: Session; http2: ClientHttp2Session }>()
  const unused = new Set<ClientHttp2Session>()

  function sessionOf(http2: ClientHttp2Session): Session {
    let running = 0
    let isUsed = false
    let timer: NodeJS.Timeout | undefined
    const rest = () => {
      unused.add(http2)
      timer = setTimeout(() => http2.close(), idle)
    }
    const wake = () => {
      clearTimeout(timer)
      unused.delete(http2)
    }
    const leave = () => {
      running -= 1
      if (running > 0 || http2.closed) return
      if (unused.size < most) rest()
      else http2.close()
    }
    http2.once('close', wake)
    rest()
    return {
      send(request, signal) {
        const isReused = isUsed
        isUsed = true
        const stream = http2.request(headersOf(request), { endStream: request.body === null, signal })
        wake()
        running += 1
        stream.once('close', leave)
        // There may be more errors than the one that the answer fails with.
        stream.on('error', () => undefined)
        const isWhole = () => stream.readableEnded && stream.rstCode === constants.NGHTTP2_NO_ERROR
        const answer = new Promise<Incoming>((resolve, reject) => {
          stream.once('response', ({ ':status': status = 0, ...headers }) =>
            resolve({ status, headers, body: stream, isWhole }),
          )
          stream.once('error', reject)
          stream.once('close', () => reject(new Closed()))
        })
        if (request.body !== null) stream.end(request.body)
        return {
          answer,
          // A refused stream was not processed.
          isStale: () => isReused || stream.rstCode === constants.NGHTTP2_REFUSED_STREAM,
          end() {
            if (!stream.readableEnded) http2.close()
            stream.destroy()
          },
        }
      },
    }
  }

  const find = (owner: string) => {
    const found = sessions.get(owner)
    return found && !found.http2.closed && !found.http2.destroyed ? found.session : null
  }
  return {
    find,
    open(owner, socket) {
      const known = find(owner)
      if (known) {
        socket.destroy()
        return known
      }
      const http2 = connect('https://receiver.invalid', {
        createConnection: () => socket,
        settings: { enablePush: false },
      })
      // Each request gets its own error.
      http2.on('error', () => undefined)
      http2.once('close', () => {
        if (sessions.get(owner)?.http2 === http2) sessions.delete(owner)
      })
      const session = sessionOf(http2)
      sessions.set(owner, { session, http2 })
      return session
    },
    close() {
      for (const { http2 } of sessions.values()) http2.destroy()
    },
  }
}

/** A header that is left out, because HTTP/2 has no upgrade (RFC 9113, 8.2.2). */
const UPGRADES = 'http2-settings'

function headersOf({ method, url, headers }: Outgoing): OutgoingHttpHeaders {
  const named = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value] as const)
  return {
    ...Object.fromEntries(named.filter(([name]) => name !== UPGRADES)),
    [constants.HTTP2_HEADER_METHOD]: method,
    [constants.HTTP2_HEADER_SCHEME]: 'https',
    [constants.HTTP2_HEADER_AUTHORITY]: url.host,
    [constants.HTTP2_HEADER_PATH]: `${url.pathname}${url.search}`,
  }
}
