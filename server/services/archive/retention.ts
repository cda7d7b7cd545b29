import { Client } from 'pg'
import { takeArchive } from '../../db/detachedMonth'
import { messageMonthsBefore } from '../../db/partitions'
import type { Deps } from '../../deps'
import { databaseTrouble, reasonOf } from '../../errors'
import { type Options, retireMonth } from './month'

/** A month whose messages are in the archive, and no longer in the database. */
export interface Retired {
  /** As in 2026-05. */
  month: string
  messages: number
}

/**
 * Archives the months of messages that are all older than `before`, and drops each when its files were read again. A second run at the same
 * time waits.
 * @throws Error that says which month waits, and why; months before it stay done
 */
export async function* retireMonths(
  { db: { $client } }: Pick<Deps, 'db'>,
  before: Date,
  options: Options,
): AsyncGenerator<Retired> {
  // Not from the pool, which gives up connections that are in use for long: a large month takes hours.
  const client = new Client({
    ...$client.options,
    keepAlive: true,
    keepAliveInitialDelayMillis: 60_000,
  })
  client.on('error', () => undefined)
  try {
    await client.connect()
    await client.query('set statement_timeout = 0; set tcp_keepalives_idle = 60')
    // Not every system can tell PostgreSQL that its client has disconnected.
    await client.query('set client_connection_check_interval = 1000').catch(() => undefined)
    await takeArchive(client)
    for (const start of await messageMonthsBefore($client, before)) {
      const month = start.toISOString().slice(0, 7)
      const messages = await retireMonth($client, client, start, options).catch((error: unknown) => {
        throw new Error(
          `the messages of ${month} stay in the database: ${databaseTrouble(error) ?? reasonOf(error)}`,
        )
      })
      yield { month, messages }
    }
  } finally {
    await client.end()
  }
}
