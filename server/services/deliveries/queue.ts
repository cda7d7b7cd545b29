import type { Db, Queryable } from '../../db/database'
import { DELIVERIES, inside, openBoss } from '../../db/queue'
import type { delivery } from '../../db/schema'

/** A job: to try a delivery. Its id is the delivery's, so that a delivery has one job at most. */
export type DeliveryKey = Pick<typeof delivery.$inferSelect, 'spaceId' | 'connectorId' | 'id'>

/** What the queue is told. It keeps its jobs in the database, and all copies of the server share it. */
export interface Queue {
  /** Adds jobs in a transaction, due after so many seconds by the clock of the database, which all copies go by. */
  add: (tx: Queryable, keys: readonly DeliveryKey[], delay?: number) => Promise<void>
  /** Takes the jobs of deliveries away in a transaction. */
  remove: (tx: Queryable, ids: string | string[]) => Promise<void>
  /** Tells the worker of this copy that something is due: called after a commit, so that nobody waits for its next look. */
  wake: () => void
  /** Who is told. */
  onWake: (listener: () => void) => void
}

interface Options {
  /** Seconds after which a job is taken up again, because whoever has it does not come back. */
  expireAfter?: number | undefined
}

/** Longer than an attempt takes: the code's turn, 10 s for the receiver, and noting the result. */
const EXPIRE_AFTER = 30

/** Opens the queue of deliveries. */
export function openQueue(db: Db, { expireAfter = EXPIRE_AFTER }: Options = {}): Queue {
  const boss = openBoss(inside(db))
  let listener: (() => void) | undefined
  return {
    add: async (tx, keys, delay = 0) => {
      if (keys.length === 0) return
      const jobs = keys.map(({ spaceId, connectorId, id }) => ({
        id,
        name: DELIVERIES,
        data: { spaceId },
        singletonKey: connectorId,
        expireInSeconds: expireAfter,
        startAfter: `${delay} seconds`,
      }))
      await boss.insert(jobs, { db: inside(tx) })
    },
    remove: async (tx, ids) => {
      if (ids.length > 0) await boss.deleteJob(DELIVERIES, [ids].flat(), { db: inside(tx) })
    },
    wake: () => listener?.(),
    onWake: (next) => {
      listener = next
    },
  }
}
