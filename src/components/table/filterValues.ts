import { type FixedRange, parseRelative, type RelativeRange } from '../../dataProvider/ranges'
import { TEXT_FILTER_MIN_LENGTH } from './constants'
import { isIsoTime } from './dates/isoTime'
import type { Column, ColumnFilter } from './types'

/** What a date range filter stores. */
export type DateRange = FixedRange | RelativeRange

/** What the list filters by; only what `readFilters` accepted. */
export type FilterValues = Record<string, unknown>

type TextFilter = Extract<ColumnFilter, { kind: 'text' }>

/** Shortest text that this filter applies. Spec 1, section 5. */
export const minLengthOf = (filter: TextFilter) => filter.minLength ?? TEXT_FILTER_MIN_LENGTH

/** The text to filter by; undefined while it is too short. Spec 1, section 5. */
export function readText(value: unknown, filter: TextFilter): string | undefined {
  if (typeof value !== 'string') return undefined
  const text = value.trim()
  return text !== '' && text.length >= minLengthOf(filter) ? text : undefined
}

/** The chosen ids; undefined when there are none. */
export function readChoices(value: unknown): string[] | undefined {
  if (!Array.isArray(value)) return undefined
  const ids = value.filter((item) => typeof item === 'string' && item !== '')
  return ids.length > 0 ? [...new Set(ids)] : undefined
}

/** The range to filter by; undefined when it is empty, wrong, turned around, or lacks a time that it needs. */
export function readRange(value: unknown, needsBoth = false): DateRange | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  if ('relative' in value) return readRelative(value.relative)
  const time = (key: 'start' | 'end') => {
    const found: unknown = Object.entries(value).find(([name]) => name === key)?.[1]
    return typeof found === 'string' && isIsoTime(found) ? found : undefined
  }
  const [start, end] = [time('start'), time('end')]
  if (!start && !end) return undefined
  if (needsBoth && !(start && end)) return undefined
  if (start && end && end < start) return undefined
  return { ...(start && { start }), ...(end && { end }) }
}

const readRelative = (relative: unknown): RelativeRange | undefined =>
  typeof relative === 'string' && parseRelative(relative) ? { relative } : undefined

/** The ranges that hold because none was chosen. */
export const fallbackRanges = (filters: readonly ColumnFilter[], chosen: FilterValues): FilterValues =>
  Object.fromEntries(
    filters.flatMap((filter) =>
      filter.kind === 'dateRange' && filter.fallback && chosen[filter.source] === undefined
        ? [[filter.source, { relative: filter.fallback }]]
        : [],
    ),
  )

function readOne(filter: ColumnFilter, value: unknown) {
  if (filter.kind === 'text') return readText(value, filter)
  if (filter.kind === 'multiselect') return readChoices(value)
  return readRange(value, filter.needsBoth)
}

/** What of an unknown value the filters of a table understand. Nothing of it is trusted. */
export function readFilters(value: unknown, filters: readonly ColumnFilter[]): FilterValues {
  const given = new Map<string, unknown>(
    typeof value === 'object' && value !== null ? Object.entries(value) : [],
  )
  const read: FilterValues = {}
  for (const filter of filters) {
    const found = readOne(filter, given.get(filter.source))
    if (found === undefined) continue
    read[filter.source] = found
    if (filter.kind === 'multiselect' && filter.logicSource && given.get(filter.logicSource) === 'all')
      read[filter.logicSource] = 'all'
  }
  return read
}

/** A column that filters, with its filter. */
export interface FilterableColumn {
  id: string
  label: string
  filter: ColumnFilter
}

/** The columns that filter. */
export const filterableOf = <Row>(columns: readonly Column<Row>[]): FilterableColumn[] =>
  columns.flatMap(({ id, label, filter }) => (filter ? [{ id, label, filter }] : []))

/** Removes a filter and what belongs to it. */
export function withoutFilter(values: FilterValues, filter: ColumnFilter): FilterValues {
  const rest = { ...values }
  delete rest[filter.source]
  if (filter.kind === 'multiselect' && filter.logicSource) delete rest[filter.logicSource]
  return rest
}
