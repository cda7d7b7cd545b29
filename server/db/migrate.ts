import { readMigrationFiles } from 'drizzle-orm/migrator'
import { Client, type ClientBase, type Pool } from 'pg'
import { installed } from '../installation'
import { withAllMonths } from './detachedMonth'
import { ensurePartitions } from './partitions'

export const MIGRATION_LOCK = 0x5fac_e901
const migrationsFolder = installed('server', 'db', 'migrations')

/** All migrations, the first one first. A version only adds to them, so that it brings up to date what any released version has made. */
export const MIGRATIONS = readMigrationFiles({ migrationsFolder })

const timeOf = (migration = MIGRATIONS.at(-1)) => migration?.folderMillis ?? 0

/** Whether tables were made before the first release. @param last time of their last migration, in Unix ms */
export const isUnreleased = (last: number): boolean => last < timeOf(MIGRATIONS[0])

/** The database is of another version of the server, described in a sentence. */
export class SchemaError extends Error {}

/**
 * Time of the last migration, in Unix ms; undefined in a database that the server has not used.
 * @throws SchemaError if it was made before the first release
 */
export async function lastMigration(client: ClientBase | Pool): Promise<number | undefined> {
  const { rows } = await client.query<{ log: string | null }>(
    `select to_regclass('drizzle.__drizzle_migrations') as log`,
  )
  if (!rows[0]?.log) return undefined
  const { rows: made } = await client.query<{ last: number | null }>(
    'select max(created_at)::float8 as last from drizzle.__drizzle_migrations',
  )
  const last = made[0]?.last ?? undefined
  if (last !== undefined && isUnreleased(last))
    throw new SchemaError(
      'The database was made by a development version from before the first release, and this version cannot bring it up to date. Nothing was changed. Start with an empty DATA_DIR or an empty database. To keep the data, back them up with the version that made them, and go on with that.',
    )
  return last
}

/**
 * How many migrations are still to be applied.
 * @throws SchemaError if one was applied that this version does not know: it would write what the newer one cannot read
 */
export async function checkSchema(client: ClientBase | Pool): Promise<number> {
  const last = (await lastMigration(client)) ?? 0
  if (last > timeOf())
    throw new SchemaError(
      'The database is of a newer version of the server, which has migrated it. Start that version, or restore a backup from before.',
    )
  return MIGRATIONS.filter(({ folderMillis }) => folderMillis > last).length
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
    await checkSchema(client)
    await withAllMonths(client, async () => {
      await client.query('begin')
      await applyMigrations(client)
      await client.query('commit')
    })
    await ensurePartitions(client, new Date())
  } finally {
    await client.end()
  }
}

/**
 * Applies the pending migrations, in the transaction of the caller.
 * @param until time of the last one to apply, in Unix ms
 */
export async function applyMigrations(client: ClientBase, until = timeOf()): Promise<void> {
  const last = (await lastMigration(client)) ?? 0
  await client.query(`
    create schema if not exists drizzle;
    create table if not exists drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)`)
  for (const { sql, hash, folderMillis } of MIGRATIONS) {
    if (folderMillis <= last || folderMillis > until) continue
    for (const statement of sql) await client.query(statement)
    await client.query('insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)', [
      hash,
      folderMillis,
    ])
  }
}
