import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { type RaRecord, useListContext } from 'react-admin'
import { useMovingRows } from '../MovingRows'
import type { Column, TableListProps } from '../types'

/** What the table and the cards show. */
export interface RowsProps<Row extends RaRecord> extends Pick<TableListProps<Row>, 'expand' | 'rowLabel'> {
  title: string
  /** The visible columns. */
  columns: readonly Column<Row>[]
  selectable: boolean
}

const NO_ROWS: readonly never[] = []

/** Rows of the page with what is selected and expanded; both go by id, so a refresh changes neither. */
export function useRows<Row extends RaRecord>() {
  const list = useListContext<Row>()
  const data: readonly Row[] = list.data ?? NO_ROWS
  const keys = useMemo(() => data.map(({ id }) => String(id)), [data])
  const selected = useMemo(() => new Set(list.selectedIds), [list.selectedIds])
  const [expanded, setExpanded] = useState<ReadonlySet<Row['id']>>(new Set())
  const moving = useMovingRows()
  const onReading = moving?.onReading
  const toggleExpanded = useCallback(
    (id: Row['id']) => {
      onReading?.()
      setExpanded((old) => {
        const next = new Set(old)
        if (!next.delete(id)) next.add(id)
        return next
      })
    },
    [onReading],
  )
  return { ...list, data, keys, selected, expanded, toggleExpanded }
}

/** Calls back when another page, order or filter is shown, or the first of moving rows, but not at the first. */
export function useOnNewPage(onNewPage: () => void) {
  const { page, perPage, sort, filterValues } = useListContext()
  const shown = JSON.stringify([page, perPage, sort, filterValues, useMovingRows()?.round])
  const last = useRef(shown)
  useEffect(() => {
    if (last.current !== shown) onNewPage()
    last.current = shown
  }, [shown, onNewPage])
}
