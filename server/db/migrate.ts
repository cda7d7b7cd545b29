import { fileURLToPath } from 'node:url'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate as runMigrations } from 'drizzle-orm/node-postgres/migrator'
import { Client, type ClientBase, type Pool } from 'pg'
import { emailSchema } from '#contract/common'
import { withAllMonths } from './detachedMonth'
import { ensurePartitions } from './partitions'

export const MIGRATION_LOCK = 0x5fac_e901
const migrationsFolder = fileURLToPath(new URL('migrations', import.meta.url))

/** The database is of a newer version of the server, described in a sentence. */
export class SchemaError extends Error {}

/** Time of the last migration, in Unix ms; undefined in a database that the server has not used. */
export async function lastMigration(client: ClientBase | Pool): Promise<number | undefined> {
  const { rows } = await client.query<{ log: string | null }>(
    `select to_regclass('drizzle.__drizzle_migrations') as log`,
  )
  if (!rows[0]?.log) return undefined
  const { rows: made } = await client.query<{ last: number | null }>(
    'select max(created_at)::float8 as last from drizzle.__drizzle_migrations',
  )
  return made[0]?.last ?? undefined
}

/**
 * How many migrations are still to be made.
 * @throws SchemaError when one was made that this version does not know: it would write what the newer one cannot read
 */
export async function checkSchema(client: ClientBase | Pool): Promise<number> {
  const known = readMigrationFiles({ migrationsFolder }).map(({ folderMillis }) => folderMillis)
  const last = (await lastMigration(client)) ?? 0
  if (last > Math.max(...known))
    throw new SchemaError(
      'The database is of a newer version of the server, which has migrated it. Start that version, or restore a backup from before.',
    )
  return known.filter((time) => time > last).length
}

/**
 * Migrates the database to the current schema. Copies that start at the same time wait for each other.
 * @throws SchemaError
 */
export async function migrate(connectionString: string): Promise<void> {
  const client = new Client({ connectionString })
  // A broken connection fails the next statement; without a listener it would end the process.
  client.on('error', () => undefined)
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
    await migrateLocked(client)
  } finally {
    await client.end()
  }
}

/**
 * Writes addresses of an earlier version with the letters of their domains: people are found by these now. At each start, because a
 * backup may bring them back: 100 000 accounts are read in about 25 ms.
 */
async function writeAddresses(client: Client): Promise<void> {
  const { rows } = await client.query<{ id: string; email: string }>(
    `select id, email from app_user where email like '%xn--%'`,
  )
  for (const { id, email } of rows)
    await client.query(
      `with changed as (
         update app_user set email = $2 where id = $1 and not exists (select from app_user where email = $2) returning id
       ) update mail_link set email = $2 where user_id in (select id from changed)`,
      [id, emailSchema.catch(email).parse(email)],
    )
}

/** The same on a connection that holds `MIGRATION_LOCK`. @throws SchemaError */
export async function migrateLocked(client: Client): Promise<void> {
  await checkSchema(client)
  await withAllMonths(client, async () => runMigrations(drizzle(client), { migrationsFolder }))
  await ensurePartitions(client, new Date())
  await writeAddresses(client)
}

async function apply(client: ClientBase, migrations: ReturnType<typeof readMigrationFiles>) {
  for (const { sql, hash, folderMillis } of migrations) {
    for (const statement of sql) await client.query(statement)
    await client.query('insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)', [
      hash,
      folderMillis,
    ])
  }
}

/**
 * Creates the schema that a migration left, in an empty database and in the transaction of the caller; drizzle's own function would
 * end that.
 * @param last time of the migration, in Unix ms
 * @returns false when this version does not know the migration
 */
export async function createSchema(client: ClientBase, last: number): Promise<boolean> {
  const known = readMigrationFiles({ migrationsFolder })
  const end = known.findIndex(({ folderMillis }) => folderMillis === last) + 1
  if (end === 0) return false
  await client.query('create schema drizzle')
  await client.query(
    'create table drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)',
  )
  await apply(client, known.slice(0, end))
  return true
}

/** Makes the migrations that are still to be made, in the transaction of the caller. */
export async function completeSchema(client: ClientBase): Promise<void> {
  const last = (await lastMigration(client)) ?? 0
  const known = readMigrationFiles({ migrationsFolder })
  await apply(
    client,
    known.filter(({ folderMillis }) => folderMillis > last),
  )
  await ensurePartitions(client, new Date())
}
