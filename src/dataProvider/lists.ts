import type { GetListResult, RaRecord } from 'react-admin'
import { z } from 'zod'
import { countSchema, foldText, type Language, LIST_LIMIT } from '#contract/common'
import {
  ApiError,
  type Client,
  Denied,
  type QueryValue,
  type RequestOptions,
  read,
  UserFacingError,
} from './client'
import { type ListParams, listQueryOf, queryOf, type ResourceEndpoint } from './endpoints'
import { resolveRanges } from './ranges'

/** Rows to count by default, if the server can stop counting. */
const COUNTED = 60_000

/** Number of rows in a list; `atLeast` if there may be more. */
export type Counted = { total: number } | { atLeast: number }

/** State of one list: the last id of each page read, and the total. */
interface KnownList {
  lastIds: Map<number, string>
  /** Undefined while unknown, also if the server failed to count. */
  counted?: Counted
  wasCounted?: boolean
  /** Somebody asked for the exact number of rows. */
  countsAll?: boolean
}

/** Remembers where pages end, so that the next page can be read by cursor. Rules, "Paging". */
export function createPageMemory() {
  const lists = new Map<string, KnownList>()

  const known = (list: string): KnownList => {
    const kept = lists.get(list) ?? { lastIds: new Map<number, string>() }
    lists.set(list, kept)
    return kept
  }

  return {
    /** Cursor of a page (counted from 1); undefined if the page before it was not read. */
    cursorOf: (list: string, page: number) => known(list).lastIds.get(page - 1),
    countedOf: (list: string) => known(list).counted,
    wasCounted: (list: string) => known(list).wasCounted ?? false,
    countsAll: (list: string) => known(list).countsAll ?? false,
    setCountsAll: (list: string) => {
      known(list).countsAll = true
    },
    /** Stores the result of counting; if counting failed, the earlier result stays. */
    setCounted(list: string, counted?: Counted) {
      const about = known(list)
      about.wasCounted = true
      about.counted = counted ?? about.counted
    },
    /** Stores where a page ended and forgets the pages after it. */
    pageRead(list: string, page: number, lastId: string | undefined) {
      const { lastIds } = known(list)
      for (const later of lastIds.keys()) if (later >= page) lastIds.delete(later)
      if (lastId) lastIds.set(page, lastId)
    },
  }
}

type Filter = Record<string, unknown>

type ListEndpoint = Omit<ResourceEndpoint, 'createUrl' | 'deleteUrl'>

type List = (endpoint: ListEndpoint, params: ListParams & { signal?: AbortSignal }) => Promise<GetListResult>

/** Identifies a set of rows by the unresolved filter: a relative range is the same list, whatever its start is now. */
const rowsOf = ({ url }: ListEndpoint, filter: Filter) => JSON.stringify([url, filter])

const isDenied = (error: unknown) =>
  error instanceof Denied || (error instanceof ApiError && [401, 403].includes(error.status))

/** A server that does not count, or fails to, must not hide the rows. */
function ignoreFailure(error: unknown) {
  if (isDenied(error) || !(error instanceof UserFacingError)) throw error
}

interface Rows<Row> {
  rows: Row[]
  /** Number of rows in the answer, including unreadable ones. */
  length: number
}

/** Reads rows of a list; unreadable ones are left out. Errors: those of the client. */
async function readRows<Row extends z.ZodType>(
  client: Client,
  { url, schema }: { url: string; schema: Row },
  options: RequestOptions,
): Promise<Rows<z.output<Row>>> {
  const answer = await client.request('GET', url, options)
  const { success, data } = z.array(schema).safeParse(answer)
  if (success) return { rows: data, length: data.length }
  const lenient = await import('./lenient')
  const rows = read(() => lenient.readRows(schema, answer))
  return { rows, length: Array.isArray(answer) ? answer.length : 0 }
}

/** Number of unreadable rows, which the list reports. */
const unreadableMeta = ({ rows, length }: Rows<unknown>) =>
  rows.length < length ? { unreadable: length - rows.length } : {}

const metaOf = (meta: object) => (Object.keys(meta).length > 0 ? { meta } : {})

/**
 * Lists that page on the server. A page is read by cursor if the page before it was read, else by row offset; lists
 * without row offsets are read up to the page. The first page comes before its total, which `meta.counting` resolves. A
 * long list is counted to `meta.atLeast` only, until `countAll` is called.
 * @param isBounded the server has the capability `bounded-lists`; on others, only a full first page is counted, without
 * a limit
 * @param languageOf the language to sort names by, if the server can
 */
