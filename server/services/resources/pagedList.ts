import type { Pool } from 'pg'
import type { Language } from '#contract/common'
import type { Deps } from '../../deps'
import type { Caller } from '../common/caller'
import { JsonText } from '../common/json'
import { cursorOf, type PageStart, rowsBefore, Statement, wrongCursor } from '../common/statement'
import { limitOf } from '../common/visibility'

/** A table of spaces with a row, or a part of one, for each record of a list. */
interface Part {
  table: string
  /** The column with the id of the record. */
  id: string
}

/** A statement on a table of spaces; the first value is the space. */
export class SpaceStatement extends Statement {
  #now: string | undefined
  /** Set by filters without values: the text of the statement then depends on them. */
  isFiltered = false

  constructor(
    /** The table that is read first; the other one is read only if a condition needs it. */
    readonly first: Part,
    spaceId: string,
    readonly at: Date,
  ) {
    super()
    this.conditions.push(`${first.table}.space_id = ${this.value(spaceId)}`)
  }

  /** SQL of the id of a record. */
  get id(): string {
    return idIn(this.first)
  }

  /** SQL of the time of the call. */
  get now(): string {
    this.#now ??= `${this.value(this.at)}::timestamptz`
    return this.#now
  }
}

const idIn = ({ table, id }: Part, row = table) => `${row}.${id}`

/** The query of a page. Rules, "Requests". */
interface PageQuery<Sort> extends PageStart {
  sort_by: Sort
  order_by?: Order | undefined
  /** The language by whose rules names are sorted. */
  language?: Language | undefined
  limit: number
}

interface Definition<Filters, Sort extends string> {
  /** Name of the table, and the name of a row in error texts. */
  table: string
  /**
   * A joined table with a part of each record, and the SQL condition on which two rows belong together. Its sorts need nothing else; they
   * read it first, because it has fewer bytes.
   */
  joinedTable?: Part & { on: string; sorts: readonly Sort[] }
  /** The columns of an answer as the list of a `select`; some are computed at a time. */
  selection: string | ((now: string) => string)
  /** Further columns, which depend on the caller. */
  selectionFor?: (caller: Caller, value: (value: unknown) => string) => string
  /**
   * Sort expressions of a row, exactly as in the table's indexes; ties are sorted by id. An expression that takes the time, or is of
   * another table, has no index: all rows are read.
   */
  sorts: Record<Sort, (row: string, now: () => string, order: Order, language?: Language) => string>
  /** SQL of the join for a sort that reads it: at most one row of another table for each row. */
  joins?: Partial<Record<Sort, (row: string, value: (value: unknown) => string, filters: Filters) => string>>
  /** Sorts that are ascending by default; the others are descending. */
  ascending?: readonly Sort[]
  /** Adds the conditions of the filters. */
  filter: (statement: SpaceStatement, filters: Filters) => void
  /** The condition that a key with these tags sees the record with an id; without it, every caller sees all records. */
  isWithin?: (statement: SpaceStatement, id: string, tagIds: readonly string[]) => string
}

type Order = 'asc' | 'desc'

type Clocked = Pick<Deps, 'db' | 'now'>

