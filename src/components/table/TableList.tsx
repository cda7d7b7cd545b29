import { Fragment, useMemo } from 'react'
import { type RaRecord, RouterProviderContext, useResourceContext } from 'react-admin'
import { Navigate, useLocation } from 'react-router-dom'
import { cleanSearch, filterOf } from './address'
import { fallbackRanges, filterableOf } from './filterValues'
import { listRouter } from './listRouter'
import { TablePage } from './TablePage'
import { TableProvider } from './TableProvider'
import type { TableListProps } from './types'
import { useTableSettings } from './useTableSettings'

/**
 * A list page: header, toolbar, table or cards, paging. Page, sort and filters live in the address, the rest in
 * this browser. Spec 1, section 2, "Shared table behaviour".
 */
export function TableList<Row extends RaRecord>(props: TableListProps<Row>) {
  const { columns, defaultSort, name, filter, refreshesItself, frame: Frame = Fragment } = props
  const resource = useResourceContext()
  const { search, hash } = useLocation()
  const filters = useMemo(() => filterableOf(columns), [columns])
  const sorts = useMemo(
    () => [defaultSort.field, ...columns.flatMap(({ sortBy }) => sortBy ?? [])],
    [columns, defaultSort.field],
  )
  const [settings, changeSettings] = useTableSettings(name ?? resource ?? 'table', defaultSort, sorts)

  const rules = useMemo(() => ({ sorts, filters: filters.map(({ filter }) => filter) }), [sorts, filters])
  const lasting = useMemo(
    () => ({ ...fallbackRanges(rules.filters, filterOf(search, rules.filters)), ...filter }),
    [rules, search, filter],
  )

  const clean = cleanSearch(search, rules)
  if (clean !== null) return <Navigate to={{ search: clean, hash }} replace />
  return (
    <RouterProviderContext.Provider value={listRouter}>
      <TableProvider {...{ settings, changeSettings, filters, refreshesItself }} filter={lasting}>
        <Frame>
          <TablePage {...props} />
        </Frame>
      </TableProvider>
    </RouterProviderContext.Provider>
  )
}
