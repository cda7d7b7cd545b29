import { drizzle, type NodePgDatabase, type NodePgQueryResultHKT } from 'drizzle-orm/node-postgres'
import type { PgDatabase, PgTransactionConfig } from 'drizzle-orm/pg-core'
import { Pool, type PoolClient } from 'pg'

/** The database; its pool runs the prepared statements of the paths that must be fast. */
export type Db = NodePgDatabase & { $client: Pool }

/** The database, or a transaction on it. */
export type Queryable = PgDatabase<NodePgQueryResultHKT>

const POOL_SIZE = 10
/** Milliseconds after which a call without a connection fails, so that it does not wait for a database that hangs. */
const CONNECTION_TIMEOUT = 15_000

/**
 * Opens a pool of connections.
 * @param onError called when a connection breaks, in use or not
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
  // The pool itself listens to idle connections only: an error of one in use would end the process.
  pool.on('connect', (client) => client.on('error', onError))
  pool.on('error', () => undefined)
  const db = drizzle(pool)
  db.transaction = (work, config) => inTransaction(pool, work, config)
  return db
}

type Transaction = Parameters<Parameters<NodePgDatabase['transaction']>[0]>[0]

/**
 * Runs the work in one transaction; statements on `client` are part of it. Drizzle's own function never gives back a
 * connection on which `begin` fails, so that an outage would empty the pool.
 */
export async function inTransaction<Result>(
  pool: Pool,
  work: (tx: Transaction, client: PoolClient) => Promise<Result>,
  config?: PgTransactionConfig,
): Promise<Result> {
  const client = await pool.connect()
  let isBroken = false
  try {
    return await drizzle(client).transaction((tx) => work(tx, client), config)
  } catch (error) {
    isBroken = isDatabaseAway(error)
    throw error
  } finally {
    client.release(isBroken)
  }
}

/** SQLSTATE of connections that break or are refused, and Node's codes for the same. */
const AWAY_CODES =
  /^(08\w{3}|57P0[1235]|53300|ECONN(REFUSED|RESET|ABORTED)|EPIPE|ETIMEDOUT|E(HOST|NET)UNREACH|ENOTFOUND|EAI_AGAIN)$/
/** The driver's errors that have no code. */
const AWAY_MESSAGES =
  /^(Connection terminated|timeout e(xceeded|xpired)|Client (has encountered a connection error|was closed) and is not queryable)/

/**
 * Whether an error means that the database cannot be reached for now: it is down, restarting or recovering, or it has
 * broken the connection. What failed may work in some seconds; a write may have been stored nevertheless.
 */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const isRefused = 'syscall' in error && error.syscall === 'connect'
  if (isRefused || ('code' in error && AWAY_CODES.test(String(error.code)))) return true
  return AWAY_MESSAGES.test(error.message) || isDatabaseAway(error.cause)
}

/** The driver's error behind the one that Drizzle throws. */
const causeOf = (error: unknown): unknown => (error instanceof Error && error.cause ? error.cause : error)

/** Name of the unique constraint or foreign key that a write violated, if that is why it failed. */
export function violatedConstraint(error: unknown): string | undefined {
  const cause = causeOf(error)
  if (!(cause instanceof Error && 'code' in cause && 'constraint' in cause)) return undefined
  return cause.code === '23505' || cause.code === '23503' ? String(cause.constraint) : undefined
}

/** Whether a lock was not available at once. */
export function isLocked(error: unknown): boolean {
  const cause = causeOf(error)
  return cause instanceof Error && 'code' in cause && cause.code === '55P03'
}

/** Whether there is no partition for a row. */
export function lacksPartition(error: unknown): boolean {
  const cause = causeOf(error)
  return (
    cause instanceof Error &&
    'code' in cause &&
    cause.code === '23514' &&
    /no partition of relation/.test(cause.message)
  )
}
