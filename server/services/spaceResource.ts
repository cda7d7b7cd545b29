import { and, eq, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Queryable } from '../db/database'
import type { Deps } from '../deps'
import { notFound } from '../errors'
import { type RowOf, selectText } from './columns'
import { newId } from './ids'
import { JsonText } from './json'

/** Which row. */
export interface Key {
  spaceId: string
  id: string
}

type SpaceTable = PgTable & Record<'spaceId' | 'id' | 'name' | 'createdAt', AnyPgColumn>

interface Readable<Table extends SpaceTable> {
  table: Table
  /** The columns of an answer; they satisfy `Columns` of the entity. */
  columns: Record<string, SQLWrapper>
}

/**
 * Reads a resource of spaces: the whole list by name, or one. What is not in the space of a call is not found (404),
 * nor is what does not satisfy `visible`, the condition of what the caller sees; without one it is everything.
 */
function spaceReads<Table extends SpaceTable>({ table, columns }: Readable<Table>) {
  const rows: PgTable = table
  const selection = sql.raw(selectText(columns))
  const is = (spaceId: string, id: string, visible?: SQL) =>
    and(eq(table.spaceId, spaceId), eq(table.id, id), visible)
  return {
    /** The condition that a row is this one. */
    is,

    /** Makes sure that it exists. @throws ApiError 404 */
    check: async (db: Queryable, spaceId: string, id: string, visible?: SQL): Promise<void> => {
      const found = await db
        .select({ id: table.id })
        .from(rows)
        .where(is(spaceId, id, visible))
      if (found.length === 0) throw notFound()
    },

    /** @throws ApiError 404 */
    read: async (db: Queryable, spaceId: string, id: string, visible?: SQL): Promise<JsonText> => {
      const { rows: found } = await db.execute<{ json: string }>(sql`
        select row_to_json(one)::text as json from (select ${selection} from ${table} where ${is(spaceId, id, visible)}) one`)
      const [row] = found
      if (!row) throw notFound()
      return new JsonText(row.json)
    },

    list: async (db: Queryable, spaceId: string, limit: number, visible?: SQL): Promise<JsonText> => {
      const { rows: found } = await db.execute<{ json: string }>(sql`
        select coalesce(json_agg(row_to_json(page)), '[]')::text as json
        from (
          select ${selection} from ${table} where ${and(eq(table.spaceId, spaceId), visible)}
          order by ${table.name}, ${table.id} limit ${limit}
        ) page`)
      return new JsonText(found[0]?.json ?? '[]')
    },
  }
}

interface Definition<Table extends SpaceTable, Input, Elsewhere extends keyof Input> extends Readable<Table> {
  /** What a person can set, as columns of the row. */
  rowOf: (input: Input) => RowOf<Table, Omit<Input, Elsewhere>>
  /** Stores each field of the input that is not a column of the row. */
  elsewhere?: {
    readonly [Field in Elsewhere]: (tx: Queryable, key: Key, value: Input[Field]) => Promise<unknown>
  }
}

/** What a person sets once, when a resource is created. */
interface Creation {
  /** In place of a new one. */
  id?: string
  row?: Record<string, unknown>
  store?: (tx: Queryable, key: Key) => Promise<unknown>
}

/** Reads and changes a resource of spaces. */
export function spaceResource<
  Table extends SpaceTable,
  Input extends object,
  Elsewhere extends keyof Input = never,
>({ rowOf, elsewhere, ...readable }: Definition<Table, Input, Elsewhere>) {
  const rows: PgTable = readable.table
  const reads = spaceReads(readable)
  const { is, read } = reads

  /** When the row was written, where its table says so. */
  const touched = (at: Date) => 'updatedAt' in readable.table && { updatedAt: at }
  const storeElsewhere = async (tx: Queryable, key: Key, input: Input) => {
    for (const field in elsewhere) await elsewhere[field](tx, key, input[field])
  }

  return {
    ...reads,

    /** @throws ApiError 400, or what `creation` throws */
    create: async (
      { db, now }: Pick<Deps, 'db' | 'now'>,
      spaceId: string,
      input: Input,
      creation?: Creation,
    ): Promise<JsonText> => {
      const at = now()
      const key = { spaceId, id: creation?.id ?? newId(at) }
      return db.transaction(async (tx) => {
        await tx
          .insert(rows)
          .values({ ...rowOf(input), ...creation?.row, ...touched(at), ...key, createdAt: at })
        await creation?.store?.(tx, key)
        await storeElsewhere(tx, key, input)
        return read(tx, spaceId, key.id)
      })
    },

    /** Fields that are undefined are kept. @throws ApiError 400, 404 */
    update: async (
      { db, now }: { db: Queryable; now: Deps['now'] },
      spaceId: string,
      id: string,
      input: Input,
      visible?: SQL,
    ): Promise<JsonText> =>
      db.transaction(async (tx) => {
        const values = { ...rowOf(input), ...touched(now()) }
        const updated = await tx
          .update(rows)
          .set(values)
          .where(is(spaceId, id, visible))
        if (updated.rowCount === 0) throw notFound()
        await storeElsewhere(tx, { spaceId, id }, input)
        return read(tx, spaceId, id)
      }),

    /** @throws ApiError 404 */
    delete: async ({ db }: Pick<Deps, 'db'>, spaceId: string, id: string, visible?: SQL): Promise<void> => {
      const deleted = await db.delete(rows).where(is(spaceId, id, visible))
      if (deleted.rowCount === 0) throw notFound()
    },
  }
}
