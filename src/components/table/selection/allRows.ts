import { createContext } from 'react'
import type { RaRecord } from 'react-admin'

/** Most rows that are selected together. */
export const SELECT_MAX = 10_000

/** All rows that matched the filters when a person selected them. */
export interface AllRows {
  rows: readonly RaRecord[]
  /** See `filtersKey`. */
  filters: string
}

interface AllRowsState {
  all: AllRows | null
  setAll: (all: AllRows) => void
}

export const AllRowsContext = createContext<AllRowsState>({ all: null, setAll: () => undefined })

/** Identifies the filters of a list. */
export const filtersKey = ({ filter, filterValues }: { filter?: unknown; filterValues: unknown }): string =>
  JSON.stringify([filter, filterValues])
