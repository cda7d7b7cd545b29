import { randomBytes } from 'node:crypto'
import { EventEmitter, once } from 'node:events'
import { isIP, connect as openSocket, type Socket } from 'node:net'
import { connect as openSecure } from 'node:tls'
import { ErrorWithReasonCode, MqttClient } from 'mqtt'
import constants from 'mqtt-packet/constants.js'
import type { Publication } from '#contract/connectors'
import { type Peer, watchPeer } from '../failure'
import { type ClientTls, destinationOf, RefusedAddress, secureOptionsOf, type Web } from '../web'
import { brokerAddressOf } from './address'

/** A broker, and the credentials of a connector. */
export interface Broker {
  connectorId: string
  url: string
  username: string | null
  password: string | null
  clientId: string | null
  tls: ClientTls | null
}

// Mosquitto refuses a message with codes that the standard has only for the end of a connection, such as the one for its size.
Object.assign(constants.MQTT5_PUBACK_PUBREC_CODES, constants.MQTT5_DISCONNECT_CODES)

/** The broker closed the connection before it confirmed. */
export class ConnectionClosed extends Error {}

/** The network or TLS failed. */
export class Unreached extends Error {
  constructor(
    override readonly cause: Error,
    readonly peer: Peer,
  ) {
    super(cause.message)
  }
}

/** The broker sent something that is not MQTT, or more than it has reason to. */
export class NoMqtt extends Error {}

/** The broker did not take a message, or ended the connection because of one; a reason code says why (MQTT 5, 2.4). */
export class NotTaken extends Error {
  constructor(
    readonly reason: number,
    readonly isEnd: boolean,
  ) {
    super(`reason code ${reason}`)
  }
}

/** Reason code of a message that is larger than the broker accepts. */
export const TOO_LARGE = 149

/** Codes by which a broker refuses a version: that of MQTT 5, and that of earlier versions. */
const OTHER_VERSION: ReadonlySet<unknown> = new Set([132, 1])

/** Seconds of silence after which the broker is pinged. */
const KEEPALIVE = 60
/** Most bytes that a broker may send unasked: nothing is subscribed, so it has little to send. */
const UNASKED_MAX = 64 * 1024
/** A confirmation has 4 bytes, and TLS adds some. */
const CONFIRMATION_BYTES = 128
/** Milliseconds for the broker to take the goodbye. */
const GOODBYE = 1000

/** Brokers accept at least 23 letters and digits. The beginning identifies the connector. */
const newClientId = (connectorId: string) =>
  connectorId.replaceAll('-', '').slice(-12) + randomBytes(5).toString('hex')

const asError = (reason: unknown) => (reason instanceof Error ? reason : new Error(String(reason)))

/** Errors of mqtt.js that come neither from the network nor from the broker have no code: those of its timers and of its parser. */
function causeOf(error: Error, peer: Peer): Error {
  if (error instanceof RefusedAddress) return error
  if ('code' in error) return typeof error.code === 'number' ? error : new Unreached(error, peer)
  return /timeout/i.test(error.message) ? new ConnectionClosed(error.message) : new NoMqtt(error.message)
}

/**
 * Waits for a result, unless the connection ends first. The listener is removed by hand: the signal lives as long as the connection, and
 * keeps some memory for each listener that has a signal of its own.
 */
function orEnd<Result>(signal: AbortSignal, work: Promise<Result>): Promise<Result> {
  return new Promise<Result>((resolve, reject) => {
    if (signal.aborted) return reject(asError(signal.reason))
    const leave = () => signal.removeEventListener('abort', onEnd)
    const onEnd = () => reject(asError(signal.reason))
    signal.addEventListener('abort', onEnd)
    void work.then(resolve, reject).finally(leave)
  })
}

function socketTo(web: Web, { url, tls }: Pick<Broker, 'url' | 'tls'>): Socket {
  const { host, port, isSecure } = brokerAddressOf(url)
  const { hostname, port: at, ...options } = destinationOf(web, { hostname: host, port: String(port) })
  const to = { ...options, host: hostname, port: Number(at) }
  const named = isIP(host) ? {} : { servername: host }
  return isSecure ? openSecure({ ...to, ...named, ...secureOptionsOf(tls) }) : openSocket(to)
}

/** Whether a broker says that it does not know a version. */
const isRefused = (error: Error) => 'code' in error && OTHER_VERSION.has(error.code)
/** Whether the error is about the version: the broker may also hang up, or answer with what the version cannot read. */
const isOfVersion = (error: Error) =>
  error instanceof ConnectionClosed || error instanceof NoMqtt || isRefused(error)

