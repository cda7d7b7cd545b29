import { type Failure, failureFor, type Publication } from '#contract/connectors'
import type { Web } from '../web'
import { type Broker, type Connection, openConnection } from './connection'
import { failureOf } from './failure'

export type { Broker } from './connection'

/** A connection that is kept for the next message. */
interface Kept {
  /** What it was made for: with other settings there is another one. */
  settings: string
  connection: Connection
  /** How many publish at the moment. */
  users: number
  /** Ends it when nobody has used it for a while. */
  idle?: NodeJS.Timeout
  /** The next one gets another connection. */
  isSpent: boolean
}

/** Publishes to brokers. */
export interface Brokers {
  /** Publishes, and waits until the broker has confirmed it. It never throws: null stands for success. */
  publish: (broker: Broker, publication: Publication) => Promise<Failure | null>
  close: () => void
}

/** Milliseconds for which a connection is kept that nobody uses. */
const IDLE = 30_000
/** Most connections that are kept while nobody uses them. */
const IDLE_MAX = 100

const lateAfter = (timeout: AbortSignal) =>
  new Promise<'late'>((resolve) => {
    timeout.addEventListener('abort', () => resolve('late'))
  })

/**
 * How the server reaches brokers: by one connection for each connector, which is kept for a while. Messages of one connector share it.
 */
export function openBrokers(web: Web, { idle = IDLE, most = IDLE_MAX } = {}): Brokers {
  // In the order of their last use.
  const kept = new Map<string, Kept>()

  const drop = (id: string, one: Kept) => {
    clearTimeout(one.idle)
    if (kept.get(id) === one) kept.delete(id)
    if (one.users === 0) one.connection.close()
  }

  /** A connection with these settings, and whether it has been used before. */
  function take(broker: Broker): { one: Kept; isReused: boolean } {
    const settings = JSON.stringify(broker)
    const id = broker.connectorId
    const before = kept.get(id)
    const isFit = before && !before.isSpent && !before.connection.isOver() && before.settings === settings
    if (before && !isFit) drop(id, before)
    const one: Kept = isFit
      ? before
      : { settings, connection: openConnection(web, broker), users: 0, isSpent: false }
    clearTimeout(one.idle)
    one.users++
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

  async function once(broker: Broker, publication: Publication, timeout: AbortSignal) {
    const { one, isReused } = take(broker)
    const { connection } = one
    try {
      const result = await Promise.race([connection.publish(publication), lateAfter(timeout)])
      if (result !== 'late') return { failure: null, isStale: false }
      // It may be half open: whoever comes next has a better chance with another one.
      one.isSpent = true
      const { timeout: milliseconds } = web
      const failure = connection.isOpen()
        ? failureFor('broker_late', milliseconds / 1000)
        : failureFor('connection_late')
      return { failure, isStale: false }
    } catch (error) {
      return { failure: failureOf(error), isStale: isReused }
    } finally {
      giveBack(broker.connectorId, one)
    }
  }

  return {
    publish: async (broker, publication) => {
      const timeout = AbortSignal.timeout(web.timeout)
      try {
        const first = await once(broker, publication, timeout)
        // A broker that was started anew, or closes what is idle, says nothing about this message.
        return first.isStale ? (await once(broker, publication, timeout)).failure : first.failure
      } catch (error) {
        return failureOf(error)
      }
    },
    close: () => {
      for (const [id, one] of kept) drop(id, one)
    },
  }
}
