import { drizzle, type NodePgDatabase, type NodePgQueryResultHKT } from 'drizzle-orm/node-postgres'
import type { PgDatabase, PgTransactionConfig } from 'drizzle-orm/pg-core'
import type { Pool, PoolClient } from 'pg'
import { SECOND } from '#contract/common/durations'
import { isDatabaseAway } from './away'
import { PatientPool, type PoolLimits } from './pool'
import type { ReadOnly } from './readOnly'

/** The database; its pool runs the prepared statements of hot paths. */
export type Db = NodePgDatabase & { $client: Pool }

/** The database, or a transaction on it. */
export type Queryable = PgDatabase<NodePgQueryResultHKT>

/**
 * Pools by purpose. Each purpose has its own connections, so that deliveries and chores do not slow down calls, and its own statement
 * timeout.
 */
export const POOLS = {
  /** As many as run in the lanes of `http/lanes.ts`. */
  calls: { size: 12, statement: 30 * SECOND },
  /** Deliveries and e-mails. */
  deliveries: { size: 4, statement: 15 * SECOND },
  /** Occasional work that may take long. */
  chores: { size: 3, statement: 600 * SECOND },
} as const satisfies Record<string, PoolLimits>

/**
 * Opens a pool of connections.
 * @param onError called when a connection breaks, in use or not
 * @param readOnly is notified when the database is read-only
 */
export function openDatabase(
  connectionString: string,
  onError: (error: Error) => void,
  limits: PoolLimits = POOLS.calls,
  readOnly?: ReadOnly,
): Db {
  const pool = new PatientPool(limits, { connectionString }, readOnly)
  // The pool itself listens only to idle connections: an error of one in use would end the process.
  pool.on('connect', (client) => client.on('error', onError))
  pool.on('error', () => undefined)
  const db = drizzle(pool)
  db.transaction = (work, config) => inTransaction(pool, work, config)
  return db
}

type Transaction = Parameters<Parameters<NodePgDatabase['transaction']>[0]>[0]

/**
 * Runs the work in one transaction; statements on `client` are part of it. Drizzle's own function never releases a connection on which
 * `begin` fails, so that an outage would empty the pool.
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

/** The driver's error behind the one that Drizzle throws. */
const causeOf = (error: unknown): unknown => (error instanceof Error && error.cause ? error.cause : error)

/** Citus appends the number of a shard to the names of its constraints; numbers begin at 102008. */
const SHARD = /_\d{6,}$/

/**
 * Name of the unique constraint or foreign key that a write violated, if that is why it failed. The nodes of a distributed database name it
 * only in the message.
 */
export function violatedConstraint(error: unknown): string | undefined {
  const cause = causeOf(error)
  if (!(cause instanceof Error && 'code' in cause)) return undefined
  if (cause.code !== '23505' && cause.code !== '23503') return undefined
  const constraint =
    'constraint' in cause && typeof cause.constraint === 'string' ? cause.constraint : undefined
  const name = constraint ?? / constraint "([^"]+)"/.exec(cause.message)?.[1]
  return name?.replace(SHARD, '')
}

const hasCode = (error: unknown, code: string) => {
  const cause = causeOf(error)
  return cause instanceof Error && 'code' in cause && cause.code === code
}

/** Whether a lock was not available in time. */
export const isLocked = (error: unknown): boolean => hasCode(error, '55P03')

/** Whether the database cancelled a statement because it took longer than its timeout. */
export const isOverdue = (error: unknown): boolean => hasCode(error, '57014')

/**
 * Whether a write failed because of its values, so that it would fail again: the database refuses a value, or the error is not from the
 * database.
 */
export function isOfValues(error: unknown): boolean {
  if (isDatabaseAway(error)) return false
  const cause = causeOf(error)
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
  // Classes of SQLSTATE: data exceptions, and limits that a value exceeds.
  return /^(22|54)\w{3}$/.test(code) || !/^[0-9A-Z]{5}$/.test(code)
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
