import type { PoolClient } from 'pg'
import { expect } from 'vitest'
import type { TestServer } from './makeServer'

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
  const pool = server.db.$client
  const client = await pool.connect()
  try {
    await client.query('begin')
    await change(client)
    const answer = call()
    await expect
      .poll(async () => {
        const { rowCount } = await pool.query(
          `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
        )
        return rowCount
      })
      .toBe(1)
    await finish?.(client)
    await client.query('commit')
    return await answer
  } finally {
    client.release(true)
  }
}
