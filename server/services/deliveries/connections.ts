import http from 'node:http'
import https from 'node:https'

/** Milliseconds for which a connection is kept that nobody uses: most servers keep theirs for 5 s or longer. */
const IDLE = 4000
/** Most connections that are kept while nobody uses them. */
const IDLE_MAX = 256

/** Options of a request by a connection that is kept. */
export interface Kept extends Pick<http.RequestOptions, 'agent'> {
  owner: string
}

/** Connections to receivers that are kept for the next request. */
export interface Connections {
  /** @param owner who may use the connection again */
  keptFor: (protocol: string, owner: string) => Kept
  close: () => void
}

/**
 * Keeps connections to receivers. Each is used by one request at a time, and again only by its owner, for the same host, port,
 * certificate and authorities. Its address was checked when it was opened.
 */
export function openConnections({ idle = IDLE, most = IDLE_MAX } = {}): Connections {
  function shared<Agent extends http.Agent>(agent: Agent): Agent {
    const nameOf = agent.getName.bind(agent)
    const keep = agent.keepSocketAlive.bind(agent)
    // Node adds to the name what a connection is made with, of TLS as well.
    agent.getName = (to?: http.ClientRequestArgs & Partial<Kept>) => `${to?.owner ?? ''} ${nameOf(to)}`
    agent.keepSocketAlive = (socket) => {
      const free = Object.values(agent.freeSockets).reduce((sum, those) => sum + (those?.length ?? 0), 0)
      return free < most && keep(socket)
    }
    return agent
  }
  const options = { keepAlive: true, maxFreeSockets: most, timeout: idle, scheduling: 'lifo' } as const
  const [plain, secure] = [shared(new http.Agent(options)), shared(new https.Agent(options))]
  return {
    keptFor: (protocol, owner) => ({ agent: protocol === 'https:' ? secure : plain, owner }),
    close: () => {
      plain.destroy()
      secure.destroy()
    },
  }
}
