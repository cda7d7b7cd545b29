import type { ClientBase } from 'pg'
import { DISTRIBUTION_COLUMN, PLACES } from './distribution'

/** Says why a database cannot be spread over nodes. */
export class DistributionError extends Error {}

const AVAILABLE = `
  select (select count(*)::int from pg_available_extensions where name = 'citus') as available,
    (select count(*)::int from pg_extension where extname = 'citus') as installed`

const MISSING = 'select name from unnest($1::text[]) name where to_regclass(quote_ident(name)) is null'

const PLACED = `select c.relname::text as name from pg_dist_partition p join pg_class c on c.oid = p.logicalrelid`

/** Foreign keys between tables of which one is moved. Those of partitions follow the key of their table. */
const FOREIGN_KEYS = `
  select quote_ident(t.relname) as table, quote_ident(k.conname) as name, pg_get_constraintdef(k.oid) as definition
  from pg_constraint k join pg_class t on t.oid = k.conrelid join pg_class r on r.oid = k.confrelid
  where k.contype = 'f' and k.conparentid = 0 and t.relnamespace = 'public'::regnamespace
    and (t.relname = any($1) or r.relname = any($1))
  order by 1, 2`

const FUNCTIONS = `
  select p.oid::regprocedure::text as name from pg_proc p
  where p.pronamespace = 'public'::regnamespace
    and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
  order by 1`

interface Extension {
  available: number
  installed: number
}

async function extensionOf(client: ClientBase): Promise<Extension> {
  const { rows } = await client.query<Extension>(AVAILABLE)
  return rows[0] ?? { available: 0, installed: 0 }
}

/** Names of the tables that are not where `PLACES` says. @throws DistributionError if some do not exist */
async function tablesToPlace(client: ClientBase): Promise<string[]> {
  const missing = await client.query<{ name: string }>(MISSING, [Object.keys(PLACES)])
  if (missing.rows.length > 0)
    throw new DistributionError(
      'The database lacks tables of this version. Start the server once, then try again.',
    )
  const { installed } = await extensionOf(client)
  const placed = installed > 0 ? (await client.query<{ name: string }>(PLACED)).rows : []
  const done = new Set(placed.map(({ name }) => name))
  return Object.entries(PLACES)
    .filter(([name, place]) => place !== 'local' && !done.has(name))
    .map(([name]) => name)
}

/** A coordinator as its workers reach it. */
export interface Coordinator {
  host: string
  port: number
}

const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`

/**
 * The statements that spread the tables of a database over the nodes of Citus, in order, for the coordinator; none if all are where they
 * belong. Foreign keys are added again when both of their tables are there, because Citus accepts none from a distributed table to a local
 * one.
 */
export async function distributionOf(client: ClientBase, { host, port }: Coordinator): Promise<string[]> {
  const names = await tablesToPlace(client)
  if (names.length === 0) return []
  const keys = await client.query<{ table: string; name: string; definition: string }>(FOREIGN_KEYS, [names])
  const functions = await client.query<{ name: string }>(FUNCTIONS)
  const places = new Map(Object.entries(PLACES))
  const first = Object.keys(PLACES).find((name) => places.get(name) === 'distributed')
  const place = (name: string) => {
    if (places.get(name) === 'reference') return `select create_reference_table('${name}')`
    const beside = name === first ? 'none' : first
    return `select create_distributed_table('${name}', '${DISTRIBUTION_COLUMN}', colocate_with => '${beside}')`
  }
  return [
    'create extension if not exists citus',
    `select citus_set_coordinator_host(${quoted(host)}, ${port})`,
    'begin',
    // One connection to each node: rows of reference tables are changed in one transaction with those that refer to them.
    `set local citus.multi_shard_modify_mode to 'sequential'`,
    ...keys.rows.map(({ table, name }) => `alter table ${table} drop constraint ${name}`),
    ...names.filter((name) => places.get(name) === 'reference').map(place),
    ...names.filter((name) => places.get(name) === 'distributed').map(place),
    ...keys.rows.map(
      ({ table, name, definition }) => `alter table ${table} add constraint ${name} ${definition}`,
    ),
    ...functions.rows.map(({ name }) => `select create_distributed_function(${quoted(name)})`),
    'commit',
    `do $$ begin execute format('alter database %I set citus.multi_shard_modify_mode to ''sequential''', current_database()); end $$`,
  ]
}

/**
 * Spreads the tables of a database over the nodes of Citus, or does nothing if a statement fails.
 * @returns how many tables have a new place
 * @throws DistributionError if PostgreSQL has no Citus
 */
export async function distribute(client: ClientBase, coordinator: Coordinator): Promise<number> {
  const { available } = await extensionOf(client)
  if (available === 0)
    throw new DistributionError(
      'This PostgreSQL has no extension citus. Install Citus on every node and put it first into shared_preload_libraries.',
    )
  const names = await tablesToPlace(client)
  try {
    for (const statement of await distributionOf(client, coordinator)) await client.query(statement)
  } catch (error) {
    await client.query('rollback')
    throw error
  }
  return names.length
}
