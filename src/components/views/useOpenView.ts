import { useListContext } from 'react-admin'
import { useLocation } from 'react-router-dom'
import { columnsIn } from '../address/columns'
import { viewIn } from '../address/view'
import { filterOf } from '../table/address'
import type { Column } from '../table/types'
import { shownOf, useTable } from '../table/useTable'
import { isChanged, type KnownView, type Shown, searchOf } from './address'
import { useViews } from './useViews'

export interface OpenViewProps {
  /** The name of the list. */
  list: string
  /** The columns of the list. */
  columns: readonly Column<never>[]
  /** Whether the person has chosen columns that are not stored with those of the table. */
  hasOwnColumns: boolean
}

/** The list as it is shown, as a view has it. Columns that nobody has chosen are left to each person. */
export function useShown({ columns, hasOwnColumns }: Omit<OpenViewProps, 'list'>): Shown {
  const { filterValues, sort } = useListContext()
  const { settings } = useTable()
  const { search } = useLocation()
  const isOwn =
    hasOwnColumns || Object.keys(settings.columns).length > 0 || Object.keys(settings.order).length > 0
  const chosen = isOwn
    ? shownOf(columns, settings)
        .filter(({ card }) => card !== 'actions')
        .map(({ id }) => id)
    : null
  return { filter: filterValues, sort: sort.field, order: sort.order, columns: columnsIn(search) ?? chosen }
}

/** The view as which the list was opened. */
export interface OpenView {
  view: KnownView
  /** Whether the list no longer shows what the view says. */
  isChanged: boolean
  /** Names of filters and columns that the list does not have. */
  missing: readonly string[]
}

/** What the view of the address says about the list; null without one, or one that the person does not have. */
export function useOpenView({ columns }: Pick<OpenViewProps, 'columns'>): OpenView | null {
  const { search } = useLocation()
  const { filterValues, sort } = useListContext()
  const { filters, settings } = useTable()
  const { views } = useViews()
  const id = viewIn(search)
  const view = id === null ? undefined : views?.find((one) => one.id === id)
  if (!view) return null
  const known = filterOf(
    searchOf(view),
    filters.map(({ filter }) => filter),
  )
  const sources = new Set(
    filters.flatMap(({ filter }) => ('logicSource' in filter ? (filter.logicSource ?? []) : [])),
  )
  const gone = Object.keys(view.filter).filter(
    (source) => known[source] === undefined && !sources.has(source),
  )
  const ids = new Set(columns.map((column) => column.id))
  const lost = (view.columns ?? []).filter((column) => !ids.has(column))
  return {
    view,
    isChanged: isChanged(view, known, settings.sort, { filter: filterValues, sort, search }),
    missing: [...gone, ...lost.map((column) => column.replace(/^series:/, ''))],
  }
}