/** Most bytes of a publication besides its topic and its payload. */
const PUBLISH_BYTES = 10

/** A connection to a broker, which many publications share. */
export type Connection = ReturnType<typeof openConnection>

/** MQTT protocol levels: 5 is MQTT 5, 4 is MQTT 3.1.1. */
export type Version = 5 | 4

/**
 * Connects to a broker, with MQTT 5 or, if the broker does not know it, with MQTT 3.1.1. Once open it never reconnects.
 * @param first the version to begin with
 * @throws RefusedAddress for an address that must not be called
 */
export function openConnection(web: Web, broker: Broker, first: Version = 5) {
  const ending = new AbortController()
  const { signal } = ending
  let version = first
  let isOld = false
  let isOpen = false
  const opening = new EventEmitter()
  const opened = once(opening, 'open')
  const onOpen = () => {
    isOpen = true
    opening.emit('open')
  }
  const onEnd = (error: Error) => {
    const isOther = version === 5 && !isOpen && isOfVersion(error)
    if (signal.aborted || !isOther) return ending.abort(error)
    version = 4
    isOld = isRefused(error)
    try {
      link = openLink(web, broker, { version, onOpen, onEnd })
    } catch (refused) {
      ending.abort(asError(refused))
    }
  }
  let link = openLink(web, broker, { version, onOpen, onEnd })
  const end = (error: Error) => {
    ending.abort(error)
    link.end(error)
  }
  return {
    isOver: () => signal.aborted,
    isOpen: () => isOpen,
    /** Whether the broker has said that it does not know MQTT 5. */
    isOld: () => isOpen && isOld,
    /** Publishes, and waits until the broker has confirmed it. Rejects with the reason if it did not, but not if it is late. */
    publish: async (publication: Publication): Promise<void> => {
      if (!isOpen) await orEnd(signal, opened)
      await orEnd(signal, link.publish(publication))
    },
    close: () => {
      if (signal.aborted || !isOpen) return end(new ConnectionClosed('closed'))
      const timer = setTimeout(() => end(new ConnectionClosed('closed')), GOODBYE)
      timer.unref()
      link.leave()
    },
  }
}

interface Ends {
  version: Version
  onOpen: () => void
  onEnd: (error: Error) => void
}

/** Opens one network connection. @throws RefusedAddress for an address that must not be called */
function openLink(web: Web, broker: Broker, { version, onOpen, onEnd }: Ends) {
  const { connectorId, username, password, clientId } = broker
  const socket = socketTo(web, broker)
  const client = new MqttClient(() => socket, {
    protocolVersion: version,
    clean: true,
    reconnectPeriod: 0,
    // Each message has its own deadline, and may have joined late.
    connectTimeout: 2 * web.timeout,
    keepalive: KEEPALIVE,
    timerVariant: 'native',
    queueQoSZero: false,
    resubscribe: false,
    clientId: clientId ?? newClientId(connectorId),
    ...(username !== null && { username }),
    ...(password !== null && { password }),
  })
  socket.setNoDelay(true)
  let expected = UNASKED_MAX
  let isOver = false
  const end = (error: Error) => {
    if (isOver) return
    isOver = true
    client.end(true)
    socket.destroy()
    onEnd(error)
  }
  const peer = watchPeer(socket)
  socket.on('error', (error) => end(new Unreached(error, peer)))
  client.on('error', (error) => end(causeOf(error, peer)))
  client.on('close', () => end(new ConnectionClosed('closed')))
  client.on('disconnect', ({ reasonCode = 0 }) => end(new NotTaken(reasonCode, true)))
  client.on('connect', onOpen)
  socket.on('data', (bytes: Buffer) => {
    expected -= bytes.length
    if (expected < 0) end(new NoMqtt('more than was asked for'))
  })
  return {
    end,
    leave: () => void client.end(false),
    publish: async ({ topic, payload, qos, retain }: Publication): Promise<void> => {
      const size = Buffer.byteLength(topic) + Buffer.byteLength(payload) + PUBLISH_BYTES
      const { maximumPacketSize = Number.POSITIVE_INFINITY } = client.serverProperties ?? {}
      if (size > maximumPacketSize) throw new NotTaken(TOO_LARGE, false)
      expected += CONFIRMATION_BYTES
      try {
        await client.publishAsync(topic, payload, { qos, retain })
      } catch (error) {
        const code = error instanceof ErrorWithReasonCode ? error.code : undefined
        throw code === undefined ? error : new NotTaken(code, false)
      }
    },
  }
}
