import { createServer, type Server } from 'node:http'
import { Server as PortServer } from 'node:net'
import { setImmediate as nextRound, setTimeout as sleep } from 'node:timers/promises'
import { getRequestListener, RequestError } from '@hono/node-server'
import { ConfigError } from '../config/config'
import { GRANTS, type Grants, guard } from '../http/guard'

/** Milliseconds for which requests may continue after the server was asked to stop. */
const GRACE = 10_000

/** Milliseconds for which open connections may bring one more request, whose answer ends them. */
const LAST_REQUESTS = 500

/**
 * Milliseconds for which a connection may wait for its next request. A proxy must be the one that gives up, otherwise it sends a request on
 * a connection that ends: those of nginx, Caddy and balancers wait for one to ten minutes.
 */
const IDLE = { stranger: 5000, proxy: 620_000 }

export interface Listening {
  port: number
  /** Accepts no new connections, ends each open one with its next answer, and waits for running requests. */
  close(): Promise<void>
}

interface Place {
  host: string
  /** 0 for any free one. */
  port: number
  /** Headers of answers that no route gives. */
  headers?: [name: string, value: string][]
  /** Whether callers have their own addresses, which they do not have behind a proxy. */
  isByAddress?: boolean
  grants?: Grants
}

/** Milliseconds between Node's checks for requests that take too long. */
const LOOK = 5000

/**
 * Serves an application.
 * @throws ConfigError if the address cannot be used
 */
export async function listen(
  app: { fetch: Parameters<typeof getRequestListener>[0] },
  { host, port, headers = [], isByAddress = false, grants = GRANTS }: Place,
): Promise<Listening> {
  const server = createServer({
    headersTimeout: grants.headers,
    requestTimeout: grants.request,
    connectionsCheckingInterval: Math.min(LOOK, grants.headers),
    keepAliveTimeout: isByAddress ? IDLE.stranger : IDLE.proxy,
    // A request without a host is refused like other invalid addresses.
    requireHostHeader: false,
  })
  const listener = getRequestListener(app.fetch, {
    errorHandler: (error) =>
      error instanceof RequestError
        ? new Response('the address of the request is not valid', { status: 400, headers })
        : new Response('internal error', { status: 500, headers }),
  })
  const endKeepAlive = guard(server, (request, answer) => void listener(request, answer), {
    headers,
    isByAddress,
    grants,
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(explain(error, host, port)))
    server.listen(port, host, resolve)
  })
  const address = server.address()
  return {
    port: typeof address === 'object' && address ? address.port : port,
    close: async () => {
      // The port is closed first: a proxy whose connection is refused calls another copy, whatever the call is.
      await allAccepted(server)
      const closed = closePort(server)
      endKeepAlive()
      if (await hasConnections(server)) await sleep(LAST_REQUESTS)
      const overdue = setTimeout(() => server.closeAllConnections(), GRACE)
      // The connections that wait for a request.
      server.close()
      await closed
      clearTimeout(overdue)
    },
  }
}

/** Closes only the port; the server's own function also ends connections that wait for a request. */
const closePort = async (server: Server) =>
  new Promise<void>((resolve) => PortServer.prototype.close.call(server, () => resolve()))

/** Milliseconds of a pass of the event loop without work. */
const QUIET = 0.2
/** Passes after which a quieter one is no longer waited for. */
const ROUNDS = 500

/** Waits until all connections that callers have made are accepted: the others would be reset with the port. */
async function allAccepted(server: Server) {
  let isNew = false
  const note = () => (isNew = true)
  server.on('connection', note)
  for (let round = 0; round < ROUNDS; round++) {
    isNew = false
    const began = performance.now()
    await nextRound()
    if (!isNew && performance.now() - began < QUIET) break
  }
  server.off('connection', note)
}

const hasConnections = async (server: Server) =>
  new Promise<boolean>((resolve) => server.getConnections((error, count) => resolve(!error && count > 0)))

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
