import { styled } from '@mui/material'
import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, useCallback, useEffect, useId, useRef } from 'react'
import { isContainer } from './document'
import { MONOSPACE } from './PlainText'
import { ROW_HEIGHT, TreeRow, type TreeRowProps } from './TreeRow'
import type { Tree } from './useTree'

/** Letters typed within this time form one word, in ms. */
const TYPING_PAUSE = 600

const OVERSCAN = 10
/** Up to this number, all rows are in the page, where the browser's search finds them. */
const WINDOWED_FROM = 300
const estimateSize = () => ROW_HEIGHT
const viewport = () => ({ width: window.innerWidth, height: window.innerHeight })

/** The tree itself scrolls and has the focus. */
const Scroller = styled('div')(({ theme }) => ({
  position: 'relative',
  maxHeight: 'min(70vh, 720px)',
  overflow: 'auto',
  border: `1px solid ${theme.palette.divider}`,
  borderRadius: theme.shape.borderRadius,
  backgroundColor: theme.palette.background.default,
  fontFamily: MONOSPACE,
  fontSize: '0.8125rem',
  '&:focus-visible [data-active="true"]': {
    outline: `2px solid ${theme.palette.primary.main}`,
    outlineOffset: -2,
  },
}))

/** The next row whose key begins with a word, starting over after the last row. */
function rowNamed({ document, rows }: Tree, word: string, from: number): number | undefined {
  const wanted = word.toLowerCase()
  for (let step = 0; step < rows.length; step += 1) {
    const index = rows[(from + step) % rows.length] ?? 0
    const node = document.nodes[index]
    if ((node?.key ?? String(node?.place ?? '')).toLowerCase().startsWith(wanted)) return index
  }
  return undefined
}

/**
 * Keys of a tree as in the ARIA practices: arrows, Home, End, * and typing a name. Enter opens a branch or shows more
 * of a long text.
 * @param pageSize number of rows for Page Down
 */
function useTreeKeys(tree: Tree, pageSize: () => number) {
  const typed = useRef({ word: '', at: 0 })
  const { document, open, rows, active, move, setBranch } = tree

  return (event: KeyboardEvent) => {
    const { key } = event
    const node = document.nodes[active.index]
    if (!node || event.ctrlKey || event.metaKey || event.altKey) return
    const row = rows.indexOf(active.index)
    const isBranch = isContainer(node) && node.size > 0
    const isOpen = open[active.index] === 1
    const moveToRow = (to: number) => move(rows[Math.max(0, Math.min(rows.length - 1, to))] ?? 0)

    const acts: Record<string, () => void> = {
      ArrowDown: () => moveToRow(row + 1),
      ArrowUp: () => moveToRow(row - 1),
      PageDown: () => moveToRow(row + pageSize()),
      PageUp: () => moveToRow(row - pageSize()),
      Home: () => moveToRow(0),
      End: () => moveToRow(rows.length - 1),
      ArrowRight() {
        if (isBranch && isOpen) moveToRow(row + 1)
        else if (isBranch) setBranch(active.index, true)
      },
      ArrowLeft() {
        if (isBranch && isOpen) setBranch(active.index, false)
        else if (node.parent >= 0) move(node.parent)
      },
      Enter: () => (isBranch ? setBranch(active.index, !isOpen) : tree.enlarge(active.index)),
      '*': () => tree.openSiblings(active.index),
    }
    const act = acts[key]
    if (act) {
      event.preventDefault()
      act()
    } else if (key.length === 1 && key !== ' ') {
      const isSameWord = event.timeStamp - typed.current.at < TYPING_PAUSE
      const word = isSameWord ? typed.current.word + key : key
      typed.current = { word, at: event.timeStamp }
      const found = rowNamed(tree, word, isSameWord ? row : row + 1)
      if (found !== undefined) move(found)
    }
  }
}

interface JsonTreeProps extends Pick<TreeRowProps, 'tree' | 'sought' | 'toolsOf'> {
  /** Accessible name. */
  label: string
}

/** The rows of a document. If there are many, only those near the screen and the active one are rendered. */
export function JsonTree({ tree, label, sought, toolsOf }: JsonTreeProps) {
  const { rows, active } = tree
  const id = useId()
  const scroller = useRef<HTMLDivElement>(null)
  const activeRow = rows.indexOf(active.index)

  const rangeExtractor = useCallback(
    (range: Range) => {
      const shown = defaultRangeExtractor(range)
      if (activeRow < 0 || shown.includes(activeRow)) return shown
      return [...shown, activeRow].toSorted((a, b) => a - b)
    },
    [activeRow],
  )
  // A new function would make the virtualizer measure all rows again.
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
  const pageSize = () => Math.floor((scroller.current?.clientHeight ?? 0) / ROW_HEIGHT)
  const onKeyDown = useTreeKeys(tree, pageSize)

  const scrolledTo = useRef(active)
  useEffect(() => {
    if (scrolledTo.current === active || active.isSeen) return
    scrolledTo.current = active
    virtualizer.scrollToIndex(activeRow)
    // On a small screen, the tree itself may be scrolled out of view.
    scroller.current?.scrollIntoView({ block: 'nearest' })
  }, [active, activeRow, virtualizer])

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
            <TreeRow
              id={`${id}-${rows[row] ?? 0}`}
              tree={tree}
              index={rows[row] ?? 0}
              sought={sought}
              toolsOf={toolsOf}
            />
          </div>
        ))}
      </div>
    </Scroller>
  )
}
