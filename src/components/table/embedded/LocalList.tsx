import { type ReactNode, useMemo } from 'react'
import { ListContextProvider, type RaRecord, useList } from 'react-admin'
import type { TableListProps } from '../types'

const NO_ROWS: never[] = []
const ALL_ON_ONE_PAGE = Number.MAX_SAFE_INTEGER

type Sortable = string | number | null | undefined

const valueOf = (row: object, field: string): Sortable => {
  const value: unknown = Object.entries(row).find(([name]) => name === field)?.[1]
  return typeof value === 'string' || typeof value === 'number' ? value : null
}

/** Rows without the value come last in either order. */
function compare(a: Sortable, b: Sortable, sign: number): number {
  if (a === b) return 0
  if (a === null || a === undefined || a === '') return 1
  if (b === null || b === undefined || b === '') return -1
  return (a < b ? -1 : 1) * sign
}

interface LocalListProps<Row extends RaRecord> extends Pick<TableListProps<Row>, 'defaultSort'> {
  rows: readonly Row[]
  children: ReactNode
}

/**
 * A list context for thousands of rows in the browser: one page, sorted here, with a selection. It replaces the rows of
 * react-admin's `useList`, which serializes them at each render.
 */
export function LocalList<Row extends RaRecord>({ rows, defaultSort, children }: LocalListProps<Row>) {
  const list = useList<Row>({ data: NO_ROWS, sort: defaultSort, perPage: ALL_ON_ONE_PAGE })
  const { field, order } = list.sort
  const sorted = useMemo(() => {
    const sign = order === 'ASC' ? 1 : -1
    return rows
      .map((row) => ({ row, value: valueOf(row, field) }))
      .toSorted((a, b) => compare(a.value, b.value, sign))
      .map(({ row }) => row)
  }, [rows, field, order])
  return (
    <ListContextProvider
      value={{ ...list, data: sorted, total: sorted.length, isPending: false, error: null }}
    >
      {children}
    </ListContextProvider>
  )
}
