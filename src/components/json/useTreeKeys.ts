import { type KeyboardEvent, useRef } from 'react'
import { rowOf } from './branches'
import { isContainer } from './document'
import type { Tree } from './useTree'

/** Letters typed within this time, in milliseconds, belong to one word. */
const TYPING_PAUSE = 600

interface TreeKeys {
  tree: Tree
  /** Number of rows that Page Down moves by. */
  pageSize: () => number
}

/** The next row whose name begins with a word, from a row on and around the end. */
function rowNamed({ document, rows }: Tree, word: string, from: number): number | undefined {
  const wanted = word.toLowerCase()
  for (let step = 0; step < rows.length; step += 1) {
    const index = rows[(from + step) % rows.length] ?? 0
    const node = document.nodes[index]
    if ((node?.key ?? String(node?.place ?? '')).toLowerCase().startsWith(wanted)) return index
  }
  return undefined
}

/** Keys of a tree, as the ARIA practices have them: arrows, Home, End, * and typing a name. Enter opens a branch, and of a long text shows more. */
export function useTreeKeys({ tree, pageSize }: TreeKeys) {
  const typed = useRef({ word: '', at: 0 })
  const { document, open, rows, active, move, setBranch } = tree

  return (event: KeyboardEvent) => {
    const { key } = event
    const node = document.nodes[active.index]
    if (!node || event.ctrlKey || event.metaKey || event.altKey) return
    const row = rowOf(rows, active.index)
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
