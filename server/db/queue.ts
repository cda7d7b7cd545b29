import { type SQL, sql } from 'drizzle-orm'
import type { ClientBase, Pool } from 'pg'
import PgBoss from 'pg-boss'
import type { Db, Queryable } from './database'
import type { delivery } from './schema'

/** The queue of deliveries. A job has the id of its delivery, and the connector's id as its `singletonKey`. */
export const DELIVERIES = 'deliveries'

const OPTIONS = { schema: 'pgboss', schedule: false } as const

/**
 * One queue for all connectors, with an index that lets the worker pick fairly. A queue for each connector would be a
 * table with six indexes: creating or deleting a connector would lock them all, and so would looking for the jobs of
 * a killed server. PostgreSQL's lock table has no room for more than some hundreds of them.
 */
const INDEX = `
  do $$ begin
    if to_regclass('pgboss.job_of_connector') is null then
      create index job_of_connector on pgboss.job (name, singleton_key, start_after, id) where state < 'active';
    end if;
  end $$`

/** Jobs never expire while they wait, and jobs of a killed server are retried without limit. */
const FOREVER = { retentionMinutes: 10 * 365 * 24 * 60, retryLimit: 1_000_000 }

/** Opens pg-boss, which runs its statements on `db`. */
const openBoss = (db: PgBoss.Db, options: PgBoss.MaintenanceOptions = {}): PgBoss =>
  new PgBoss({ ...OPTIONS, migrate: false, supervise: false, ...options, db })

/** Migrates the queue's tables. The caller makes sure that only one copy does it at a time. */
export async function migrateQueue(client: ClientBase): Promise<void> {
  const boss = openBoss({ executeSql: (text, values) => client.query(text, values) }, { migrate: true })
  await boss.start()
  await boss.createQueue(DELIVERIES, { name: DELIVERIES, ...FOREVER })
  await boss.stop({ graceful: false })
  await client.query(INDEX)
}

/** Converts a statement with `$1`, `$2`… for Drizzle. */
const statement = (text: string, values: unknown[]): SQL =>
  sql.join(
    text
      .split(/\$(\d+)/)
      .map((part, i) => (i % 2 === 0 ? sql.raw(part) : sql.param(values[Number(part) - 1] ?? null))),
  )

/** Runs pg-boss's statements in a transaction. */
const inside = (tx: Queryable): PgBoss.Db => ({
  executeSql: (text, values) => tx.execute(statement(text, values)),
})

/** Runs several statements of pg-boss on one connection, which is closed after a failure. */
const apart = (pool: Pool): PgBoss.Db => ({
  executeSql: async (text, values) => {
    const client = await pool.connect()
    try {
      const result = await client.query(text, values)
      client.release()
      return result
    } catch (error) {
      client.release(true)
      throw error
    }
  },
})

/** Ids of a delivery. Its job has the id of the delivery, so that it has at most one. */
export type DeliveryKey = Pick<typeof delivery.$inferSelect, 'spaceId' | 'connectorId' | 'id'>

/** The queue keeps its jobs in the database; all copies of the server share it. */
export interface Queue {
  /** Adds jobs in a transaction, due after `delay` seconds by the clock of the database, which all copies share. */
  add: (tx: Queryable, keys: readonly DeliveryKey[], delay?: number) => Promise<void>
  /** Removes the jobs of deliveries in a transaction. */
  remove: (tx: Queryable, ids: string | string[]) => Promise<void>
  /** Tells the worker of this copy that a job is due, so that it looks at once. Call it after the commit. */
  wake: () => void
  /** Sets who is told. */
  onWake: (listener: () => void) => void
}

interface Options {
  /** Seconds after which a job is taken again, because the copy that had it was killed. */
  expireAfter?: number | undefined
}

/** Longer than an attempt takes: the function's turn, 10 s for the receiver, and storing the result. */
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

/**
 * Lets pg-boss retry the jobs of servers that were killed.
 * @param seconds between two checks; of all copies one checks
 * @param onError called when a check fails
 * @returns what ends it
 */
export async function superviseQueue(
  db: Db,
  seconds: number,
  onError: (error: Error) => void,
): Promise<() => Promise<void>> {
  const boss = openBoss(apart(db.$client), { supervise: true, maintenanceIntervalSeconds: seconds })
  boss.on('error', onError)
  await boss.start()
  return () => boss.stop({ graceful: false })
}
