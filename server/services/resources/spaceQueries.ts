import { and, eq, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Queryable } from '../../db/database'
import type { Deps } from '../../deps'
import { notFound } from '../../errors'
import type { Caller } from '../common/caller'
import { clockAt, selectText } from '../common/columns'
import { JsonText } from '../common/json'

/** Ids of a row. */
export interface Key {
  spaceId: string
  id: string
  /** Stands for an id that is a secret in the audit log. */
  loggedAs?: string
}

/** A table of a resource of spaces. */
export type SpaceTable = PgTable & Record<'spaceId' | 'id' | 'name' | 'createdAt' | 'version', AnyPgColumn>

/** The database, or a transaction, and the time. */
export interface Clocked {
  db: Queryable
  now: Deps['now']
}

/** SQL of each field of an answer. */
type Selection = Record<string, SQLWrapper>

/** How a resource is read. */
export interface Readable {
  table: SpaceTable
  /** SQL that joins another table with columns of an answer. */
  joinedTable?: SQL
  /** The columns of an answer, by `columnsOf`; the time is `clock.at`. */
  columns: Selection
  /** Fields of an answer that depend on the caller; they may replace one of `columns`. The audit log has none of them. */
  columnsFor?: (caller: Caller, now: Date) => Record<string, SQL>
  /** The condition of what the caller sees; without it, everything. */
  seenBy?: (caller: Caller) => SQL | undefined
}

/**
 * Reads a resource of spaces: the whole list by name, or one record. A record outside the space of the call, or that the caller does not
 * see, is not found (404).
 */
export function spaceQueries({
  table,
  joinedTable,
  columns,
  columnsFor,
  seenBy = () => undefined,
}: Readable) {
  const rows: PgTable = table
  const partsAt = (at: Date) => sql`${table} ${joinedTable} cross join ${clockAt(at)}`
  const selectionFor = (caller: Caller | undefined, at: Date) => {
    const more = (caller && columnsFor?.(caller, at)) ?? {}
    const shared = Object.fromEntries(Object.entries(columns).filter(([field]) => !(field in more)))
    const parts = Object.entries(more).map(([field, column]) => sql`${column} as ${sql.identifier(field)}`)
    return sql.join([sql.raw(selectText(shared)), ...parts], sql`, `)
  }
  const is = (spaceId: string, id: string, visible?: SQL) =>
    and(eq(table.spaceId, spaceId), eq(table.id, id), visible)

  /**
   * Reads a record, whether or not the caller sees it.
   * @param caller whose fields are also read
   * @throws ApiError 404
   */
  async function readRow(
    { db, now }: Clocked,
    { spaceId, id }: Key,
    { visible, caller }: { visible?: SQL | undefined; caller?: Caller } = {},
  ): Promise<JsonText> {
    const at = now()
    const { rows: found } = await db.execute<{ json: string; version: number }>(sql`
      select row_to_json(one)::text as json, one.version from (select ${selectionFor(caller, at)} from ${partsAt(at)} where ${is(spaceId, id, visible)}) one`)
    const [row] = found
    if (!row) throw notFound()
    return new JsonText(row.json, row.version)
  }

  return {
    /** The condition that a row is this one. */
    is,
    seenBy,
    readRow,

    /** Checks that the caller sees the record. @throws ApiError 404 */
    check: async (db: Queryable, caller: Caller, { spaceId, id }: Key): Promise<void> => {
      const found = await db
        .select({ id: table.id })
        .from(rows)
        .where(is(spaceId, id, seenBy(caller)))
      if (found.length === 0) throw notFound()
    },

    /** @throws ApiError 404 */
    read: (deps: Clocked, caller: Caller, key: Key): Promise<JsonText> =>
      readRow(deps, key, { visible: seenBy(caller), caller }),

    list: async (
      { db, now }: Clocked,
      caller: Caller,
      spaceId: string,
      { limit, offset = 0 }: { limit: number; offset?: number },
    ): Promise<JsonText> => {
      const at = now()
      const { rows: found } = await db.execute<{ json: string }>(sql`
        select coalesce(json_agg(row_to_json(page)), '[]')::text as json
        from (
          select ${selectionFor(caller, at)} from ${partsAt(at)} where ${and(eq(table.spaceId, spaceId), seenBy(caller))}
          order by ${table.name}, ${table.id} limit ${limit} offset ${offset}
        ) page`)
      return new JsonText(found[0]?.json ?? '[]')
    },
  }
}
