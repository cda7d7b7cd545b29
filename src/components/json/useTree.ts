import { useMemo, useState } from 'react'
import { levelWithin, openToLevel, revealing, rowsOf, shownIndex, withBranch, withSiblings } from './branches'
import type { JsonDocument } from './document'

/** Most rows that are open at first. */
const FIRST_ROWS = 200

export type Tree = ReturnType<typeof useTree>

/** Open branches of a document, their rows, and the active row. */
export function useTree(document: JsonDocument) {
  const [open, setOpen] = useState(() => openToLevel(document, levelWithin(document, FIRST_ROWS)))
  // An object, so that moving to where one is already scrolls there again.
  const [active, setActive] = useState({ index: 0, isSeen: true })
  const [enlarged, setEnlarged] = useState<ReadonlyMap<number, number>>(new Map())
  const rows = useMemo(() => rowsOf(document, open), [document, open])

  /** Makes a node the active one, wherever it is: opens what is around it, and scrolls to it. */
  const move = (index: number) => {
    setOpen((open) => revealing(document, open, index))
    setActive({ index, isSeen: false })
  }
  /** Makes a node the active one that is on the screen. */
  const select = (index: number) => setActive({ index, isSeen: true })
  const setBranch = (index: number, isOpen: boolean) => setOpen((open) => withBranch(open, index, isOpen))
  /** Opens a node and all that stand beside it. */
  const openSiblings = (index: number) => setOpen((open) => withSiblings(document, open, index))
  /** Opens what is less deep than the level, and closes everything else. */
  const openTo = (level: number) => {
    const next = openToLevel(document, level)
    setOpen(next)
    setActive({ index: shownIndex(document, next, active.index), isSeen: true })
  }
  /** Shows more of a long text. */
  const enlarge = (index: number) =>
    setEnlarged((enlarged) => new Map(enlarged).set(index, (enlarged.get(index) ?? 0) + 1))

  return { document, open, rows, active, enlarged, move, select, setBranch, openSiblings, openTo, enlarge }
}
