import { type SQL, sql } from 'drizzle-orm'
import type { ClientBase, Pool } from 'pg'
import PgBoss from 'pg-boss'
import type { Queryable } from './database'

/** The queue of deliveries. A job has the id of its delivery, and the connector's id as its `singletonKey`. */
export const DELIVERIES = 'deliveries'

const OPTIONS = { schema: 'pgboss', schedule: false } as const

/**
 * One queue for all connectors. A queue of its own for each would be a table of its own with six indexes: a connector
 * that is made or deleted would lock them all, and looking for jobs of a server that was killed locks every one of
 * them, which PostgreSQL's table of locks has no room for beyond some hundreds. This index lets the worker pick
 * fairly instead.
 */
const INDEX = `
  do $$ begin
    if to_regclass('pgboss.job_of_connector') is null then
      create index job_of_connector on pgboss.job (name, singleton_key, start_after, id) where state < 'active';
    end if;
  end $$`

/** Jobs wait for as long as it takes, and those of a server that was killed are taken up again as often as it takes. */
const FOREVER = { retentionMinutes: 10 * 365 * 24 * 60, retryLimit: 1_000_000 }

/** The queue's library, which runs its statements by `db`. */
export const openBoss = (db: PgBoss.Db, options: PgBoss.MaintenanceOptions = {}): PgBoss =>
  new PgBoss({ ...OPTIONS, migrate: false, supervise: false, ...options, db })

/** Brings the queue's tables to the current schema. The caller sees to it that copies wait for each other. */
export async function migrateQueue(client: ClientBase): Promise<void> {
  const boss = openBoss({ executeSql: (text, values) => client.query(text, values) }, { migrate: true })
  await boss.start()
  await boss.createQueue(DELIVERIES, { name: DELIVERIES, ...FOREVER })
  await boss.stop({ graceful: false })
  await client.query(INDEX)
}

/** A statement with `$1`, `$2`… as Drizzle takes it. */
const statement = (text: string, values: unknown[]): SQL =>
  sql.join(
    text
      .split(/\$(\d+)/)
      .map((part, i) => (i % 2 === 0 ? sql.raw(part) : sql.param(values[Number(part) - 1] ?? null))),
  )

/** Lets the library run its statements in a transaction. */
export const inside = (tx: Queryable): PgBoss.Db => ({
  executeSql: (text, values) => tx.execute(statement(text, values)),
})

/** Lets the library run several statements at once: after a failure nobody else gets their connection. */
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
