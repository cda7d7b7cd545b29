import { setMaxListeners } from 'node:events'
import { Agent, type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { type Question, requestOf } from './client'

/** How many answers had each status; 0 is a connection that was closed without one. */
export type Statuses = ReadonlyMap<number, number>

/** Asks again and again, on so many connections at a time that are kept open. */
export function crowd(url: string, connections: number, next: () => Question) {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const statuses = new Map<number, number>()
  const over = new AbortController()
  setMaxListeners(connections, over.signal)
  const one = () => {
    const { options, sent } = requestOf(url, next())
    return new Promise<number>((resolve) => {
      const asking = request({ ...options, agent, signal: over.signal })
      asking.once('error', () => resolve(0))
      asking.once('response', (answer: IncomingMessage) => {
        text(answer).then(
          () => resolve(answer.statusCode ?? 0),
          () => resolve(0),
        )
      })
      asking.end(sent)
    })
  }
  const running = Array.from({ length: connections }, async () => {
    while (!over.signal.aborted) {
      const status = await one()
      if (!over.signal.aborted) statuses.set(status, (statuses.get(status) ?? 0) + 1)
    }
  })
  return {
    statuses,
    async end(): Promise<Statuses> {
      over.abort()
      await Promise.all(running)
      agent.destroy()
      return statuses
    },
  }
}