export function createServerLists(
  client: Client,
  isBounded: boolean,
  languageOf: () => Language | undefined = () => undefined,
) {
  const memory = createPageMemory()

  /** Counts the rows of a list and stores the result, or how far it counted. */
  async function countRows(endpoint: ListEndpoint, filter: Filter, signal?: AbortSignal, all = false) {
    const rows = rowsOf(endpoint, filter)
    const at_most =
      isBounded && endpoint.count === 'upTo' && !all && !memory.countsAll(rows) ? COUNTED + 1 : undefined
    let counted: Counted | undefined
    try {
      const query = { ...queryOf(endpoint, filter), at_most }
      const { count } = await client.call(countSchema, 'GET', `${endpoint.url}/count`, { query, signal })
      counted = count === at_most ? { atLeast: COUNTED } : { total: count }
      return counted
    } finally {
      memory.setCounted(rows, counted)
    }
  }

  /** Id of the last of `count` rows; undefined if there are fewer. */
  async function cursorAfter(count: number, endpoint: ListEndpoint, options: RequestOptions) {
    let cursor: string | undefined
    for (let left = count; left > 0; left -= LIST_LIMIT) {
      const limit = Math.min(left, LIST_LIMIT)
      const query = { ...options.query, limit, cursor }
      const { rows, length } = await readRows(client, endpoint, { ...options, query })
      if (length < limit) return undefined
      cursor = rows.at(-1)?.id
    }
    return cursor
  }

  const page: List = async (endpoint, { pagination, sort, filter, signal }) => {
    const { paging } = endpoint
    const { page, perPage } = pagination
    const language = endpoint.query.language && sort.field === 'name' ? languageOf() : undefined
    const query: Record<string, QueryValue> = {
      ...listQueryOf(endpoint, { pagination, sort, filter }),
      language,
    }
    const { limit: _limit, sort_by: _sort, order_by: _order, ...filters } = query
    const rows = rowsOf(endpoint, filter)
    const list = JSON.stringify([rows, sort, perPage, language])
    // For a list without a count, one extra row shows whether there is another page.
    const asked = endpoint.count || perPage >= LIST_LIMIT ? perPage : perPage + 1

    const readAt = (place: Record<string, string | undefined>) =>
      readRows(client, endpoint, { query: { ...query, limit: asked, ...place }, signal })
    const skipped = (page - 1) * perPage
    const readPage = async () => {
      const known = paging === 'offset' ? undefined : memory.cursorOf(list, page)
      if (page === 1) return readAt({})
      if (paging !== 'keyset') return readAt({ offset: known ?? String(skipped) })
      const cursor = known ?? (await cursorAfter(skipped, endpoint, { query: filters, signal }))
      return cursor === undefined ? { rows: [], length: 0 } : readAt({ cursor })
    }
    const answered = await readPage()
    const data = answered.rows.slice(0, perPage)
    const length = Math.min(answered.length, perPage)
    const unreadable = unreadableMeta({ rows: data, length })
    memory.pageRead(list, page, data.at(-1)?.id)

    if (answered.length < asked && (length > 0 || page === 1)) {
      memory.setCounted(rows, { total: skipped + length })
    } else if (endpoint.count && (page === 1 || (isBounded && !memory.wasCounted(rows)))) {
      // The first request may be for a later page, from an address or after a reload.
      const isFirst = page === 1 && !memory.wasCounted(rows)
      const counting = countRows(endpoint, filter, signal)
      // The first rows do not wait for their number.
      if (isFirst) {
        counting.catch(() => undefined)
        return {
          data,
          pageInfo: { hasPreviousPage: false, hasNextPage: true },
          meta: { counting, ...unreadable },
        }
      }
      await counting.catch(ignoreFailure)
    }
    const counted = memory.countedOf(rows)
    if (counted && 'total' in counted) return { data, total: counted.total, ...metaOf(unreadable) }
    const pageInfo = { hasPreviousPage: page > 1, hasNextPage: answered.length === asked }
    return { data, pageInfo, ...metaOf({ ...counted, ...unreadable }) }
  }

  return {
    page,
    async countAll(endpoint: ListEndpoint, filter: Filter) {
      const counted = await countRows(endpoint, filter, undefined, true)
      memory.setCountsAll(rowsOf(endpoint, filter))
      return counted
    },
  }
}

