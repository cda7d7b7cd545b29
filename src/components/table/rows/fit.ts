import type { Column } from '../types'

/** Width in px of the columns with the checkbox and the expand button. */
export const CONTROL_WIDTH = 36
/** Maximum width in px of the scrollbar that the rows may get at any time. */
export const SCROLLBAR_WIDTH = 17
/** Minimum width in px of a column without one. */
const SHARED_WIDTH = 112

/** Minimum width in px of columns side by side. */
export const leastWidth = (columns: readonly Column<never>[]) =>
  columns.reduce((sum, { width }) => sum + (typeof width === 'number' ? width : SHARED_WIDTH), 0)

/** How many columns leave a table of `room` px; none while that is unknown (0). */
export function countLeaving(columns: readonly Column<never>[], room: number, hasDetails: boolean): number {
  if (room === 0) return 0
  const yielding = yieldingOf(columns)
  const fits = (count: number) => {
    const leaving = yielding.slice(0, count)
    // The details of the row show the columns that leave, and their button takes room as well.
    const button = hasDetails || count === 0 ? 0 : CONTROL_WIDTH
    return leastWidth(columns) - leastWidth(leaving) + button <= room
  }
  const enough = yielding.findIndex((_, count) => fits(count))
  return enough < 0 ? yielding.length : enough
}

/** The columns that stay in the table and the `count` that leave it, in their order. */
export function split<Row>(columns: readonly Column<Row>[], count: number) {
  const leaving = new Set(yieldingOf(columns).slice(0, count))
  return {
    staying: columns.filter((column) => !leaving.has(column)),
    leaving: columns.filter((column) => leaving.has(column)),
  }
}

function yieldingOf<Row>(columns: readonly Column<Row>[]) {
  return columns
    .filter((column) => column.yields !== undefined)
    .toSorted((a, b) => (a.yields ?? 0) - (b.yields ?? 0))
}
