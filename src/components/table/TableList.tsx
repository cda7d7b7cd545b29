import { useMemo } from 'react'
import type { RaRecord } from 'react-admin'
import { useResourceContext } from 'react-admin'
import { Navigate, useLocation } from 'react-router-dom'
import { cleanSearch } from './address'
import { filterableOf } from './filterValues'
import { TablePage } from './TablePage'
import { TableProvider } from './TableProvider'
import type { TableListProps } from './types'
import { useTableSettings } from './useTableSettings'

/**
 * A list page: header, toolbar, table or cards, paging. Page, sort and filters live in the address, the rest in
 * this browser. Spec 1, section 2, "Shared table behaviour".
 */
export function TableList<Row extends RaRecord>(props: TableListProps<Row>) {
  const { columns, defaultSort, name, filter } = props
  const resource = useResourceContext()
  const { search, hash } = useLocation()
  const filters = useMemo(() => filterableOf(columns), [columns])
  const sorts = useMemo(
    () => [defaultSort.field, ...columns.flatMap(({ sortBy }) => sortBy ?? [])],
    [columns, defaultSort.field],
  )
  const [settings, changeSettings] = useTableSettings(name ?? resource ?? 'table', defaultSort, sorts)

  const clean = cleanSearch(search, { sorts, filters: filters.map(({ filter }) => filter) })
  if (clean !== null) return <Navigate to={{ search: clean, hash }} replace />
  return (
    <TableProvider {...{ settings, changeSettings, filters, filter }}>
      <TablePage {...props} />
    </TableProvider>
  )
}
