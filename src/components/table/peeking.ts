import { createContext } from 'react'

interface RowCommands {
  /** Shows a record beside its list, by its id; null in lists without a panel. */
  peek: ((id: string) => void) | null
  /** Offers the values of a row as filters, by its id. */
  filterBy: (id: string) => void
}

/** What the menu of each row does; null outside of lists. It stays the same, so rows do not render. */
export const RowCommandsContext = createContext<RowCommands | null>(null)
