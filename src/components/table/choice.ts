import type { Column } from './types'
import { inOrder, isShown, type TableSettings } from './useTable'

/**
 * The columns shown now as the person's own choice, which then stays.
 * @param left ids of columns without room
 */
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

/** The column order after one column moves before another, or behind all movable ones (null). */
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
