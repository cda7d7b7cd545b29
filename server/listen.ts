import type { EventEmitter } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Server } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { createAdaptorServer } from '@hono/node-server'
import { ConfigError } from './config'

/** How long requests may continue after the server was told to stop, in milliseconds. */
const GRACE = 10_000

/** How long open connections may bring one more request, whose answer ends them, in milliseconds. */
const LAST_REQUESTS = 500

export interface Listening {
  port: number
  /** Ends each connection with its next answer, then accepts no new requests and waits for running ones. */
  close(): Promise<void>
}

/**
 * Serves an application.
 * @param port 0 for any free port
 * @throws ConfigError when the address cannot be used
 */
export async function listen(
  app: Pick<Parameters<typeof createAdaptorServer>[0], 'fetch'>,
  host: string,
  port: number,
): Promise<Listening> {
  const server = createAdaptorServer({ fetch: app.fetch })
  const endKeepAlive = keepAliveUntilTold(server)
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(explain(error, host, port)))
    server.listen(port, host, resolve)
  })
  const address = server.address()
  return {
    port: typeof address === 'object' && address ? address.port : port,
    close: async () => {
      endKeepAlive()
      if (await hasConnections(server)) await sleep(LAST_REQUESTS)
      await new Promise<void>((resolve) => {
        const overdue = setTimeout(
          () => 'closeAllConnections' in server && server.closeAllConnections(),
          GRACE,
        )
        server.close(() => {
          clearTimeout(overdue)
          resolve()
        })
        if ('closeIdleConnections' in server) server.closeIdleConnections()
      })
    },
  }
}

const hasConnections = async (server: Pick<Server, 'getConnections'>) =>
  new Promise<boolean>((resolve) => server.getConnections((error, count) => resolve(!error && count > 0)))

const endWith = (answer: ServerResponse) => {
  if (!answer.headersSent) answer.setHeader('Connection', 'close')
}

/**
 * Ends connections with the answer that they wait for, once the returned function is called: else a client that always has
 * another request would be cut off in the middle of one.
 */
function keepAliveUntilTold(server: EventEmitter): () => void {
  const unanswered = new Set<ServerResponse>()
  let isTold = false
  server.prependListener('request', (_request: IncomingMessage, answer: ServerResponse) => {
    if (isTold) return endWith(answer)
    unanswered.add(answer)
    answer.once('close', () => unanswered.delete(answer))
  })
  return () => {
    isTold = true
    for (const answer of unanswered) endWith(answer)
  }
}

function explain(error: Error, host: string, port: number) {
  const code = 'code' in error ? error.code : undefined
  if (code === 'EADDRINUSE')
    return new ConfigError(
      `Port ${port} of ${host} is taken. Stop what uses it, or choose another with PORT.`,
    )
  if (code === 'EACCES')
    return new ConfigError(`Port ${port} needs more rights. Choose one above 1023 with PORT.`)
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return new ConfigError(`HOST ${host} is no address of this machine.`)
  return error
}
