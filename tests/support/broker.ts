import { createServer, type Server, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { createServer as createSecureServer, type TlsOptions } from 'node:tls'
import { Aedes, type AedesOptions } from 'aedes'
import { parser as createParser, generate, type Packet } from 'mqtt-packet'
import { PATIENCE } from './patience'

/** A message that a broker received. */
export interface Published {
  topic: string
  payload: string
  qos: number
  retain: boolean
  clientId: string | undefined
}

interface Options extends Pick<AedesOptions, 'authenticate' | 'authorizePublish'> {
  /** The former port, for a restart. */
  port?: number
  tls?: TlsOptions
}

export type TestBroker = Awaited<ReturnType<typeof startBroker>>

async function listenOn(server: Server, port: number): Promise<number> {
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const address = server.address()
  return typeof address === 'object' && address ? address.port : port
}

/** Starts a real MQTT broker on the loopback, which records publications. */
export async function startBroker({ port = 0, tls, ...options }: Options = {}) {
  const published: Published[] = []
  const clients: string[] = []
  const aedes = await Aedes.createBroker(options)
  aedes.on('publish', ({ topic, payload, qos, retain }, client) => {
    if (client) published.push({ topic, payload: String(payload), qos, retain, clientId: client.id })
  })
  aedes.on('clientReady', ({ id }) => void clients.push(id))
  const sockets = new Set<Socket>()
  const take = (socket: Socket) => {
    sockets.add(socket.on('close', () => sockets.delete(socket)))
    aedes.handle(socket)
  }
  const server = tls ? createSecureServer(tls, take) : createServer(take)
  // Raised by a client that does not trust the certificate.
  server.on('tlsClientError', () => undefined)
  const own = await listenOn(server, port)
  return {
    published,
    /** Ids of the clients that have connected. */
    clients,
    port: own,
    url: `${tls ? 'mqtts' : 'mqtt'}://127.0.0.1:${own}`,
    /** Number of connected clients. */
    connected: () => sockets.size,
    /** Publications to a topic, as soon as there are `count`. */
    arrivals: async (topic: string, count = 1): Promise<Published[]> => {
      let [most, until] = [-1, 0]
      for (;;) {
        const found = published.filter((one) => one.topic === topic)
        if (found.length >= count) return found
        // Each one that comes shows that it goes on.
        if (found.length > most) [most, until] = [found.length, Date.now() + PATIENCE]
        if (Date.now() > until) throw new Error(`${found.length} of ${count} came to ${topic}`)
        await wait(20)
      }
    },
    stop: async () => {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      for (const socket of sockets) socket.destroy()
      await new Promise<void>((resolve) => aedes.close(() => resolve()))
      await closed
    },
  }
}

/** Starts a server on the loopback that answers each packet with a function. */
export async function startRawBroker(answer: (packet: Buffer, socket: Socket) => void) {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket.on('close', () => sockets.delete(socket)))
    socket.on('error', () => undefined)
    socket.on('data', (packet: Buffer) => answer(packet, socket))
  })
  const port = await listenOn(server, 0)
  return {
    url: `mqtt://127.0.0.1:${port}`,
    connected: () => sockets.size,
    stop: () => {
      for (const socket of sockets) socket.destroy()
      return new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}

/** Answer of an MQTT 5 broker to a publication: the reason code, and whether it disconnects. */
interface Said {
  reason: number
  isEnd?: boolean
}

/**
 * Starts a broker on the loopback that supports only MQTT 5.
 * @param options.said answers by topic; it accepts all others
 * @param options.connack reason code for each connection
 */
export async function startBroker5({
  said = {},
  connack = 0,
  maximumPacketSize,
}: {
  said?: Record<string, Said>
  connack?: number
  maximumPacketSize?: number
} = {}) {
  const versions: unknown[] = []
  const topics: string[] = []
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket.on('close', () => sockets.delete(socket)))
    socket.on('error', () => undefined)
    const answer = (packet: Packet) => void socket.write(generate(packet, { protocolVersion: 5 }))
    const parser = createParser()
    parser.on('packet', (packet) => {
      if (packet.cmd === 'connect') {
        versions.push(packet.protocolVersion)
        const properties = maximumPacketSize === undefined ? {} : { maximumPacketSize }
        if (packet.protocolVersion === 5)
          return answer({ cmd: 'connack', reasonCode: connack, sessionPresent: false, properties })
        return socket.end(Buffer.from([0x20, 2, 0, 1]))
      }
      if (packet.cmd !== 'publish') return
      topics.push(packet.topic)
      const { reason, isEnd } = said[packet.topic] ?? { reason: 0 }
      if (isEnd) {
        answer({ cmd: 'disconnect', reasonCode: reason })
        return socket.end()
      }
      if (packet.qos === 1) answer({ cmd: 'puback', messageId: packet.messageId, reasonCode: reason })
    })
    socket.on('data', (bytes: Buffer) => void parser.parse(bytes))
  })
  const port = await listenOn(server, 0)
  return {
    url: `mqtt://127.0.0.1:${port}`,
    /** Versions of attempted connections: 5, or 4 for 3.1.1. */
    versions,
    /** Topics of all publications, accepted or not. */
    topics,
    stop: () => {
      for (const socket of sockets) socket.destroy()
      return new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}
