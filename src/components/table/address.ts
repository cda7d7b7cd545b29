import { PAGE_SIZES } from './constants'
import { readFilters } from './filterValues'
import type { ColumnFilter } from './types'

/** What a table accepts from its address. */
export interface AddressRules {
  /** Fields that it sorts by. */
  sorts: readonly string[]
  filters: readonly ColumnFilter[]
}

const isPage = (text: string) => /^[1-9]\d{0,5}$/.test(text)
const isPageSize = (text: string) => PAGE_SIZES.some((size) => String(size) === text)
const isOrder = (text: string | null) => text === 'ASC' || text === 'DESC'

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function cleanFilter(text: string, filters: readonly ColumnFilter[]): string | null {
  const given = parseJson(text)
  const read = readFilters(given, filters)
  if (Object.keys(read).length === 0) return null
  return sameJson(given, read) ? text : JSON.stringify(read)
}

const withSortedKeys = (_key: string, value: unknown) =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => a.localeCompare(b)))
    : value

/** What an address filters by. */
export const filterOf = (search: string, filters: readonly ColumnFilter[]) =>
  readFilters(parseJson(new URLSearchParams(search).get('filter') ?? ''), filters)

/** Whether two values are the same but for the order of keys. */
const sameJson = (a: unknown, b: unknown) =>
  JSON.stringify(a, withSortedKeys) === JSON.stringify(b, withSortedKeys)

/**
 * The query of an address with only what the table understands of page, page size, sort and filters; the
 * parameters of others stay. Null when there is nothing to correct.
 */
export function cleanSearch(search: string, { sorts, filters }: AddressRules): string | null {
  const query = new URLSearchParams(search)
  const clean = new URLSearchParams(search)
  const keep = (name: string, value: string | null) => {
    if (value === null) clean.delete(name)
    else clean.set(name, value)
  }
  const page = query.get('page')
  keep('page', page && isPage(page) ? page : null)
  const perPage = query.get('perPage')
  keep('perPage', perPage && isPageSize(perPage) ? perPage : null)
  const [sort, order] = [query.get('sort'), query.get('order')]
  const sorted = sort !== null && sorts.includes(sort) && isOrder(order)
  keep('sort', sorted ? sort : null)
  keep('order', sorted ? order : null)
  const filter = query.get('filter')
  // React-admin writes an empty filter; it says that there is none.
  keep('filter', filter === null || filter === '{}' ? filter : cleanFilter(filter, filters))
  keep('displayedFilters', null)
  return clean.toString() === query.toString() ? null : clean.toString()
}
