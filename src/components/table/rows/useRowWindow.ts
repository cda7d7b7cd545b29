import {
  defaultRangeExtractor,
  type Range,
  useVirtualizer,
  useWindowVirtualizer,
  type Virtualizer,
} from '@tanstack/react-virtual'
import { type FocusEvent, type RefObject, useCallback, useLayoutEffect, useRef, useState } from 'react'
import { WINDOWED_FROM } from '../constants'

/** A row that is in the document. */
export interface WindowedRow {
  index: number
  /** Height in px of the rows that were left out before it. */
  gap: number
}

interface RowWindow {
  rows: readonly WindowedRow[]
  /** Height in px of the rows that were left out after the last one. */
  gapAfter: number
  /** Ref of each row; undefined when all rows are in the document. */
  measure?: (element: Element | null) => void
  /** Keeps the row with the focus in the document however far it is scrolled away. */
  onFocus: (event: FocusEvent) => void
  onBlur: () => void
}

interface Options {
  keys: readonly string[]
  /** Height of a row in px before it is measured. */
  estimate: number
}

const OVERSCAN = 8
const viewport = () => ({ width: window.innerWidth, height: window.innerHeight })

function useFocusedRow(keys: readonly string[]) {
  const focused = useRef<string | null>(null)
  const rangeExtractor = useCallback(
    (range: Range) => {
      const indexes = defaultRangeExtractor(range)
      const index = focused.current === null ? -1 : keys.indexOf(focused.current)
      return index < 0 || indexes.includes(index) ? indexes : [...indexes, index].toSorted((a, b) => a - b)
    },
    [keys],
  )
  const onFocus = useCallback((event: FocusEvent) => {
    const row = event.target.closest('[data-row]')
    focused.current = row?.getAttribute('data-row') ?? null
  }, [])
  const onBlur = useCallback(() => {
    focused.current = null
  }, [])
  return { rangeExtractor, onFocus, onBlur }
}

function rowsOf<Scroller extends Element | Window>(
  virtualizer: Virtualizer<Scroller, Element>,
  margin: number,
) {
  const items = virtualizer.getVirtualItems()
  const rows = items.map(({ index, start }, at) => ({ index, gap: start - (items[at - 1]?.end ?? margin) }))
  return { rows, gapAfter: margin + virtualizer.getTotalSize() - (items.at(-1)?.end ?? margin) }
}

const allRows = (count: number): readonly WindowedRow[] =>
  Array.from({ length: count }, (_, index) => ({ index, gap: 0 }))

/** The rows to keep in the document of a table that scrolls by itself; long pages keep what is near the screen. */
export function useRowWindow(
  { keys, estimate }: Options,
  scroller: RefObject<HTMLElement | null>,
): RowWindow {
  const enabled = keys.length > WINDOWED_FROM
  const { rangeExtractor, ...handlers } = useFocusedRow(keys)
  const virtualizer = useVirtualizer({
    enabled,
    count: keys.length,
    getItemKey: (index) => keys[index] ?? index,
    getScrollElement: () => scroller.current,
    estimateSize: () => estimate,
    initialRect: viewport(),
    overscan: OVERSCAN,
    rangeExtractor,
  })
  if (!enabled) return { rows: allRows(keys.length), gapAfter: 0, ...handlers }
  return { ...rowsOf(virtualizer, 0), measure: virtualizer.measureElement, ...handlers }
}

/** The same for cards, which scroll with the page. `list` is their container. */
export function useCardWindow({ keys, estimate }: Options, list: RefObject<HTMLElement | null>): RowWindow {
  const enabled = keys.length > WINDOWED_FROM
  const { rangeExtractor, ...handlers } = useFocusedRow(keys)
  const [margin, setMargin] = useState(0)
  useLayoutEffect(() => {
    if (list.current) setMargin(list.current.getBoundingClientRect().top + window.scrollY)
  }, [list])
  const virtualizer = useWindowVirtualizer({
    enabled,
    count: keys.length,
    getItemKey: (index) => keys[index] ?? index,
    estimateSize: () => estimate,
    initialRect: viewport(),
    scrollMargin: margin,
    overscan: OVERSCAN,
    rangeExtractor,
  })
  if (!enabled) return { rows: allRows(keys.length), gapAfter: 0, ...handlers }
  return { ...rowsOf(virtualizer, margin), measure: virtualizer.measureElement, ...handlers }
}
