import type { Column } from './types'
import { inOrder, isShown, type TableSettings } from './useTable'

/** What shows now as a person's own choice, which nothing else changes. @param left ids of those that have no room */
export const choiceOf = (
  columns: readonly Column<never>[],
  settings: Pick<TableSettings, 'columns'>,
  left: readonly string[],
): TableSettings['columns'] =>
  Object.fromEntries(
    columns
      .filter(({ hideable }) => hideable !== false)
      .map((column) => [column.id, isShown(settings)(column) && !left.includes(column.id)]),
  )

/** The order once a column stands before another one, or after all that move (null). */
export function orderWith(
  columns: readonly Column<never>[],
  order: readonly string[],
  id: string,
  before: string | null,
): string[] {
  const others = inOrder(columns, order).filter((column) => column.id !== id)
  const end = others.findIndex(({ card }) => card === 'actions')
  const place = before === null ? end : others.findIndex((column) => column.id === before)
  return others.map((column) => column.id).toSpliced(place < 0 ? others.length : place, 0, id)
}
