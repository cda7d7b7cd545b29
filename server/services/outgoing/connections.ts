import { ChoseHttp2, openAgents } from './http1'
import { openSessions } from './http2'
import type { Outgoing, Sending, Way } from './web'

/** Milliseconds for which an idle connection is kept: most servers keep theirs for 5 s or longer. */
const IDLE = 4000
/** Most idle connections that are kept for each version of HTTP. */
const IDLE_MAX = 256

/** Connections to receivers, kept for later requests. */
export interface Connections {
  /** Begins a request, by HTTP/2 if a secure receiver offers it. */
  send: (request: Outgoing, way: Way) => Sending
  close: () => void
}

/** Keeps connections to receivers. Each is reused only by its owner. Its address was checked when it was opened. */
export function openConnections({ idle = IDLE, most = IDLE_MAX } = {}): Connections {
  const sessions = openSessions(idle, most)
  const agents = openAgents(sessions, idle, most)
  return {
    send(request, way) {
      const session = sessions.find(way.owner)
      if (session) return session.send(request, way.signal)
      let sending = agents.send(request, way)
      const answer = sending.answer.catch((error: unknown) => {
        if (!(error instanceof ChoseHttp2)) throw error
        sending = error.session.send(request, way.signal)
        return sending.answer
      })
      return { answer, isStale: () => sending.isStale(), end: () => sending.end() }
    },
    close() {
      sessions.close()
      agents.close()
    },
  }
}
