import { useContext, useMemo, useState } from 'react'
import { type RaRecord, useListContext } from 'react-admin'
import { AllRowsContext } from './allRows'

const NO_ROWS: readonly never[] = []

/**
 * The selected rows, including those that another page, a filter or a refresh has hidden: a row is kept as last shown, or as it was read
 * when all that match were selected. `hidden` are those that the list does not show. Call it in a component that is mounted from the first
 * selection on.
 */
export function useSelectedRows<Row extends RaRecord>(): {
  selected: readonly Row[]
  hidden: readonly Row[]
} {
  const { data, selectedIds } = useListContext<Row>()
  const { all } = useContext(AllRowsContext)
  const rows: readonly Row[] = data ?? NO_ROWS
  const [kept, keep] = useState<readonly Row[]>(NO_ROWS)
  const shown = useMemo(() => new Map(rows.map((row) => [row.id, row])), [rows])
  const selected = useMemo(() => {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- they are rows of this list
    const read = (all?.rows ?? NO_ROWS) as readonly Row[]
    const before = new Map([...read, ...kept].map((row) => [row.id, row]))
    return selectedIds.flatMap((id) => shown.get(id) ?? before.get(id) ?? [])
  }, [selectedIds, shown, kept, all])
  const hidden = useMemo(() => selected.filter(({ id }) => !shown.has(id)), [selected, shown])
  if (selected.length !== kept.length || selected.some((row, place) => row !== kept[place])) keep(selected)
  return { selected, hidden }
}
