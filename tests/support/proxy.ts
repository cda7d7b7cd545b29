import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { setTimeout } from 'node:timers/promises'

/** A TCP proxy between a browser and a server. */
export interface Proxy {
  /** Address for the browser. */
  url: string
  /** Cuts all connections, and refuses new ones. */
  cut: () => void
  /** Accepts connections again. */
  restore: () => void
  /** Cuts open connections. */
  drop: () => void
  /** Delays data by this many milliseconds from now on. */
  delay: (milliseconds: number) => void
  close: () => Promise<void>
}

/** Starts a proxy on a free port of the loopback. */
export async function startProxy(target: string): Promise<Proxy> {
  const { hostname, port } = new URL(target)
  const sockets = new Set<Socket>()
  let isCut = false
  let held = 0

  const pass = (from: Socket, to: Socket) => {
    let passed: Promise<unknown> = Promise.resolve()
    const write = async (chunk: Uint8Array, before: Promise<unknown>, delay: Promise<unknown>) => {
      // Keep the order: a chunk without delay must not overtake a delayed one.
      await Promise.all([before, delay])
      if (to.writable) to.write(chunk)
    }
    from.on('data', (chunk: Uint8Array) => {
      passed = write(chunk, passed, setTimeout(held))
    })
    // When one side closes or fails, both close.
    from.on('close', () => to.destroy())
    from.on('error', () => to.destroy())
    sockets.add(from)
    from.on('close', () => sockets.delete(from))
  }

  const server = createServer((client) => {
    if (isCut) {
      client.destroy()
      return
    }
    const upstream = connect(Number(port), hostname)
    pass(client, upstream)
    pass(upstream, client)
  })
  const drop = () => {
    for (const socket of sockets) socket.destroy()
  }
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (!address || typeof address === 'string') throw new Error('the proxy has no port')

  return {
    url: `http://127.0.0.1:${address.port}`,
    cut: () => {
      isCut = true
      drop()
    },
    restore: () => {
      isCut = false
    },
    drop,
    delay: (milliseconds) => {
      held = milliseconds
    },
    close: async () => {
      drop()
      server.close()
      await once(server, 'close')
    },
  }
}