/** A list in pages, by keyset or by row offset. */
export function pagedList<Filters, Sort extends string>({
  table,
  joinedTable,
  selection,
  selectionFor,
  sorts,
  joins = {},
  ascending = [],
  filter,
  isWithin,
}: Definition<Filters, Sort>) {
  type Query = PageQuery<Sort> & Filters
  type Limit = ReturnType<typeof limitOf>

  const own: Part = { table, id: 'id' }

  /** By the parameter with the time, of which there are few: creating one takes as long as a part of a page. */
  const selections = new Map<string, string>()

  function selectionAt(now: string, make: (now: string) => string) {
    const known = selections.get(now) ?? make(now)
    selections.set(now, known)
    return known
  }

  /** The table that a sort reads first, and SQL of the join with the other one, if there is one. */
  function partsOf(sort?: Sort): { first: Part; other: string | null } {
    if (!joinedTable) return { first: own, other: null }
    const isOfJoined = sort !== undefined && joinedTable.sorts.includes(sort)
    const [first, second] = isOfJoined ? [joinedTable, own] : [own, joinedTable]
    return { first, other: `join ${second.table} on ${joinedTable.on}` }
  }

  /** The tables of conditions. PostgreSQL leaves out a `left` join if no condition reads it. */
  const fromOf = ({ first, other }: ReturnType<typeof partsOf>) =>
    other ? `${first.table} left ${other}` : first.table

  /** Begins a statement on the rows that match the filters and that the caller sees. */
  function select(first: Part, spaceId: string, filters: Filters, limit: Limit, at: Date) {
    const statement = new SpaceStatement(first, spaceId, at)
    if (limit && isWithin) statement.conditions.push(isWithin(statement, statement.id, limit))
    filter(statement, filters)
    return statement
  }

  /**
   * The statement of a page; its only row has the page as JSON text in `json`. With filters it has no name, so that PostgreSQL plans it for
   * their values: a generic plan takes up to twenty times as long.
   * @param at the time of the call
   * @param caller who sees only a part of the rows, and may get further columns
   */
  function page(spaceId: string, query: Query, at: Date, caller?: Caller) {
    const within = caller ? limitOf(caller) : null
    const { language, sort_by, order_by = ascending.includes(sort_by) ? 'asc' : 'desc', limit } = query
    const cursor = cursorOf(query)
    const parts = partsOf(sort_by)
    const { first, other } = parts
    const statement = select(first, spaceId, query, within, at)
    // The space is the first value.
    const isFiltered = statement.isFiltered || statement.values.length > 1
    const keyOf = (row: string) => sorts[sort_by](row, () => statement.now, order_by, language)
    const join = joins[sort_by]
    const joinTo = (row: string) => join?.(row, (value) => statement.value(value), query) ?? ''
    if (cursor) {
      const id = statement.value(cursor)
      const after = order_by === 'asc' ? '>' : '<'
      const last = () => {
        const lastId = idIn(first, 'c')
        const seen = within && isWithin ? ` and ${isWithin(statement, lastId, within)}` : ''
        return `select ${keyOf('c')}, ${lastId} from ${first.table} c ${joinTo('c')} where c.space_id = $1 and ${lastId} = ${id}${seen}`
      }
      statement.conditions.push(
        sort_by === 'id'
          ? `${statement.id} ${after} ${id}`
          : `(${keyOf(first.table)}, ${statement.id}) ${after} (${last()})`,
      )
    }
    const byId = `${statement.id} ${order_by}`
    const order = sort_by === 'id' ? byId : `${keyOf(first.table)} ${order_by}, ${byId}`
    const rows = `
    select ${first.table}.* from ${fromOf(parts)} ${joinTo(first.table)} where ${statement.condition} order by ${order}
    limit ${statement.value(limit)}::int offset ${statement.value(rowsBefore(query))}::bigint`
    const shared = typeof selection === 'string' ? selection : selectionAt(statement.now, selection)
    const more = caller && selectionFor?.(caller, (value) => statement.value(value))
    const columns = more ? `${shared}, ${more}` : shared
    const text = `
    select coalesce(json_agg(row_to_json(page)), '[]')::text as json
    from (select ${columns} from (${rows}) ${first.table}${other ? ` ${other} ${joinTo(first.table)} order by ${order}` : ''}) page`
    const name = `${table}.${sort_by}.${order_by}${language ? `.${language}` : ''}${cursor ? '.cursor' : ''}${more ? '.more' : ''}`
    return { text, values: statement.values, ...(!isFiltered && { name }) }
  }

  /** A page begins after the row of its cursor, so that row must exist. @throws ApiError 400 */
  async function checkCursor({ db, now }: Clocked, limit: Limit, spaceId: string, query: Query) {
    const statement = new SpaceStatement(own, spaceId, now())
    statement.conditions.push(`${statement.id} = ${statement.value(cursorOf(query))}`)
    if (limit && isWithin) statement.conditions.push(isWithin(statement, statement.id, limit))
    const { rowCount } = await db.$client.query(
      `select from ${table} where ${statement.condition}`,
      statement.values,
    )
    if (rowCount === 0) throw wrongCursor(query, `a ${table} in this space`)
  }

  return {
    page,

    /** A page of a space. Rules, "Requests". @throws ApiError 400 for a cursor that is not a row of the space */
    list: async (deps: Clocked, caller: Caller, spaceId: string, query: Query): Promise<JsonText> => {
      const { rows } = await deps.db.$client.query<{ json: string }>(page(spaceId, query, deps.now(), caller))
      const json = rows[0]?.json ?? '[]'
      if (json === '[]' && cursorOf(query) && query.sort_by !== 'id')
        await checkCursor(deps, limitOf(caller), spaceId, query)
      return new JsonText(json)
    },

    /** The statement of the ids of all rows that match the filters, for every caller, as a part of another statement. */
    idsStatement: (spaceId: string, filters: Filters, at: Date): { text: string; values: unknown[] } => {
      const statement = select(own, spaceId, filters, null, at)
      const text = `select ${statement.id} as id from ${fromOf(partsOf())} where ${statement.condition}`
      return { text, values: statement.values }
    },

    /** Ids of the rows that match the filters, at most so many. */
    ids: async (
      { client, now }: { client: Pick<Pool, 'query'> } & Pick<Clocked, 'now'>,
      caller: Caller,
      spaceId: string,
      filters: Filters,
      most: number,
    ): Promise<string[]> => {
      const statement = select(own, spaceId, filters, limitOf(caller), now())
      const { rows } = await client.query<{ id: string }>({
        text: `select ${statement.id} as id from ${fromOf(partsOf())} where ${statement.condition} limit ${statement.value(most)}`,
        values: statement.values,
      })
      return rows.map(({ id }) => id)
    },

    /** Number of rows that match the filters. */
    count: async (
      { db, now }: Clocked,
      caller: Caller,
      spaceId: string,
      filters: Filters,
    ): Promise<{ count: number }> => {
      const statement = select(own, spaceId, filters, limitOf(caller), now())
      const { rows } = await db.$client.query<{ count: number }>({
        text: `select count(*)::int as count from ${fromOf(partsOf())} where ${statement.condition}`,
        values: statement.values,
      })
      return { count: rows[0]?.count ?? 0 }
    },
  }
}
