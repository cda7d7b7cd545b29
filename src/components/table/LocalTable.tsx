import { ListContextProvider, type RaRecord, useList } from 'react-admin'
import { Cards } from './rows/Cards'
import { Grid } from './rows/Grid'
import { TableState } from './TableState'
import type { TableListProps } from './types'
import { useIsWide } from './useIsWide'

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
export function LocalTable<Row extends RaRecord>({
  query,
  defaultSort,
  entity,
  ...rows
}: LocalTableProps<Row>) {
  const { data, error, isPending, refetch } = query
  const isWide = useIsWide()
  const list = useList<Row>({ data, error, isPending, sort: defaultSort })
  const Rows = isWide ? Grid : Cards
  return (
    <ListContextProvider value={{ ...list, refetch }}>
      <TableState columns={rows.columns} isWide={isWide} entity={entity}>
        <Rows {...rows} selectable={false} />
      </TableState>
    </ListContextProvider>
  )
}
