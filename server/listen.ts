import { createAdaptorServer } from '@hono/node-server'
import { ConfigError } from './config'

/** How long requests may continue after the server was told to stop, in milliseconds. */
const GRACE = 10_000

export interface Listening {
  port: number
  /** Accepts no new requests and waits for running ones. */
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
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(explain(error, host, port)))
    server.listen(port, host, resolve)
  })
  const address = server.address()
  return {
    port: typeof address === 'object' && address ? address.port : port,
    close: () =>
      new Promise((resolve) => {
        const overdue = setTimeout(
          () => 'closeAllConnections' in server && server.closeAllConnections(),
          GRACE,
        )
        server.close(() => {
          clearTimeout(overdue)
          resolve()
        })
        if ('closeIdleConnections' in server) server.closeIdleConnections()
      }),
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
