import { useMemo, useState } from 'react'
import { type RaRecord, useListContext } from 'react-admin'

const NO_ROWS: readonly never[] = []

/**
 * The selected rows, including those that another page, a filter or a refresh has hidden: a row is kept as last shown.
 * `hidden` are those that the list does not show. Call it in a component that is mounted from the first selection on.
 */
export function useSelectedRows<Row extends RaRecord>(): {
  selected: readonly Row[]
  hidden: readonly Row[]
} {
  const { data, selectedIds } = useListContext<Row>()
  const rows: readonly Row[] = data ?? NO_ROWS
  const [kept, keep] = useState<readonly Row[]>(NO_ROWS)
  const shown = useMemo(() => new Map(rows.map((row) => [row.id, row])), [rows])
  const selected = useMemo(() => {
    const before = new Map(kept.map((row) => [row.id, row]))
    return selectedIds.flatMap((id) => shown.get(id) ?? before.get(id) ?? [])
  }, [selectedIds, shown, kept])
  const hidden = useMemo(() => selected.filter(({ id }) => !shown.has(id)), [selected, shown])
  if (selected.length !== kept.length || selected.some((row, place) => row !== kept[place])) keep(selected)
  return { selected, hidden }
}
