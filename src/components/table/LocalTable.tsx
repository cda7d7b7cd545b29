import { ListContextProvider, type RaRecord, useList } from 'react-admin'
import { TableRows } from './rows/TableRows'
import type { TableListProps } from './types'

interface LocalTableProps<Row extends RaRecord>
  extends Pick<TableListProps<Row>, 'columns' | 'expand' | 'rowLabel' | 'defaultSort'> {
  /** What the table is called by screen readers. */
  title: string
  /** Message key of the entity's forms, where a person can create one. */
  entity?: string
  /** The answer of `useQuery`; all rows are on one page. */
  query: { data?: Row[]; error: Error | null; isPending: boolean; refetch: () => unknown }
}

/** Rows that are a part of a page, in the look of every other table: sorted here, without filters and paging. */
export function LocalTable<Row extends RaRecord>({ query, defaultSort, ...rows }: LocalTableProps<Row>) {
  const { data, error, isPending, refetch } = query
  const list = useList<Row>({ data, error, isPending, sort: defaultSort })
  return (
    <ListContextProvider value={{ ...list, refetch }}>
      <TableRows {...rows} selectable={false} />
    </ListContextProvider>
  )
}
