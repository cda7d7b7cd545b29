import { createContext, useContext } from 'react'

/** Rows that come by themselves, and the table that shows them. */
export interface MovingRows {
  /** The person scrolled down or opened a row. */
  onReading: () => void
  /** Another number takes the table back to its first row. */
  round: number
}

export const MovingRowsContext = createContext<MovingRows | null>(null)

/** Null where rows change with pages, filters and refreshes only. */
export const useMovingRows = () => useContext(MovingRowsContext)
