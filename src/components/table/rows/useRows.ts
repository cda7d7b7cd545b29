import {
  defaultRangeExtractor,
  type Range,
  useVirtualizer,
  useWindowVirtualizer,
  type Virtualizer,
} from '@tanstack/react-virtual'
import {
  createContext,
  type FocusEvent,
  type ReactNode,
  type RefObject,
  useCallback,
  useContext,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { type RaRecord, useEvent, useListContext } from 'react-admin'
import { usePrinting } from '../../../theme/printing'
import type { Column, TableListProps } from '../types'

/** Props of the table and the cards. */
export interface RowsProps<Row extends RaRecord>
  extends Pick<TableListProps<Row>, 'expand' | 'rowLabel' | 'rowAddress'> {
  title: string
  /** The visible columns. */
  columns: readonly Column<Row>[]
  selectable: boolean
  expansion: Expansion
}

/** The expanded rows, by id. */
export interface Expansion {
  expanded: ReadonlySet<RaRecord['id']>
  onExpand: (id: RaRecord['id']) => void
}

interface MovingRows {
  /** The person scrolled down or expanded a row. */
  onReading: () => void
  /** The person scrolled back to the first row, and no row is expanded. */
  onTop: () => void
  /** A new number scrolls the table back to its first row. */
  round: number
  /** Ids of rows that have just arrived; they are highlighted for a moment. */
  fresh?: ReadonlySet<string>
}

/** For rows that arrive by themselves; null if rows change only with pages, filters and refreshes. */
export const MovingRowsContext = createContext<MovingRows | null>(null)

const useMovingRows = () => useContext(MovingRowsContext)

/** Marks between the rows of a list. */
export interface RowMarks {
  /** Marks above rows, by row id. Keep each constant. */
  above: ReadonlyMap<string, ReactNode>
  /** The mark below the last row. */
  end: ReactNode
}

/** For lists with marks between rows; else null. */
export const RowMarksContext = createContext<RowMarks | null>(null)

export const useRowMarks = () => useContext(RowMarksContext)

/** Reports to moving rows that the person scrolled down or back up; the latter only if no row is expanded. */
export function useScrolled({ expanded }: Expansion): (isDown: boolean) => void {
  const moving = useMovingRows()
  return useEvent((isDown) => {
    if (isDown) moving?.onReading()
    else if (expanded.size === 0) moving?.onTop()
  })
}

const NO_ROWS: readonly never[] = []

/** The expanded rows. They stay when a rotated tablet switches between table and cards. */
export function useExpansion(): Expansion {
  const [expanded, setExpanded] = useState<Expansion['expanded']>(new Set())
  const onReading = useMovingRows()?.onReading
  const onExpand = useCallback(
    (id: RaRecord['id']) => {
      onReading?.()
      setExpanded((old) => {
        const next = new Set(old)
        if (!next.delete(id)) next.add(id)
        return next
      })
    },
    [onReading],
  )
  return useMemo(() => ({ expanded, onExpand }), [expanded, onExpand])
}

/** Selects or deselects a row; with `isRange`, all rows from the last one to this one. */
export type ToggleRow = (id: RaRecord['id'], isRange: boolean) => void

function useToggleRow(data: readonly RaRecord[]): ToggleRow {
  const { selectedIds, onToggleItem, onSelect } = useListContext()
  const last = useRef<RaRecord['id'] | null>(null)
  return useEvent((id, isRange) => {
    const [from, to] = [last.current, id].map((end) => data.findIndex((row) => row.id === end))
    last.current = id
    if (!isRange || from === undefined || to === undefined || from < 0 || from === to) {
      onToggleItem(id)
      return
    }
    // Shift-clicking also selects the text between the clicks.
    window.getSelection()?.removeAllRanges()
    const range = data.slice(Math.min(from, to), Math.max(from, to) + 1).map((row) => row.id)
    const others = selectedIds.filter((selected) => !range.includes(selected))
    onSelect(selectedIds.includes(id) ? others : [...others, ...range])
  })
}

/** Rows of the page with their selected and expanded state. Both are stored by id, so a refresh changes neither. */
export function useRows<Row extends RaRecord>(props: RowsProps<Row>) {
  const { columns, expand, rowLabel, rowAddress, selectable, expansion } = props
  const list = useListContext<Row>()
  const data: readonly Row[] = list.data ?? NO_ROWS
  const keys = useMemo(() => data.map(({ id }) => String(id)), [data])
  const selected = useMemo(() => new Set(list.selectedIds), [list.selectedIds])
  const onToggle = useToggleRow(data)
  const fresh = useMovingRows()?.fresh
  const marks = useRowMarks()
  /** The props of the row at an index of the page. */
  const rowAt = (index: number) => {
    const row = data[index]
    if (!row) return null
    const position = (list.page - 1) * list.perPage + index + 1
    const state = { selected: selected.has(row.id), expanded: expansion.expanded.has(row.id) }
    const toggles = { onToggle, onExpand: expansion.onExpand }
    const own = {
      mark: marks?.above.get(String(row.id)),
      address: rowAddress?.(row),
      isFresh: fresh?.has(String(row.id)) ?? false,
    }
    return { row, index, position, ...own, ...state, ...toggles, columns, expand, rowLabel, selectable }
  }
  return { total: list.total, isPlaceholderData: list.isPlaceholderData, keys, rowAt }
}

/** Calls back on another page, sort or filter, or when moving rows start over; not on the first render. */
export function useOnNewPage(onNewPage: () => void) {
  const { page, perPage, sort, filterValues } = useListContext()
  const shown = JSON.stringify([page, perPage, sort, filterValues, useMovingRows()?.round])
  const last = useRef(shown)
  const notify = useEffectEvent(onNewPage)
  useEffect(() => {
    if (last.current !== shown) notify()
    last.current = shown
  }, [shown])
}

/** On pages with more rows, only those near the screen are in the document. */
const WINDOWED_FROM = 50
const OVERSCAN = 8
/** Pages with up to this many rows are printed completely. */
const PRINTED = 500

interface WindowOptions {
  keys: readonly string[]
  /** Height of a row before it is measured, in px. */
  estimate: number
}

function useWindowOptions({ keys, estimate }: WindowOptions) {
  // The focused row stays in the document, however far away it is scrolled.
  const focused = useRef<string | null>(null)
  const rangeExtractor = useCallback(
    (range: Range) => {
      const indexes = defaultRangeExtractor(range)
      const index = focused.current === null ? -1 : keys.indexOf(focused.current)
      return index < 0 || indexes.includes(index) ? indexes : [...indexes, index].toSorted((a, b) => a - b)
    },
    [keys],
  )
  const onFocus = (event: FocusEvent) => {
    focused.current = event.target.closest('[data-row]')?.getAttribute('data-row') ?? null
  }
  const onBlur = () => {
    focused.current = null
  }
  const options = {
    enabled: keys.length > (usePrinting() ? PRINTED : WINDOWED_FROM),
    count: keys.length,
    getItemKey: (index: number) => keys[index] ?? index,
    estimateSize: () => estimate,
    initialRect: { width: window.innerWidth, height: window.innerHeight },
    overscan: OVERSCAN,
    rangeExtractor,
  }
  return { options, handlers: { onFocus, onBlur } }
}

/** The rows in the document, and the omitted `gap` before each and after the last, in px. */
function rowsIn<Scroller extends Element | Window>(virtualizer: Virtualizer<Scroller, Element>, margin = 0) {
  const { enabled, count } = virtualizer.options
  if (!enabled) return { rows: Array.from({ length: count }, (_, index) => ({ index, gap: 0 })), gapAfter: 0 }
  const items = virtualizer.getVirtualItems()
  const rows = items.map(({ index, start }, at) => ({ index, gap: start - (items[at - 1]?.end ?? margin) }))
  const gapAfter = margin + virtualizer.getTotalSize() - (items.at(-1)?.end ?? margin)
  return { rows, gapAfter, measure: virtualizer.measureElement }
}

/** The rows in the document of a table that scrolls by itself; on long pages, only those near the screen. */
export function useRowWindow(props: WindowOptions, scroller: RefObject<HTMLElement | null>) {
  const { options, handlers } = useWindowOptions(props)
  const virtualizer = useVirtualizer({ ...options, getScrollElement: () => scroller.current })
  return { ...rowsIn(virtualizer), ...handlers }
}

/** The same for cards, which scroll with the page; `list` is their container. */
export function useCardWindow(props: WindowOptions, list: RefObject<HTMLElement | null>) {
  const { options, handlers } = useWindowOptions(props)
  const [margin, setMargin] = useState(0)
  useLayoutEffect(() => {
    if (list.current) setMargin(list.current.getBoundingClientRect().top + window.scrollY)
  }, [list])
  const virtualizer = useWindowVirtualizer({ ...options, scrollMargin: margin })
  return { ...rowsIn(virtualizer, margin), ...handlers }
}
