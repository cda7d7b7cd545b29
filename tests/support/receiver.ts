import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import { PATIENCE } from './patience'

/** A received request. */
export interface Received {
  method: string
  path: string
  headers: IncomingHttpHeaders
  body: string
  bytes: Buffer
  at: Date
  /** Port of the sender. */
  port: number | undefined
}

/** Answers a request; without a handler the receiver answers 204. */
export type Handler = (response: ServerResponse, request: Received) => void

export type Receiver = Awaited<ReturnType<typeof startReceiver>>

/** Starts a receiver of webhooks: a real HTTP server on the loopback that records its requests. */
export async function startReceiver({ port = 0 } = {}) {
  const received: Received[] = []
  const handlers = new Map<string, Handler>()
  let other: Handler = (answer) => void answer.writeHead(204).end()
  const take = async (incoming: IncomingMessage, response: ServerResponse) => {
    const { method = '', url: path = '', headers } = incoming
    const port = incoming.socket.remotePort
    const bytes = await buffer(incoming)
    const request = { method, path, headers, bytes, body: bytes.toString(), at: new Date(), port }
    received.push(request)
    const handle = handlers.get(path) ?? other
    handle(response, request)
  }
  const server = createServer((incoming, response) => {
    // Reading fails when the sender disconnects.
    take(incoming, response).catch(() => response.destroy())
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const address = server.address()
  const own = typeof address === 'object' && address ? address.port : port
  return {
    received,
    port: own,
    url: `http://127.0.0.1:${own}`,
    /** Sets the handler of a path. */
    on: (path: string, handler: Handler) => void handlers.set(path, handler),
    /** Sets the handler of all other paths. */
    any: (handler: Handler) => void (other = handler),
    /** Requests to a path. */
    at: (path: string) => received.filter((request) => request.path === path),
    /** Requests to a path, as soon as there are `count`. */
    arrivals: async (path: string, count = 1) => {
      let [most, until] = [-1, 0]
      for (;;) {
        const found = received.filter((request) => request.path === path)
        if (found.length >= count) return found
        // Each one that comes shows that it goes on.
        if (found.length > most) [most, until] = [found.length, Date.now() + PATIENCE]
        if (Date.now() > until) throw new Error(`${found.length} of ${count} requests came to ${path}`)
        await wait(20)
      }
    },
    stop: () => {
      server.closeAllConnections()
      return new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}
