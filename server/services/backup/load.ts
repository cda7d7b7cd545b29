import { pipeline } from 'node:stream/promises'
import { Client, type ClientBase } from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { applyMigrations, isUnreleased, MIGRATION_LOCK, MIGRATIONS } from '../../db/migrate'
import { ensurePartitions } from '../../db/partitions'
import { allRows, columnsOf, hasTables, PLAIN_TEXT, placesOf, quoted, tablesOf } from './catalog'
import { BackupError, type BackupTable, type Header, type Manifest, newerError, type Total } from './format'
import type { Piece } from './read'
import { Tally } from './tally'
import { readRows } from './write'

interface LoadOptions {
  /** Reads all rows again and compares them with the checksums, not only with their number. */
  isCompared?: boolean
  /** Runs in the same transaction, when the tables are up to date. */
  afterwards?: (client: Client) => Promise<void>
}

/**
 * Loads a backup into an empty database and brings its tables up to date, completely or not at all.
 * @throws BackupError if the database is not empty, or has other rows than the file afterwards
 */
export async function loadBackup(
  connectionString: string,
  pieces: AsyncIterable<Piece>,
  { isCompared = false, afterwards }: LoadOptions = {},
): Promise<Manifest> {
  const client = new Client({ connectionString })
  client.on('error', () => undefined)
  await client.connect()
  try {
    await client.query(PLAIN_TEXT)
    // A server that starts meanwhile waits until this is done.
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
    await client.query('begin')
    if (await hasTables(client))
      throw new BackupError(
        'The database is not empty. Restore into an empty one, such as a new DATA_DIR or a new database.',
      )
    const manifest = await fill(client, pieces, isCompared)
    await applyMigrations(client)
    await ensurePartitions(client, new Date())
    await afterwards?.(client)
    // Otherwise the first statements would be planned as for empty tables. Autovacuum analyzes them thoroughly, because all rows are new.
    if (!isCompared)
      await client.query(
        `set local default_statistics_target = 10; analyze ${namesOf(await tablesOf(client))}`,
      )
    await client.query('commit')
    return manifest
  } finally {
    // Undoes what was not committed.
    await client.end()
  }
}

const namesOf = (tables: readonly BackupTable[]) => tables.map(({ name }) => quoted(name)).join()

async function fill(client: Client, pieces: AsyncIterable<Piece>, isCompared: boolean): Promise<Manifest> {
  let header: Header | undefined
  let manifest: Manifest | undefined
  let putBack: string[] = []
  const counts = new Map<string, number>()
  let expectedRows = new Map<string, number>()
  for await (const piece of pieces) {
    if ('header' in piece) {
      header = piece.header
      putBack = await prepare(client, header)
    } else if ('manifest' in piece) {
      manifest = piece.manifest
      expectedRows = new Map(manifest.totals.map(({ table, rows }) => [table, rows]))
    } else {
      const table = header?.tables.find(({ name }) => name === piece.table)
      if (!table)
        throw new BackupError(
          `The file has rows of ${piece.table}, a table that it does not name. Use another backup.`,
        )
      const copy = client.query(copyFrom(`copy ${quoted(table.name)} ${columnsOf(table)} from stdin`))
      await pipeline(piece.rows, copy)
      const count = (counts.get(table.name) ?? 0) + copy.rowCount
      counts.set(table.name, count)
      if (count > (expectedRows.get(table.name) ?? 0))
        throw new BackupError(
          `The file has more rows of ${table.name} than its manifest says. Nothing was restored. Use another backup.`,
        )
    }
  }
  if (!header || !manifest) throw new BackupError('The file has no manifest. Use another backup.')
  for (const statement of putBack) await client.query(statement)
  const found = isCompared
    ? await tally(client, header)
    : manifest.totals.map((total) => ({ ...total, rows: counts.get(total.table) ?? 0 }))
  compare(manifest.totals, found)
  return manifest
}

/**
 * Creates the tables of the file without constraints and indexes, which slow loading down, and returns the statements that add them
 * afterwards.
 */
async function prepare(client: Client, { migration, tables, version }: Header): Promise<string[]> {
  if (isUnreleased(migration))
    throw new BackupError(
      `The file was made by a development version from before the first release, ${version}. Only that version can restore it.`,
    )
  if (!MIGRATIONS.some(({ folderMillis }) => folderMillis === migration)) throw newerError(version)
  await applyMigrations(client, migration)
  for (const { name, partitions } of tables)
    for (const partition of partitions)
      await client.query(
        `create table if not exists ${quoted(partition.name)} partition of ${quoted(name)} ${partition.bound}`,
      )
  const { rows } = await client.query<{ removal: string; addition: string }>(HINDRANCES)
  for (const { removal } of rows) await client.query(removal)
  // Migrations may have filled some tables.
  await client.query(`truncate ${namesOf(tables)}`)
  return rows.toReversed().map(({ addition }) => addition)
}

/** Foreign keys, then other keys, then indexes: they can be dropped in this order, and added in the reverse order. */
const HINDRANCES = `
  select removal, addition from (
    select case k.contype when 'f' then 1 else 2 end as rank, t.relname || k.conname as name,
      format('alter table %I drop constraint %I', t.relname, k.conname) as removal,
      format('alter table %I add constraint %I %s', t.relname, k.conname, pg_get_constraintdef(k.oid)) as addition
    from pg_constraint k join pg_class t on t.oid = k.conrelid
    where k.contype in ('f', 'p', 'u') and k.conparentid = 0 and t.relnamespace = 'public'::regnamespace
    union all
    select 3, c.relname, format('drop index %I', c.relname),
      replace(pg_get_indexdef(c.oid), ' ON ONLY ', ' ON ')
    from pg_index i join pg_class c on c.oid = i.indexrelid
    where c.relnamespace = 'public'::regnamespace and not c.relispartition
      and not exists (select from pg_constraint k where k.conindid = c.oid and k.contype in ('p', 'u', 'x'))
  ) found (rank, name, removal, addition) order by rank, name`

async function tally(client: ClientBase, { tables }: Header): Promise<Total[]> {
  const totals: Total[] = []
  for (const table of tables) {
    const tally = new Tally()
    for (const place of placesOf(table))
      for await (const block of readRows(client, allRows(place, table))) tally.add(block)
    totals.push({ table: table.name, rows: tally.rows, checksum: tally.checksum })
  }
  return totals
}

/** @throws BackupError that names the first table whose rows differ from those of the file */
function compare(expected: readonly Total[], found: readonly Total[]) {
  for (const { table, rows, checksum } of expected) {
    const other = found.find((each) => each.table === table)
    if (other?.rows === rows && other.checksum === checksum) continue
    throw new BackupError(
      `After loading, the table ${table} has ${other?.rows ?? 0} rows, of ${rows}, or other ones than the file says. Nothing was restored. Use another backup.`,
    )
  }
}
