import { Client } from 'pg'
import { z } from 'zod'
import { DISTRIBUTION_COLUMN, PLACES, type Place } from '../../../server/db/distribution'
import { type Node, readNodeTree } from './nodeTree'

/** A table in statements. */
export interface Table {
  /** Name of the table; for a partition that of its parent. */
  name: string
  place: Place | undefined
  /** Number of the column `space_id`; 0 for a table without one. */
  spaceColumn: number
  /** Whether Citus ignores it: a local table without foreign keys. */
  isAlone: boolean
}

/** Objects that the trees of statements reference by number. */
export interface Catalog {
  tables: ReadonlyMap<string, Table>
  /** `i`mmutable, `s`table or `v`olatile. */
  functions: ReadonlyMap<string, { name: string; volatility: string }>
}

const placeOf = (name: string): Place | undefined => new Map(Object.entries(PLACES)).get(name)

const TABLES = `
  select c.oid::text, coalesce(p.relname, c.relname)::text as name, coalesce(a.attnum, 0)::int as column,
    exists (select from pg_constraint k where k.contype = 'f' and c.oid in (k.conrelid, k.confrelid)) as tied
  from pg_class c
    left join pg_inherits i on i.inhrelid = c.oid
    left join pg_class p on p.oid = i.inhparent
    left join pg_attribute a on a.attrelid = c.oid and a.attname = $1
  where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace`

const tableSchema = z.object({ oid: z.string(), name: z.string(), column: z.int(), tied: z.boolean() })
const functionSchema = z.object({ oid: z.string(), name: z.string(), volatility: z.string() })

/** Analyses statements with a PostgreSQL that has the server's tables, without running them. */
export async function openAnalysis(connectionString: string) {
  const client = new Client({ connectionString })
  await client.connect()
  let trees: string[] = []
  client.on('notice', ({ detail }) => {
    if (detail?.startsWith('{QUERY')) trees.push(detail)
  })
  const tables = await client.query(TABLES, [DISTRIBUTION_COLUMN])
  const functions = await client.query(
    'select oid::text, proname::text as name, provolatile::text as volatility from pg_proc',
  )
  await client.query(`
    set client_min_messages = log; set debug_pretty_print = off; set debug_print_parse = on`)
  const catalog: Catalog = {
    tables: new Map(
      z
        .array(tableSchema)
        .parse(tables.rows)
        .map(({ oid, name, column, tied }) => {
          const place = placeOf(name)
          return [oid, { name, place, spaceColumn: column, isAlone: place === 'local' && !tied }]
        }),
    ),
    functions: new Map(
      z
        .array(functionSchema)
        .parse(functions.rows)
        .map(({ oid, ...one }) => [oid, one]),
    ),
  }
  return {
    catalog,
    /** The tree of a statement that reads or changes rows. @throws when PostgreSQL refuses it */
    analyse: async (statement: string): Promise<Node> => {
      trees = []
      await client.query(`prepare analysed as ${statement}`)
      // The statement is the last one printed before it was prepared.
      const tree = trees.at(-1)
      await client.query('deallocate analysed')
      if (tree === undefined) throw new Error('PostgreSQL printed no tree.')
      return readNodeTree(tree)
    },
    close: () => client.end(),
  }
}
