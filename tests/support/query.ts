import { Client } from 'pg'

/** Runs one statement on its own connection, and returns the rows. */
export async function query(
  connectionString: string,
  statement: string,
  values: unknown[] = [],
): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString })
  // A broken connection fails the statement; without a listener the event would end the process.
  client.on('error', () => undefined)
  await client.connect()
  try {
    const { rows } = await client.query<Record<string, unknown>>(statement, values)
    return rows
  } finally {
    await client.end()
  }
}
