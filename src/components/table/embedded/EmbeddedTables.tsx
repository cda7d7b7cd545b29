import type { ReactNode } from 'react'
import { ListContextProvider, type RaRecord, useList, useListController } from 'react-admin'
import type { ResourceName } from '../../../dataProvider/endpoints'
import { Pagination } from '../paging/Pagination'
import { DEFAULT_PAGE_SIZE } from '../paging/paging'
import type { NoRowsProps } from '../rows/NoRows'
import { TableRows } from '../rows/TableRows'
import type { TableListProps } from '../types'

interface LocalTableProps<Row extends RaRecord>
  extends Pick<TableListProps<Row>, 'columns' | 'expand' | 'rowLabel' | 'defaultSort'>,
    NoRowsProps {
  /** Accessible name of the table. */
  title: string
  /** Rows per page; all rows by default. */
  perPage?: number
  /** The result of `useQuery`. */
  query: { data?: Row[]; error: Error | null; isPending: boolean; refetch: () => unknown }
}

/** A table within a page: rows of a query, sorted in the browser, without filters. */
export function LocalTable<Row extends RaRecord>(props: LocalTableProps<Row>) {
  const { query, defaultSort, perPage, ...rows } = props
  const { data, error, isPending, refetch } = query
  const list = useList<Row>({ data, error, isPending, sort: defaultSort, perPage })
  return (
    <ListContextProvider value={{ ...list, refetch }}>
      <TableRows {...rows} selectable={false} />
      {perPage !== undefined && (data?.length ?? 0) > perPage && <Pagination sizes={[perPage]} />}
    </ListContextProvider>
  )
}

interface PagedTableProps<Row extends RaRecord>
  extends Pick<TableListProps<Row>, 'columns' | 'rowLabel' | 'defaultSort' | 'filter' | 'notice'>,
    Pick<LocalTableProps<Row>, 'title'> {
  resource: ResourceName
  /** Shown instead of the table if there are no rows. */
  empty: ReactNode
  /** Polling interval in milliseconds; a hidden page does not poll. */
  refreshesItself?: number
}

/** A table within a page: rows of a resource, paged by the server, without state in the address. */
export function PagedTable<Row extends RaRecord>(props: PagedTableProps<Row>) {
  const { resource, filter, defaultSort, notice, empty, refreshesItself, ...rows } = props
  const list = useListController<Row>({
    resource,
    filter,
    sort: defaultSort,
    perPage: DEFAULT_PAGE_SIZE,
    storeKey: false,
    disableSyncWithLocation: true,
    disableAuthentication: true,
    exporter: false,
    ...(refreshesItself !== undefined && { queryOptions: { refetchInterval: refreshesItself } }),
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
