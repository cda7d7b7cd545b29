import { HOUR } from '#contract/common/durations'
import { type Failure, type FailureCode, failureFor, type Publication } from '#contract/connectors'
import { failureOf as failureOfNetwork, NO_PEER } from '../failure'
import type { Web } from '../web'
import {
  type Broker,
  type Connection,
  ConnectionClosed,
  NoMqtt,
  NotTaken,
  openConnection,
  TOO_LARGE,
  Unreached,
} from './connection'

export type { Broker } from './connection'

/** A connection that is kept for later messages. */
interface Kept {
  /** The settings that it was opened with; other settings need another connection. */
  settings: string
  connection: Connection
  /** How many publish now. */
  users: number
  /** Timer that closes it when it has been idle for a while. */
  idle?: NodeJS.Timeout
  /** Whether the next message needs another connection. */
  isSpent: boolean
  /** Whether several messages were being published together: any of them may have ended the connection. */
  isShared: boolean
}

/** Publishes to brokers. */
export interface Brokers {
  /** Publishes, and waits until the broker has confirmed it. Never rejects: null stands for success. */
  publish: (broker: Broker, publication: Publication) => Promise<Failure | null>
  close: () => void
}

/** Milliseconds for which an idle connection is kept. */
const IDLE = 30_000
/** Most idle connections that are kept. */
const IDLE_MAX = 100

/** Most brokers that are remembered not to know MQTT 5, and for how many milliseconds. */
const OLD_MAX = 1000
const OLD_FOR = HOUR

/** Failures by the code with which a broker refuses a connection (MQTT 3.1.1, 3.2.2.3; MQTT 5, 3.2.2.2). */
const REFUSALS: Readonly<Record<number, FailureCode>> = {
  2: 'broker_client_id',
  3: 'broker_away',
  4: 'broker_login',
  5: 'broker_forbidden',
  133: 'broker_client_id',
  134: 'broker_login',
  135: 'broker_forbidden',
  136: 'broker_away',
  137: 'broker_away',
  138: 'broker_forbidden',
  140: 'broker_login',
  159: 'broker_away',
}

/** Failures by the reason code with which a broker rejects a message or ends a connection (MQTT 5, 3.4.2.1 and 3.14.2.1). */
const REASONS: Readonly<Record<number, FailureCode>> = {
  0: 'connection_closed',
  135: 'broker_topic',
  136: 'broker_away',
  137: 'broker_away',
  139: 'broker_away',
  141: 'connection_closed',
  142: 'connection_closed',
  144: 'broker_topic',
  [TOO_LARGE]: 'broker_size',
  156: 'broker_away',
  157: 'broker_away',
  159: 'broker_away',
  160: 'connection_closed',
}

const failureOfReason = (
  reason: number,
  known: Readonly<Record<number, FailureCode>>,
  other: FailureCode,
): Failure => {
  const code = known[reason]
  return code ? failureFor(code) : failureFor(other, reason)
}

/** The failure of a publication that the broker did not confirm. */
function failureOf(error: unknown): Failure {
  if (error instanceof ConnectionClosed) return failureFor('connection_closed')
  if (error instanceof NoMqtt) return failureFor('broker_no_mqtt')
  if (error instanceof NotTaken) return failureOfReason(error.reason, REASONS, 'broker_message')
  if (error instanceof Error && 'code' in error && typeof error.code === 'number')
    return failureOfReason(error.code, REFUSALS, 'broker_refused')
  if (error instanceof Unreached) return failureOfNetwork(error.cause, error.peer)
  return failureOfNetwork(error, NO_PEER)
}

const placeOf = ({ connectorId, url }: Broker) => `${connectorId} ${url}`

const lateAfter = (timeout: AbortSignal) =>
  new Promise<'late'>((resolve) => {
    timeout.addEventListener('abort', () => resolve('late'))
  })

