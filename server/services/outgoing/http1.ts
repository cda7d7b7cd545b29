import { once } from 'node:events'
import http, { type IncomingMessage } from 'node:http'
import https from 'node:https'
import { TLSSocket } from 'node:tls'
import type { Session, Sessions } from './http2'
import type { Outgoing, Sending, Way } from './web'

/** The receiver has chosen HTTP/2. */
export class ChoseHttp2 extends Error {
  constructor(readonly session: Session) {
    super('HTTP/2')
  }
}

/** Options of a request for an agent; Node does not pass the signal to it. */
type Options = https.RequestOptions & Partial<Pick<Way, 'owner' | 'watch'>> & { until?: AbortSignal }

/** Connections of HTTP/1.1. Each serves one request at a time. */
interface Agents {
  /** Begins a request. Its answer may also fail with `ChoseHttp2`. */
  send: (request: Outgoing, way: Way) => Sending
  close: () => void
}

/**
 * Keeps connections of HTTP/1.1, and offers HTTP/2 on new secure ones.
 * @param idle milliseconds for which an idle connection is kept
 * @param most how many idle connections are kept
 */
export function openAgents(sessions: Sessions, idle: number, most: number): Agents {
  function keeping<Agent extends http.Agent>(agent: Agent): Agent {
    const nameOf = agent.getName.bind(agent)
    const keep = agent.keepSocketAlive.bind(agent)
    // Node adds the options of the connection to the name, those of TLS as well.
    agent.getName = (to?: Options) => `${to?.owner ?? ''} ${nameOf(to)}`
    agent.keepSocketAlive = (socket) => {
      const free = Object.values(agent.freeSockets).reduce((sum, those) => sum + (those?.length ?? 0), 0)
      return free < most && keep(socket)
    }
    return agent
  }

  function offering(agent: https.Agent): https.Agent {
    const connect = agent.createConnection.bind(agent)
    agent.createConnection = (to: Options, callback) => {
      const socket = connect(to)
      if (!(socket instanceof TLSSocket)) return socket
      to.watch?.(socket)
      const stop = () => socket.destroy(new Error('not needed any more'))
      to.until?.addEventListener('abort', stop)
      const settle = (error: Error | null) => {
        to.until?.removeEventListener('abort', stop)
        callback?.(error, socket)
      }
      socket.once('error', settle)
      // The session must be there before anything else comes.
      socket.once('secureConnect', () =>
        settle(socket.alpnProtocol === 'h2' ? new ChoseHttp2(sessions.open(to.owner ?? '', socket)) : null),
      )
      return undefined
    }
    return agent
  }

  const options = { keepAlive: true, maxFreeSockets: most, timeout: idle, scheduling: 'lifo' } as const
  const plain = keeping(new http.Agent(options))
  const secure = offering(keeping(new https.Agent({ ...options, ALPNProtocols: ['h2', 'http/1.1'] })))

  return {
    send({ method, url, headers, body }, { signal, ...way }) {
      const [request, agent] = url.protocol === 'https:' ? [https.request, secure] : [http.request, plain]
      const to: Options = { ...way, until: signal }
      const sending = request(url, { ...to, agent, method, headers: { Host: url.host, ...headers }, signal })
      // There may be more errors than the one that the answer fails with.
      sending.on('error', () => undefined)
      // The signal is needed here too: a receiver that switches protocols closes the request without an error.
      const answered = once(sending, 'response', { signal })
      sending.end(body ?? undefined)
      return {
        answer: answered.then(([answer]: IncomingMessage[]) => {
          if (!answer) throw new Error('no response')
          const { statusCode: status = 0, headers } = answer
          return { status, headers, body: answer, isWhole: () => answer.complete }
        }),
        isStale: () => sending.reusedSocket,
        end: () => sending.destroy(),
      }
    },
    close() {
      plain.destroy()
      secure.destroy()
    },
  }
}
