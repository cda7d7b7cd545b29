import type { ClientBase } from 'pg'
import { DISTRIBUTION_COLUMN, PLACES } from '../../server/db/distribution'

const places = new Map(Object.entries(PLACES))

const TABLES = `
  select c.relname::text as name,
    exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = $1 and a.attnotnull) as "hasSpace",
    array(select t.tgname::text from pg_trigger t where t.tgrelid = c.oid and not t.tgisinternal) as triggers,
    array(select a.attname::text from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      and (a.attidentity <> '' or pg_get_serial_sequence(quote_ident(c.relname), a.attname) is not null)) as numbered,
    array(select r.rulename::text from pg_rewrite r where r.ev_class = c.oid) as rules,
    array(select p.relname::text from pg_inherits i join pg_class p on p.oid = i.inhrelid
      where i.inhparent = c.oid and p.relkind = 'p') as "partedParts"
  from pg_class c
  where c.relkind in ('r', 'p') and not c.relispartition and c.relnamespace = 'public'::regnamespace
  order by 1`

interface Table {
  name: string
  hasSpace: boolean
  triggers: string[]
  numbered: string[]
  rules: string[]
  partedParts: string[]
}

/** Unique indexes, including those of constraints, and exclusion constraints. */
const KEYS = `
  select t.relname::text as table, c.relname::text as name,
    array(select a.attname::text from pg_attribute a where a.attrelid = t.oid and a.attnum = any(i.indkey)) as columns
  from pg_index i join pg_class c on c.oid = i.indexrelid join pg_class t on t.oid = i.indrelid
  where (i.indisunique or i.indisexclusion) and not t.relispartition and t.relnamespace = 'public'::regnamespace`

interface Key {
  table: string
  name: string
  columns: string[]
}

const FOREIGN_KEYS = `
  select k.conname::text as name, t.relname::text as from, r.relname::text as to,
    array(select a.attname::text from unnest(k.conkey) with ordinality o (number, place)
      join pg_attribute a on a.attrelid = t.oid and a.attnum = o.number order by o.place) as columns,
    array(select a.attname::text from unnest(k.confkey) with ordinality o (number, place)
      join pg_attribute a on a.attrelid = r.oid and a.attnum = o.number order by o.place) as "otherColumns",
    k.confdeltype::text as "onDelete", k.confupdtype::text as "onUpdate"
  from pg_constraint k join pg_class t on t.oid = k.conrelid join pg_class r on r.oid = k.confrelid
  where k.contype = 'f' and k.conparentid = 0 and t.relnamespace = 'public'::regnamespace`

interface ForeignKey {
  name: string
  from: string
  to: string
  columns: string[]
  otherColumns: string[]
  /** `a`: none, `r`: restrict, `c`: cascade, `n`: set null, `d`: set default. */
  onDelete: string
  onUpdate: string
}

function tableViolations({ name, hasSpace, triggers, numbered, rules, partedParts }: Table): string[] {
  const place = places.get(name)
  if (place === undefined) return [`${name} has no place`]
  const found = []
  if (place === 'distributed' && !hasSpace) found.push(`${name} has no ${DISTRIBUTION_COLUMN}`)
  if (place === 'local') return found
  if (triggers.length > 0) found.push(`${name} has the triggers ${triggers.join()}`)
  if (numbered.length > 0) found.push(`${name} counts ${numbered.join()} up`)
  if (rules.length > 0) found.push(`${name} has the rules ${rules.join()}`)
  if (partedParts.length > 0) found.push(`${name} has partitions of partitions`)
  return found
}

const keyViolations = ({ table, name, columns }: Key): string[] =>
  places.get(table) === 'distributed' && !columns.includes(DISTRIBUTION_COLUMN)
    ? [`${name} of ${table} is unique without ${DISTRIBUTION_COLUMN}`]
    : []

function foreignKeyViolations({ name, from, to, columns, otherColumns, onDelete, onUpdate }: ForeignKey) {
  const [own, other] = [places.get(from), places.get(to)]
  const way = `${name}, from ${from} (${own}) to ${to} (${other}),`
  const found = []
  if (other === 'distributed' && own !== 'distributed') found.push(`${way} leads to rows on other nodes`)
  if (other === 'local' && own === 'distributed') found.push(`${way} leads to rows on other nodes`)
  if (other === 'local' && own === 'reference' && /[cnd]/.test(onDelete + onUpdate))
    found.push(`${way} changes rows of every node`)
  if (own !== 'distributed') return found
  const index = columns.indexOf(DISTRIBUTION_COLUMN)
  if (other === 'distributed' && (index < 0 || otherColumns[index] !== DISTRIBUTION_COLUMN))
    found.push(`${way} is without ${DISTRIBUTION_COLUMN} on both sides`)
  if (index >= 0 && (/[nd]/.test(onDelete) || /[ncd]/.test(onUpdate)))
    found.push(`${way} would change ${DISTRIBUTION_COLUMN}`)
  return found
}

/**
 * Violations that would prevent distributing the tables by `PLACES`; empty when there are none. The rules are those of
 * https://docs.citusdata.com/en/stable/develop/reference_ddl.html and reference_workarounds.html.
 */
export async function schemaViolations(client: ClientBase): Promise<string[]> {
  const tables = await client.query<Table>(TABLES, [DISTRIBUTION_COLUMN])
  const keys = await client.query<Key>(KEYS)
  const foreignKeys = await client.query<ForeignKey>(FOREIGN_KEYS)
  const names = new Set(tables.rows.map(({ name }) => name))
  const missing = [...places.keys()]
    .filter((name) => !names.has(name))
    .map((name) => `${name} does not exist`)
  return [
    ...missing,
    ...tables.rows.flatMap(tableViolations),
    ...keys.rows.flatMap(keyViolations),
    ...foreignKeys.rows.flatMap(foreignKeyViolations),
  ]
}
