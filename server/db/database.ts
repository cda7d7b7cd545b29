import { drizzle, type NodePgDatabase, type NodePgQueryResultHKT } from 'drizzle-orm/node-postgres'
import type { PgDatabase } from 'drizzle-orm/pg-core'
import { Pool } from 'pg'

/** The database; its pool runs the prepared statements of the paths that must be fast. */
export type Db = NodePgDatabase & { $client: Pool }

/** The database, or a transaction on it. */
export type Queryable = PgDatabase<NodePgQueryResultHKT>

const POOL_SIZE = 10
/** A call that gets no connection in this time (ms) fails, rather than to wait behind a database that hangs. */
const CONNECTION_TIMEOUT = 15_000

/**
 * Opens a pool of connections. `onError` hears of connections that broke while nobody used them.
 * @param size most connections at a time
 */
export function openDatabase(
  connectionString: string,
  onError: (error: Error) => void,
  size = POOL_SIZE,
): Db {
  const pool = new Pool({
    connectionString,
    max: size,
    idleTimeoutMillis: 60_000,
    connectionTimeoutMillis: CONNECTION_TIMEOUT,
  })
  pool.on('error', onError)
  return drizzle(pool)
}

/** The driver's error behind the one that Drizzle throws. */
const causeOf = (error: unknown): unknown => (error instanceof Error && error.cause ? error.cause : error)

/** Name of the unique constraint or foreign key that a write has hurt, if that is what went wrong. */
export function violatedConstraint(error: unknown): string | undefined {
  const cause = causeOf(error)
  if (!(cause instanceof Error && 'code' in cause && 'constraint' in cause)) return undefined
  return cause.code === '23505' || cause.code === '23503' ? String(cause.constraint) : undefined
}

/** Whether a lock was not to be had at once. */
export function isLocked(error: unknown): boolean {
  const cause = causeOf(error)
  return cause instanceof Error && 'code' in cause && cause.code === '55P03'
}

/** Whether a row found no partition to live in. */
export function lacksPartition(error: unknown): boolean {
  const cause = causeOf(error)
  return (
    cause instanceof Error &&
    'code' in cause &&
    cause.code === '23514' &&
    /no partition of relation/.test(cause.message)
  )
}
