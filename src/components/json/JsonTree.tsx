import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual'
import { useCallback, useEffect, useId, useRef } from 'react'
import { rowOf } from './branches'
import { TreeRow } from './TreeRow'
import { ROW_HEIGHT, Scroller } from './treeStyles'
import type { Tree } from './useTree'
import { useTreeKeys } from './useTreeKeys'

const OVERSCAN = 10
/** Up to here all rows are in the page, where the browser's own search finds them. */
const WINDOWED_FROM = 300
const estimateSize = () => ROW_HEIGHT
const viewport = () => ({ width: window.innerWidth, height: window.innerHeight })

interface JsonTreeProps {
  tree: Tree
  /** Names the tree. */
  label: string
  /** What the search looks for. */
  sought: string
}

/** The rows of a document. Of very many, only those near the screen are in the page, and always the active one. */
export function JsonTree({ tree, label, sought }: JsonTreeProps) {
  const { rows, active } = tree
  const id = useId()
  const scroller = useRef<HTMLDivElement>(null)
  const activeRow = rowOf(rows, active.index)

  const rangeExtractor = useCallback(
    (range: Range) => {
      const shown = defaultRangeExtractor(range)
      return activeRow < 0 || shown.includes(activeRow)
        ? shown
        : [...shown, activeRow].toSorted((a, b) => a - b)
    },
    [activeRow],
  )
  // Another function here makes the virtualizer measure all rows anew.
  const getItemKey = useCallback((row: number) => rows[row] ?? row, [rows])
  const virtualizer = useVirtualizer({
    count: rows.length,
    getItemKey,
    getScrollElement: () => scroller.current,
    estimateSize,
    initialRect: viewport(),
    overscan: OVERSCAN,
    rangeExtractor,
  })
  const isWindowed = rows.length > WINDOWED_FROM
  const items = isWindowed
    ? virtualizer.getVirtualItems()
    : rows.map((node, row) => ({ index: row, key: node, start: 0 }))
  const onKeyDown = useTreeKeys({
    tree,
    pageSize: () => Math.floor((scroller.current?.clientHeight ?? 0) / ROW_HEIGHT),
  })

  const scrolledTo = useRef(active)
  useEffect(() => {
    if (scrolledTo.current === active || active.isSeen) return
    scrolledTo.current = active
    virtualizer.scrollToIndex(rowOf(rows, active.index))
    // On a small screen the page may have been scrolled away from the tree itself.
    scroller.current?.scrollIntoView({ block: 'nearest' })
  }, [active, rows, virtualizer])

  return (
    <Scroller
      ref={scroller}
      role="tree"
      tabIndex={0}
      aria-label={label}
      aria-activedescendant={`${id}-${active.index}`}
      onKeyDown={onKeyDown}
    >
      <div role="none" style={isWindowed ? { height: virtualizer.getTotalSize() } : undefined}>
        {items.map(({ index: row, key, start }) => (
          <div
            key={key}
            role="none"
            ref={virtualizer.measureElement}
            data-index={row}
            style={isWindowed ? { position: 'absolute', insetInline: 0, top: start } : undefined}
          >
            <TreeRow id={`${id}-${rows[row] ?? 0}`} tree={tree} index={rows[row] ?? 0} sought={sought} />
          </div>
        ))}
      </div>
    </Scroller>
  )
}
