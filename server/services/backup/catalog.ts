import type { ClientBase } from 'pg'
import type { BackupTable } from './format'

/** Tables that a restored installation must not have, or creates anew. */
const LEFT_OUT = [
  // Running copies of the server: they record themselves.
  'server_copy',
  // Steps of sign-ins that are in progress.
  'oauth_code',
  'oauth_flow',
  'passkey_challenge',
  // The link for the first administrator; each start creates another.
  'setup_token',
]

const OWN = `n.nspname = 'public' and c.relkind in ('r', 'p') and not c.relispartition
  and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')`

const TABLES = `
  select c.relname::text as name,
    array(select a.attname::text from pg_attribute a where a.attrelid = c.oid and a.attnum > 0
      and not a.attisdropped and a.attgenerated = '' order by a.attnum) as columns,
    coalesce((select json_agg(json_build_object('name', p.relname, 'bound', pg_get_expr(p.relpartbound, p.oid)) order by p.relname)
      from pg_inherits i join pg_class p on p.oid = i.inhrelid where i.inhparent = c.oid), '[]') as partitions
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where ${OWN} and c.relname <> all($1)
  order by c.relname`

/** The tables of a database whose rows belong in a backup. */
export async function tablesOf(client: ClientBase): Promise<BackupTable[]> {
  return (await client.query<BackupTable>(TABLES, [LEFT_OUT])).rows
}

/** Whether a database has a table. */
export async function hasTables(client: ClientBase): Promise<boolean> {
  const { rowCount } = await client.query(
    `select from pg_class c join pg_namespace n on n.oid = c.relnamespace where (${OWN}) or n.nspname = 'drizzle' limit 1`,
  )
  return rowCount !== 0
}

/** Approximate number of rows, by table and partition. */
export async function estimate(client: ClientBase): Promise<number> {
  const { rows } = await client.query<{ rows: number }>(
    `select coalesce(sum(greatest(c.reltuples, pg_stat_get_live_tuples(c.oid))), 0)::float8 as rows
     from pg_class c where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace`,
  )
  return rows[0]?.rows ?? 0
}

/** Makes the text of values the same on every server. */
export const PLAIN_TEXT = `set timezone = 'UTC'; set datestyle = 'ISO'; set intervalstyle = 'postgres'; set extra_float_digits = 1;
  set bytea_output = 'hex'; set client_encoding = 'UTF8'; set statement_timeout = 0; set idle_in_transaction_session_timeout = 0`

/** A name quoted for a statement. */
export const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`

/** The places of a table's rows: itself, or each of its partitions, which can be read without locking the whole table. */
export const placesOf = ({ name, partitions }: BackupTable): string[] =>
  partitions.length > 0 ? partitions.map((partition) => partition.name) : [name]

/** The columns of a table in a COPY statement. */
export const columnsOf = ({ columns }: BackupTable) => `(${columns.map(quoted).join()})`

/** What COPY reads from a place of a table. */
export type SourceOf = (place: string, table: BackupTable) => string

/** All rows of a place. COPY itself reads no partitioned table, not even one without partitions. */
export const allRows: SourceOf = (place, table) =>
  place === table.name
    ? `(select ${table.columns.map(quoted).join()} from ${quoted(place)})`
    : `${quoted(place)} ${columnsOf(table)}`
