import { randomBytes } from 'node:crypto'
import { isIP, connect as openSocket, type Socket } from 'node:net'
import { connect as openSecure } from 'node:tls'
import { MqttClient } from 'mqtt'
import type { Publication } from '#contract/connectors'
import { type ClientTls, destinationOf, secureOptionsOf, type Web } from '../web'
import { brokerAddressOf } from './address'

/** A broker with what a connector signs in with. */
export interface Broker {
  connectorId: string
  url: string
  username: string | null
  password: string | null
  clientId: string | null
  tls: ClientTls | null
}

/** The broker closed the connection before it confirmed. */
export class ConnectionClosed extends Error {}

/** What a broker sends is no MQTT, or more than it has reason to. */
export class NoMqtt extends Error {}

/** Seconds of silence after which a broker is asked whether it is there. */
const KEEPALIVE = 60
/** Most bytes that a broker sends for no reason: nothing is subscribed, so it has but few to say. */
const UNASKED_MAX = 64 * 1024
/** A confirmation has 4 bytes, and TLS some more. */
const CONFIRMATION_BYTES = 128
/** Milliseconds for the broker to take the goodbye. */
const GOODBYE = 1000

/** Brokers take at least 23 letters and digits. The beginning says which connector it is. */
const newClientId = (connectorId: string) =>
  connectorId.replaceAll('-', '').slice(-12) + randomBytes(5).toString('hex')

const asError = (reason: unknown) => (reason instanceof Error ? reason : new Error(String(reason)))

/** The errors of mqtt.js that are not of the network or of the broker have no code: those of its clocks, and of its parser. */
function causeOf(error: Error): Error {
  if ('code' in error) return error
  return /timeout/i.test(error.message) ? new ConnectionClosed(error.message) : new NoMqtt(error.message)
}

/**
 * A result, unless the connection ends before. It takes its listener away again by hand: the signal lives as long as the connection, and
 * keeps something of each listener that has a signal itself.
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

/** A connection to a broker, of which many publish. */
export type Connection = ReturnType<typeof openConnection>

/**
 * Connects to a broker with MQTT 3.1.1, which all of them speak. It never connects anew.
 * @throws RefusedAddress for an address that must not be called
 */
export function openConnection(web: Web, broker: Broker) {
  const { connectorId, username, password, clientId } = broker
  const socket = socketTo(web, broker)
  const client = new MqttClient(() => socket, {
    protocolVersion: 4,
    clean: true,
    reconnectPeriod: 0,
    // Each message has a time of its own, and may have joined late.
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
  let isOpen = false
  let expected = UNASKED_MAX
  const ending = new AbortController()
  const { signal } = ending
  const end = (error: Error) => {
    if (signal.aborted) return
    ending.abort(error)
    client.end(true)
    socket.destroy()
  }
  socket.on('error', (error) => end(error))
  client.on('error', (error) => end(causeOf(error)))
  client.on('close', () => end(new ConnectionClosed('closed')))
  socket.on('data', (bytes: Buffer) => {
    expected -= bytes.length
    if (expected < 0) end(new NoMqtt('more than was asked for'))
  })
  const opened = new Promise<void>((resolve) => {
    client.on('connect', () => {
      isOpen = true
      resolve()
    })
  })
  return {
    isOver: () => signal.aborted,
    isOpen: () => isOpen,
    /** Publishes, and waits until the broker has confirmed it. Errors: why it did not, but not that it is late. */
    publish: async ({ topic, payload, qos, retain }: Publication): Promise<void> => {
      if (!isOpen) await orEnd(signal, opened)
      expected += CONFIRMATION_BYTES
      await orEnd(signal, client.publishAsync(topic, payload, { qos, retain }))
    },
    /** Says goodbye. */
    close: () => {
      if (signal.aborted || !isOpen) return end(new ConnectionClosed('closed'))
      const timer = setTimeout(() => end(new ConnectionClosed('closed')), GOODBYE)
      timer.unref()
      client.end(false)
    },
  }
}
