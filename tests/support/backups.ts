import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { fileAt } from '../../server/services/backup/file'
import { loadBackup } from '../../server/services/backup/load'
import { readBackup } from '../../server/services/backup/read'
import { openShelf } from '../../server/services/backup/shelf'
import { writeBackup } from '../../server/services/backup/write'
import { query } from './query'

/** Encrypts the files of tests. */
export const PASSPHRASE = 'correct horse battery staple'

/** Creates a folder for the files of a test, with a function that removes it. */
export function aFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'spaceport-backup-'))
  return {
    at: (name: string) => join(folder, name),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

/** Opens a folder as the backup shelf of a server. */
export const aShelf = (folder: string) => openShelf({ folder })

/** Backs up a database, encrypted. */
export const backUp = async (url: string, file: string, passphrase: string | null = PASSPHRASE) =>
  writeBackup(url, fileAt(file), { version: '1.2.3', passphrase })

/** Restores a file, and compares all rows. */
export const restore = async (url: string, file: string, passphrase = PASSPHRASE) =>
  loadBackup(url, readBackup(fileAt(file), { passphrase: async () => passphrase }), { isCompared: true })

/** Schema of a database, as lines that can be compared. */
export async function schemaOf(url: string): Promise<string[]> {
  const rows = await query(
    url,
    `select line from (
      -- PostgreSQL names those of partitions itself, in the order in which they are made.
      select 'index ' || case when tablename ~ '_\\d{4}_\\d{2}$' then tablename || ': ' || replace(indexdef, indexname, '')
        else indexname || ': ' || indexdef end from pg_indexes where schemaname = 'public'
      union all
      select 'constraint ' || conrelid::regclass || ' ' || conname || ': ' || pg_get_constraintdef(oid)
      from pg_constraint where connamespace = 'public'::regnamespace
      union all
      select 'column ' || c.relname || '.' || a.attname || ' ' || format_type(a.atttypid, a.atttypmod) || ' ' || a.attnotnull
        || ' ' || coalesce(pg_get_expr(d.adbin, d.adrelid), '') || ' ' || a.attgenerated::text
      from pg_attribute a join pg_class c on c.oid = a.attrelid left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and a.attnum > 0 and not a.attisdropped
    ) found (line) order by line collate "C"`,
  )
  return rows.map(({ line }) => String(line))
}

/** One value for each type: all uuids are equal, so that each row refers to the single row of other tables. */
const VALUES: [RegExp, string][] = [
  [/\[\]$/, `'{}'`],
  [/^uuid$/, `'0198f000-0000-7000-8000-000000000001'`],
  [/^(text|character varying)/, `'1'`],
  [/^jsonb?$/, `'{}'`],
  [/^boolean$/, 'true'],
  [/^(timestamp|date)/, `'2025-08-29T00:00:00Z'`],
  [/^bytea$/, `'\\x01'`],
  [/^(integer|bigint|smallint|double precision|numeric|real)/, '1'],
]

/** An episode has either a device or a connector. */
const EMPTY = new Set(['alert_episode.connector_id'])

const COLUMNS = `
  select c.relname::text as table, array_agg(quote_ident(a.attname) order by a.attnum) as columns,
    array_agg(format_type(a.atttypid, a.atttypmod) order by a.attnum) as types
  from pg_class c join pg_attribute a on a.attrelid = c.oid
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
    and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
  group by 1`

/** Creates the partitions for rows of `fillTables`. */
const MONTHS = `
  select c.relname::text as table, pg_get_partkeydef(c.oid) ~ 'id' as "isById" from pg_class c where c.relkind = 'p'`

/** Inserts a row into each table of a database of any version. */
export async function fillTables(url: string): Promise<number> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    const { rows: parted } = await client.query<{ table: string; isById: boolean }>(MONTHS)
    for (const { table, isById } of parted) {
      const [from, to] = isById
        ? ['01980000-0000-7000-8000-000000000000', '01990000-0000-7000-8000-000000000000']
        : ['2025-08-01', '2025-09-01']
      await client.query(
        `create table ${table}_2025_08 partition of ${table} for values from ('${from}') to ('${to}')`,
      )
    }
    const { rows } = await client.query<{ table: string; columns: string[]; types: string[] }>(COLUMNS)
    await insertAll(client, rows)
    return rows.length
  } finally {
    await client.end()
  }
}

async function insertAll(
  client: Client,
  tables: { table: string; columns: string[]; types: string[] }[],
): Promise<void> {
  const waiting: typeof tables = []
  let failure: unknown
  for (const each of tables) {
    const values = each.types.map((type, i) =>
      EMPTY.has(`${each.table}.${each.columns[i]}`)
        ? 'null'
        : (VALUES.find(([matches]) => matches.test(type))?.[1] ?? 'null'),
    )
    try {
      await client.query(`insert into ${each.table} (${each.columns.join()}) values (${values.join()})`)
    } catch (error) {
      failure = error
      waiting.push(each)
    }
  }
  // Rows that they reference did not exist yet.
  if (waiting.length === tables.length) throw failure
  if (waiting.length > 0) await insertAll(client, waiting)
}
