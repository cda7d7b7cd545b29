import { createContext, useContext } from 'react'
import type { FilterableColumn } from './filterValues'
import type { TableSettings } from './useTableSettings'

interface Table {
  settings: TableSettings
  changeSettings: (part: Partial<TableSettings>) => void
  /** Columns that filter. */
  filters: readonly FilterableColumn[]
}

export const TableContext = createContext<Table | null>(null)

/** Settings and filters of the table that a part belongs to. */
export function useTable(): Table {
  const table = useContext(TableContext)
  if (!table) throw new Error('This part belongs in a TableList')
  return table
}
