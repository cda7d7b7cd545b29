import type { PoolClient } from 'pg'
import { expect } from 'vitest'
import type { TestServer } from './makeServer'

/** Counts the connections that wait for a lock. */
export const blockedIn =
  ({ db }: Pick<TestServer, 'db'>) =>
  async () =>
    (
      await db.$client.query(
        `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
      )
    ).rowCount

/**
 * Makes a call that must wait for another change. Once it waits, the change is committed, together with that of
 * `finish`.
 */
export async function callDuring(
  server: Pick<TestServer, 'db'>,
  change: (client: PoolClient) => Promise<unknown>,
  call: () => Promise<Response>,
  finish?: (client: PoolClient) => Promise<unknown>,
): Promise<Response> {
  const client = await server.db.$client.connect()
  try {
    await client.query('begin')
    await change(client)
    const answer = call()
    await expect.poll(blockedIn(server)).toBe(1)
    await finish?.(client)
    await client.query('commit')
    return await answer
  } finally {
    client.release(true)
  }
}
