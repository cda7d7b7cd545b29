import { type SQL, sql } from 'drizzle-orm'
import type { ClientBase, Pool } from 'pg'
import PgBoss from 'pg-boss'
import type { Queryable } from './database'

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
export const openBoss = (db: PgBoss.Db, options: PgBoss.MaintenanceOptions = {}): PgBoss =>
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
export const inside = (tx: Queryable): PgBoss.Db => ({
  executeSql: (text, values) => tx.execute(statement(text, values)),
})

/** Runs several statements of pg-boss on one connection, which is closed after a failure. */
export const apart = (pool: Pool): PgBoss.Db => ({
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