const textOf = (value: unknown) =>
  typeof value === 'string' ? value : value === null || value === undefined ? '' : JSON.stringify(value)

const bound = (range: object, key: 'start' | 'end'): unknown => Reflect.get(range, key)

/** Whether a time lies within `{ start, end }`, both inclusive; all are ISO times in UTC. */
function isWithin(value: unknown, range: object): boolean {
  const [start, end] = [bound(range, 'start'), bound(range, 'end')]
  if (typeof value !== 'string') return false
  return !(typeof start === 'string' && value < start) && !(typeof end === 'string' && value > end)
}

/** The value to compare in a filter: the id of an entity, else the text. */
const keyOf = (value: unknown) =>
  typeof value === 'object' && value !== null ? textOf(Reflect.get(value, 'id')) : textOf(value)

/**
 * Whether a value satisfies a filter: a text is contained, a list contains the value (or one of the value's items), a
 * time is within a range.
 */
function matches(value: unknown, wanted: unknown): boolean {
  if (wanted === undefined || wanted === null || wanted === '') return true
  if (Array.isArray(wanted))
    return wanted.length === 0 || [value].flat().some((item) => wanted.includes(keyOf(item)))
  if (typeof wanted === 'string') return foldText(textOf(value)).includes(foldText(wanted))
  if (typeof wanted === 'object') return isWithin(value, wanted)
  return value === wanted
}

/** By language. */
const collators = new Map<Language | undefined, Intl.Collator>()

/** Compares values by the rules of a language. */
function comparator(language: Language | undefined) {
  const collator = collators.get(language) ?? new Intl.Collator(language, { numeric: true })
  collators.set(language, collator)
  return (a: unknown, b: unknown) => collator.compare(textOf(a), textOf(b))
}

/** Filters, sorts and pages rows in the browser. */
export function pageOf<Row extends RaRecord>(
  rows: readonly Row[],
  { pagination, sort, filter }: ListParams,
  language?: Language,
): { data: Row[]; total: number } {
  const wanted = Object.entries(resolveRanges(filter))
  const found = rows.filter((row) => wanted.every(([field, value]) => matches(row[field], value)))
  const sign = sort.order === 'DESC' ? -1 : 1
  const compare = comparator(language)
  const sorted = found.toSorted((a, b) => sign * compare(a[sort.field], b[sort.field]))
  const start = (pagination.page - 1) * pagination.perPage
  return { data: sorted.slice(start, start + pagination.perPage), total: found.length }
}

/** Names, in lower case, that several rows share. */
function sharedNames(rows: readonly RaRecord[]): string[] {
  const names = rows.flatMap(({ name }) => (typeof name === 'string' ? name.toLowerCase() : []))
  const seen = new Set<string>()
  return names.filter((name) => seen.size === seen.add(name).size)
}

/** All rows of a whole list, by name. */
export const WHOLE_LIST = {
  pagination: { page: 1, perPage: Number.MAX_SAFE_INTEGER },
  sort: { field: 'name', order: 'ASC' },
} as const

/**
 * Lists that are read whole, LIST_LIMIT rows at a time. `meta.sharedNames` has names that several rows share. Rules,
 * "Paging".
 */
export function createWholeLists(
  client: Client,
  languageOf: () => Language | undefined = () => undefined,
): List {
  async function readAll(endpoint: ListEndpoint, signal?: AbortSignal) {
    const rows = new Map<string, z.output<typeof endpoint.schema>>()
    for (let skipped = 0, unreadable = 0; ; ) {
      const place = { limit: LIST_LIMIT, offset: skipped > 0 ? String(skipped) : undefined }
      const known = rows.size
      const page = await readRows(client, endpoint, { query: place, signal })
      for (const row of page.rows) rows.set(row.id, row)
      skipped += page.length
      unreadable += page.length - page.rows.length
      // A server that does not page answers the same rows again.
      if (!endpoint.query.offset || page.length < LIST_LIMIT || rows.size === known)
        return { rows: [...rows.values()], length: rows.size + unreadable }
    }
  }
  return async (endpoint, { signal, ...params }) => {
    const all = await readAll(endpoint, signal)
    return {
      ...pageOf(all.rows, params, languageOf()),
      meta: { sharedNames: sharedNames(all.rows), ...unreadableMeta(all) },
    }
  }
}
