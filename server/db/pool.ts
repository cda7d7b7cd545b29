import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client, Pool, type PoolClient, type PoolConfig } from 'pg'
import { DatabaseBusy, isDatabaseAway, isDatabaseReadOnly, ReadGivenUp } from './away'
import type { ReadOnly } from './readOnly'

/** Milliseconds for which a lost database is waited for. PostgreSQL restarts in about one second. */
const PATIENCE = 5000
/** Milliseconds between two attempts. */
const PAUSE = 100
/** Milliseconds after which a read is given up. */
const READ_MAX = 10_000

/** A caller whose data is read. */
interface Reader {
  /** Aborts when the caller disconnects. */
  gone: AbortSignal
  /** Whether its connection was taken away, because it had it for too long. */
  isGivenUp: boolean
}

const readers = new AsyncLocalStorage<Reader>()

/**
 * Reads for a caller. A read that takes too long is given up, and so is every read when the caller disconnects.
 * @throws ReadGivenUp
 */
export async function reading<Result>(gone: AbortSignal, work: () => Promise<Result>): Promise<Result> {
  const reader = { gone, isGivenUp: false }
  try {
    return await readers.run(reader, work)
  } catch (error) {
    throw reader.isGivenUp
      ? new ReadGivenUp(`what was read took more than ${READ_MAX} ms`, { cause: error })
      : error
  }
}

/**
 * Does repeatable work, with retries while the database is away, but not while it is read-only, which takes longer. Rejects with the last
 * error.
 * @param patience milliseconds after which it is not retried
 */
export async function withPatience<Result>(
  work: () => Promise<Result>,
  patience = PATIENCE,
): Promise<Result> {
  for (const until = Date.now() + patience; ; ) {
    readers.getStore()?.gone.throwIfAborted()
    try {
      return await work()
    } catch (error) {
      if (!isDatabaseAway(error) || isDatabaseReadOnly(error) || Date.now() > until) throw error
    }
    await sleep(PAUSE)
  }
}

/** Limits of a pool for its purpose. Milliseconds. */
export interface PoolLimits {
  /** Most connections at a time. */
  size: number
  /** After which a statement is cancelled. */
  statement: number
}

/** The driver's error if a pool has had no free connection for `PATIENCE`. */
const NONE_FREE = 'timeout exceeded when trying to connect'
/** Milliseconds within which a healthy database accepts a new connection. */
const SOON = 1000

/** If the database cannot be asked to cancel, the connection is given up a little later. */
const HOLD_EXTRA = 5000

/** A pool that waits for a database that restarts. Nothing was sent by then, so this is safe for all work. */
export class PatientPool extends Pool {
  readonly #hold: number
  readonly #config: PoolConfig
  /** Whether the database answers, while that is being checked. */
  #answers: Promise<boolean> | undefined
  /** Connections that may be used again. */
  #current = new WeakSet<PoolClient>()

  constructor({ size, statement }: PoolLimits, config: PoolConfig, readOnly?: ReadOnly) {
    super({
      ...config,
      max: size,
      idleTimeoutMillis: 60_000,
      connectionTimeoutMillis: PATIENCE,
      statement_timeout: statement,
      idle_in_transaction_session_timeout: statement,
      verify: (client, done) => {
        // Not every system can tell PostgreSQL that its client has disconnected.
        client.query('set client_connection_check_interval = 1000', () => done())
      },
    })
    this.#hold = statement + HOLD_EXTRA
    this.#config = config
    this.on('connect', (client) => {
      this.#current.add(client)
      // For every statement, whatever happens to its error. Errors of older connections are known already.
      if (readOnly && client instanceof Client)
        client.connection.on(
          'errorMessage',
          (error: Error) => isDatabaseReadOnly(error) && this.#current.has(client) && readOnly.notice(error),
        )
    })
    readOnly?.onNotice(() => (this.#current = new WeakSet()))
  }

  override connect(): Promise<PoolClient>
  override connect(
    callback: (
      error: Error | undefined,
      client: PoolClient | undefined,
      done: (release?: boolean | Error) => void,
    ) => void,
  ): void
  override connect(
    callback?: (
      error: Error | undefined,
      client: PoolClient | undefined,
      done: (release?: boolean | Error) => void,
    ) => void,
  ): Promise<PoolClient> | void {
    const connected = this.#connect()
    if (!callback) return connected
    connected.then(
      // oxlint-disable-next-line promise/no-callback-in-promise -- the pool's own `query` connects in this way
      (client) => callback(undefined, client, (broken) => client.release(broken)),
      // oxlint-disable-next-line promise/no-callback-in-promise -- the same
      (error: Error) => callback(error, undefined, () => undefined),
    )
  }

  async #connect(): Promise<PoolClient> {
    const client = await withPatience(() => this.#free())
    const reader = readers.getStore()
    return reader ? limited(client, Math.min(this.#hold, READ_MAX), reader) : limited(client, this.#hold)
  }

  /** A connection of the pool. @throws DatabaseBusy if none becomes free, although the database answers */
  async #free(): Promise<PoolClient> {
    try {
      for (;;) {
        const client = await super.connect()
        if (this.#current.has(client)) return client
        client.release(true)
      }
    } catch (error) {
      if (!(error instanceof Error && error.message === NONE_FREE)) throw error
      this.#answers ??= answers(this.#config).finally(() => (this.#answers = undefined))
      throw (await this.#answers) ? new DatabaseBusy('all connections are in use', { cause: error }) : error
    }
  }
}

/** Whether a database accepts a new connection soon. */
async function answers(config: PoolConfig): Promise<boolean> {
  const client = new Client({ ...config, connectionTimeoutMillis: SOON })
  client.on('error', () => undefined)
  try {
    await client.connect()
    return true
  } catch {
    return false
  } finally {
    void client.end().catch(() => undefined)
  }
}

/** Gives up a connection that is in use for too long, or when the signal aborts. It is not used again. */
function limited(client: PoolClient, milliseconds: number, reader?: Reader): PoolClient {
  const gone = reader?.gone
  const giveBack = client.release.bind(client)
  let isGivenUp = false
  const giveUp = () => {
    isGivenUp = true
    // This closes the connection even if a statement runs.
    if (client instanceof Client) void client.end()
  }
  const timer = setTimeout(() => {
    if (reader) reader.isGivenUp = true
    giveUp()
  }, milliseconds)
  gone?.addEventListener('abort', giveUp)
  if (gone?.aborted) giveUp()
  client.release = (broken) => {
    clearTimeout(timer)
    gone?.removeEventListener('abort', giveUp)
    giveBack(broken || isGivenUp)
  }
  return client
}
