import { hashKey } from '@tanstack/react-query'
import { parseJson } from '../json/parseJson'
import { type DateRange, readRange } from './dates/ranges'
import { PAGE_SIZES } from './paging/paging'
import type { Column, ColumnFilter, FilterOf } from './types'

/** Default minimum length of a text to filter by. Rules, "Tables". */
const TEXT_FILTER_MIN_LENGTH = 3

/** How long a text filter waits for the next keystroke, in milliseconds. */
export const TEXT_FILTER_DELAY = 400

/** A list's filter values by source, accepted by `readFilters`. */
export type FilterValues = Record<string, unknown>

/** Minimum length of a text for this filter. Rules, "Tables". */
export const minLengthOf = (filter: FilterOf<'text'>) => filter.minLength ?? TEXT_FILTER_MIN_LENGTH

/** The text to filter by; undefined while it is too short. Rules, "Tables". */
export function readText(value: unknown, filter: FilterOf<'text'>): string | undefined {
  if (typeof value !== 'string') return undefined
  const text = value.trim()
  return text !== '' && text.length >= minLengthOf(filter) ? text : undefined
}

/** The chosen ids; undefined if there are none. */
export function readChoices(value: unknown): string[] | undefined {
  if (!Array.isArray(value)) return undefined
  const ids = value.filter((item) => typeof item === 'string' && item !== '')
  return ids.length > 0 ? [...new Set(ids)] : undefined
}

function readFilter(filter: ColumnFilter, value: unknown): string | string[] | DateRange | undefined {
  if (filter.kind === 'text') return readText(value, filter)
  if (filter.kind === 'multiselect' || filter.kind === 'conditions') return readChoices(value)
  if (filter.kind === 'record') return typeof value === 'string' && value !== '' ? value : undefined
  return readRange(value, filter.needsBoth)
}

/** The part of an unknown value that the filters accept. */
function readFilters(value: unknown, filters: readonly ColumnFilter[]): FilterValues {
  const given = new Map<string, unknown>(
    typeof value === 'object' && value !== null ? Object.entries(value) : [],
  )
  const read: FilterValues = {}
  for (const filter of filters) {
    const found = readFilter(filter, given.get(filter.source))
    if (found === undefined) continue
    read[filter.source] = found
    if (filter.kind === 'multiselect' && filter.logicSource && given.get(filter.logicSource) === 'all')
      read[filter.logicSource] = 'all'
  }
  return read
}

/** Default ranges of filters without a chosen range. */
export const fallbackRanges = (
  columns: readonly { filter: ColumnFilter }[],
  chosen: FilterValues,
): FilterValues =>
  Object.fromEntries(
    columns.flatMap(({ filter }) =>
      filter.kind === 'dateRange' && filter.fallback && chosen[filter.source] === undefined
        ? [[filter.source, { relative: filter.fallback }]]
        : [],
    ),
  )

/** A filter of a column, with its label. */
export type FilterableColumn = Pick<Column<never>, 'label'> & {
  filter: ColumnFilter
  column?: Pick<Column<never>, 'id' | 'hideable' | 'hidden'>
}

export const filterableOf = <Row>(columns: readonly Column<Row>[]): FilterableColumn[] =>
  columns.flatMap(({ label, filter = [], id, hideable, hidden }) =>
    [filter].flat().map((one) => ({
      label: ('label' in one && one.label) || label,
      filter: one,
      column: { id, hideable, hidden },
    })),
  )

/** The values that a table accepts from its address. */
interface AddressRules {
  /** Fields that can be sorted. */
  sorts: readonly string[]
  filters: readonly ColumnFilter[]
}

/** Query parameters that belong to a list. */
const LIST_PARAMETERS = new Set(['page', 'perPage', 'sort', 'order', 'filter', 'displayedFilters'])

function cleanFilter(text: string, filters: readonly ColumnFilter[]): string | null {
  const given = parseJson(text)
  const read = readFilters(given, filters)
  if (Object.keys(read).length === 0) return null
  // The order of the keys does not matter.
  return hashKey([given]) === hashKey([read]) ? text : JSON.stringify(read)
}

/**
 * Removes filters with their own parameter from a query.
 * @returns the query's `filter` with their values
 */
function takeParameters(query: URLSearchParams, filters: readonly ColumnFilter[]): string {
  const filter = query.get('filter') ?? ''
  const named = filters.flatMap((one): [string, string][] => {
    const { parameter = '' } = one.kind === 'record' ? one : {}
    const id = query.get(parameter)
    if (!id) return []
    query.delete(parameter)
    return [[one.source, id]]
  })
  return named.length === 0
    ? filter
    : JSON.stringify({ ...readFilters(parseJson(filter), filters), ...Object.fromEntries(named) })
}

/** The filter values in an address. */
export const filterOf = (search: string, filters: readonly ColumnFilter[]) =>
  readFilters(parseJson(new URLSearchParams(search).get('filter') ?? ''), filters)

/**
 * The query of an address without values for page, page size, sort and filters that the table does not accept; other
 * parameters stay. Null if nothing needs correcting.
 */
export function cleanSearch(search: string, { sorts, filters }: AddressRules): string | null {
  const query = new URLSearchParams(search)
  const clean = new URLSearchParams(search)
  const valueOf = (name: string) => query.get(name) ?? ''
  const [page, perPage, sort] = [valueOf('page'), valueOf('perPage'), valueOf('sort')]
  const order = valueOf('order')
  const filter = takeParameters(clean, filters)
  const isSort = sorts.includes(sort) && (order === 'ASC' || order === 'DESC')
  const accepted = {
    page: /^[1-9]\d{0,5}$/.test(page) && page,
    perPage: PAGE_SIZES.some((size) => String(size) === perPage) && perPage,
    sort: isSort && sort,
    order: isSort && order,
    // React-admin writes an empty filter to say that there is none.
    filter: filter === '{}' ? filter : cleanFilter(filter, filters),
    displayedFilters: null,
  }
  for (const [name, value] of Object.entries(accepted))
    if (value) clean.set(name, value)
    else clean.delete(name)
  return clean.toString() === query.toString() ? null : clean.toString()
}

/** The query that a list navigates to, with the other current parameters. */
export function withParametersOfOthers(wanted: string, current: string): string {
  const query = new URLSearchParams(wanted)
  for (const [name, value] of new URLSearchParams(current))
    if (!LIST_PARAMETERS.has(name) && !query.has(name)) query.append(name, value)
  return `?${query}`
}
