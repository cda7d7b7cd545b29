import type { ReactNode } from 'react'
import { ListContextProvider, type RaRecord, useListController } from 'react-admin'
import { DEFAULT_PAGE_SIZE } from './constants'
import { Pagination } from './Pagination'
import { TableRows } from './rows/TableRows'
import type { TableListProps } from './types'

interface PagedTableProps<Row extends RaRecord>
  extends Pick<TableListProps<Row>, 'columns' | 'rowLabel' | 'defaultSort' | 'filter' | 'notice'> {
  resource: string
  /** What the table is called by screen readers. */
  title: string
  /** In place of the table, when there is no row. */
  empty: ReactNode
}

/** Rows of a resource that are a part of a page, in the look of every other table: paged by the server, nothing in the address. */
export function PagedTable<Row extends RaRecord>(props: PagedTableProps<Row>) {
  const { resource, filter, defaultSort, notice, empty, ...rows } = props
  const list = useListController<Row>({
    resource,
    filter,
    sort: defaultSort,
    perPage: DEFAULT_PAGE_SIZE,
    storeKey: false,
    disableSyncWithLocation: true,
    disableAuthentication: true,
    exporter: false,
  })
  if (list.total === 0) return empty
  return (
    <ListContextProvider value={list}>
      {notice}
      <TableRows {...rows} selectable={false} />
      {(list.total === undefined || list.total > DEFAULT_PAGE_SIZE) && <Pagination />}
    </ListContextProvider>
  )
}
