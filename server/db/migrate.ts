import { fileURLToPath } from 'node:url'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate as runMigrations } from 'drizzle-orm/node-postgres/migrator'
import { Client } from 'pg'
import { ensurePartitions } from './partitions'

const MIGRATION_LOCK = 0x5fac_e901
const migrationsFolder = fileURLToPath(new URL('migrations', import.meta.url))

/** Migrates the database to the current schema. Copies that start at the same time wait for each other. */
export async function migrate(connectionString: string): Promise<void> {
  const client = new Client({ connectionString })
  // A broken connection fails the next statement; without a listener it would end the process.
  client.on('error', () => undefined)
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
    await runMigrations(drizzle(client), { migrationsFolder })
    await ensurePartitions(client, new Date())
  } finally {
    await client.end()
  }
}
