import { createContext, useContext } from 'react'

/** Id of the record that a list shows beside itself; null on a page. */
export const PeekContext = createContext<string | null>(null)

/** Id of the record that the peek panel shows; null on the record's own page. Parts use it to leave out what only a page has. */
export const usePeekedId = (): string | null => useContext(PeekContext)