/** Reaches brokers by one connection for each connector, which is kept for a while. Messages of one connector share it. */
export function openBrokers(web: Web, { idle = IDLE, most = IDLE_MAX } = {}): Brokers {
  // In the order of last use.
  const kept = new Map<string, Kept>()
  // Expiry by connector and address, in the order of discovery.
  const old = new Map<string, number>()
  const isOld = (which: string) => (old.get(which) ?? 0) > performance.now()
  const open = (broker: Broker) => openConnection(web, broker, isOld(placeOf(broker)) ? 4 : 5)
  const noteOld = (which: string) => {
    if (isOld(which)) return
    old.delete(which)
    old.set(which, performance.now() + OLD_FOR)
    for (const first of [...old.keys()].slice(0, Math.max(0, old.size - OLD_MAX))) old.delete(first)
  }

  const drop = (id: string, one: Kept) => {
    clearTimeout(one.idle)
    if (kept.get(id) === one) kept.delete(id)
    if (one.users === 0) one.connection.close()
  }

  /** Takes a connection with these settings, and says whether it was used before. */
  function take(broker: Broker): { one: Kept; isReused: boolean } {
    const settings = JSON.stringify(broker)
    const id = broker.connectorId
    const before = kept.get(id)
    const isFit = before && !before.isSpent && !before.connection.isOver() && before.settings === settings
    if (before && !isFit) drop(id, before)
    const one: Kept = isFit
      ? before
      : { settings, connection: open(broker), users: 0, isSpent: false, isShared: false }
    clearTimeout(one.idle)
    one.users++
    if (one.users > 1) one.isShared = true
    kept.delete(id)
    kept.set(id, one)
    return { one, isReused: one.connection.isOpen() }
  }

  function giveBack(id: string, one: Kept) {
    one.users--
    if (one.users > 0) return
    if (one.isSpent || one.connection.isOver() || kept.get(id) !== one) return drop(id, one)
    one.idle = setTimeout(() => drop(id, one), idle).unref()
    const unused = [...kept].filter(([, { users }]) => users === 0)
    for (const [other, its] of unused.slice(0, Math.max(0, unused.length - most))) drop(other, its)
  }

  /** Publishes on a connection. Null is a success. Rejects with the reason if the connection ends. */
  async function publishBy(connection: Connection, publication: Publication, timeout: AbortSignal) {
    const result = await Promise.race([connection.publish(publication), lateAfter(timeout)])
    if (result !== 'late') return null
    return connection.isOpen() ? failureFor('broker_late', web.timeout / 1000) : failureFor('connection_late')
  }

  async function publishShared(broker: Broker, publication: Publication, timeout: AbortSignal) {
    const { one, isReused } = take(broker)
    const { connection } = one
    try {
      const failure = await publishBy(connection, publication, timeout)
      // It may be half open: the next message has a better chance on another connection.
      if (failure) one.isSpent = true
      return { failure, isOthers: false }
    } catch (error) {
      // The failure is about this message, and the connection goes on.
      if (error instanceof NotTaken && !error.isEnd) return { failure: failureOf(error), isOthers: false }
      return { failure: failureOf(error), isOthers: connection.isOpen() && (isReused || one.isShared) }
    } finally {
      if (connection.isOld()) noteOld(placeOf(broker))
      giveBack(broker.connectorId, one)
    }
  }

  async function publishAlone(broker: Broker, publication: Publication, timeout: AbortSignal) {
    const connection = open(broker)
    try {
      return await publishBy(connection, publication, timeout)
    } finally {
      connection.close()
    }
  }

  // A broker ends the connection of a client when another client with the same id connects.
  const lines = new Map<string, Promise<unknown>>()
  function inLine<Result>({ clientId, connectorId }: Broker, work: () => Promise<Result>): Promise<Result> {
    if (clientId === null) return work()
    const before = lines.get(connectorId) ?? Promise.resolve()
    const mine = before.then(work, work)
    lines.set(connectorId, mine)
    const leave = () => void (lines.get(connectorId) === mine && lines.delete(connectorId))
    mine.then(leave, leave)
    return mine
  }

  return {
    publish: async (broker, publication) => {
      const timeout = AbortSignal.timeout(web.timeout)
      try {
        const { failure, isOthers } = await publishShared(broker, publication, timeout)
        if (!isOthers || timeout.aborted) return failure
        // The failure says nothing about this message if the broker was restarted, closes idle connections, or rejects what another message
        // asked for.
        return await inLine(broker, () => publishAlone(broker, publication, timeout))
      } catch (error) {
        return failureOf(error)
      }
    },
    close: () => {
      for (const [id, one] of kept) drop(id, one)
    },
  }
}
