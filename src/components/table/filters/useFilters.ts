import { useEvent, useListContext } from 'react-admin'
import { type FilterValues, fallbackRanges, withoutFilter } from '../filterValues'
import { useTable } from '../TableContext'
import type { ColumnFilter } from '../types'

/** What the list filters by, and how to change it. */
export function useFilters() {
  const { filters } = useTable()
  const list = useListContext()
  const values: FilterValues = list.filterValues
  /** Changes some keys; undefined removes one. */
  const change = useEvent((part: FilterValues) => list.setFilters({ ...values, ...part }))
  const clear = useEvent((filter: ColumnFilter) => list.setFilters(withoutFilter(values, filter)))
  const clearAll = useEvent(() => list.setFilters({}))
  const active = filters.filter(({ filter }) => values[filter.source] !== undefined)
  const fallbacks = fallbackRanges(
    filters.map(({ filter }) => filter),
    values,
  )
  return {
    /** What the person chose. */
    values,
    /** What holds: chosen, or the filter's own fallback. */
    effective: { ...fallbacks, ...values },
    active,
    change,
    clear,
    clearAll,
  }
}
