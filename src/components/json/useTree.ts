import { useMemo, useState } from 'react'
import { isContainer, type JsonDocument, textOf } from './document'

/** For each node, 1 if it is open, else 0. Immutable. */
type Branches = Uint8Array

/** Opens the nodes above a level; 0 closes everything, Infinity opens everything. */
export function openToLevel({ nodes }: JsonDocument, level: number): Branches {
  const open = new Uint8Array(nodes.length)
  nodes.forEach((node, index) => {
    if (node.depth < level && isContainer(node)) open[index] = 1
  })
  return open
}

/** The deepest level with at most `maxRows` rows, but at least the first level. */
export function levelWithin({ nodes }: JsonDocument, maxRows: number): number {
  const rowsOfDepth: number[] = []
  for (const { depth } of nodes) rowsOfDepth[depth] = (rowsOfDepth[depth] ?? 0) + 1
  let rows = rowsOfDepth[0] ?? 0
  let level = 0
  while (level + 1 < rowsOfDepth.length && (level === 0 || rows + (rowsOfDepth[level + 1] ?? 0) <= maxRows)) {
    level += 1
    rows += rowsOfDepth[level] ?? 0
  }
  return level
}

/** Opens or closes one node. */
export function withBranch(open: Branches, index: number, isOpen: boolean): Branches {
  const changed = open.slice()
  changed[index] = isOpen ? 1 : 0
  return changed
}

/** Opens a node and its siblings. */
export function withSiblings({ nodes }: JsonDocument, open: Branches, index: number): Branches {
  const changed = open.slice()
  nodes.forEach((node, at) => {
    if (node.parent === nodes[index]?.parent && isContainer(node)) changed[at] = 1
  })
  return changed
}

/** The ancestors of a node, from the inside out. */
function ancestorsOf({ nodes }: JsonDocument, index: number): number[] {
  const ancestors = []
  for (let at = nodes[index]?.parent ?? -1; at >= 0; at = nodes[at]?.parent ?? -1) ancestors.push(at)
  return ancestors
}

/** Opens the ancestors of a node, so that it has a row. */
export function revealing(document: JsonDocument, open: Branches, index: number): Branches {
  const closed = ancestorsOf(document, index).filter((at) => !open[at])
  if (closed.length === 0) return open
  const changed = open.slice()
  for (const at of closed) changed[at] = 1
  return changed
}

/** The nodes that have a row: all except those in closed nodes. */
export function rowsOf({ nodes }: JsonDocument, open: Branches): number[] {
  const rows: number[] = []
  for (let index = 0; index < nodes.length; ) {
    rows.push(index)
    index = open[index] ? index + 1 : (nodes[index]?.next ?? nodes.length)
  }
  return rows
}

/** The node if it has a row, else the closed ancestor that hides it. */
export const shownIndex = (document: JsonDocument, open: Branches, index: number) =>
  ancestorsOf(document, index).findLast((at) => !open[at]) ?? index

/** Maximum number of rows at first. */
const FIRST_ROWS = 200

export type Tree = ReturnType<typeof useTree>

/** The state of a tree: its open branches, rows and active node. */
export function useTree(document: JsonDocument) {
  const [open, setOpen] = useState(() => openToLevel(document, levelWithin(document, FIRST_ROWS)))
  // An object, so that moving to the active node again scrolls to it again.
  const [active, setActive] = useState({ index: 0, isSeen: true })
  const [enlarged, setEnlarged] = useState<ReadonlyMap<number, number>>(new Map())
  const rows = useMemo(() => rowsOf(document, open), [document, open])

  /** Makes a node active: opens its ancestors and scrolls to it. */
  const move = (index: number) => {
    setOpen((open) => revealing(document, open, index))
    setActive({ index, isSeen: false })
  }
  /** Makes a visible node active. */
  const select = (index: number) => setActive({ index, isSeen: true })
  const setBranch = (index: number, isOpen: boolean) => setOpen((open) => withBranch(open, index, isOpen))
  /** Opens a node and its siblings. */
  const openSiblings = (index: number) => setOpen((open) => withSiblings(document, open, index))
  /** Opens the nodes above a level and closes the others. */
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

/** Nodes whose key or value contains a text, ignoring case. */
export function findMatches(document: JsonDocument, wanted: string): number[] {
  const text = wanted.toLowerCase()
  const found: number[] = []
  if (text === '') return found
  document.nodes.forEach((node, index) => {
    const texts = [node.key ?? '', textOf(document, node)]
    if (texts.some((each) => each.toLowerCase().includes(text))) found.push(index)
  })
  return found
}

/** Splits a text at the start and end of each match. */
export function cutMatches(text: string, wanted: string) {
  const [folded, sought] = [text.toLowerCase(), wanted.toLowerCase()]
  // A few letters change their length in lower case, which would shift the offsets.
  if (sought === '' || folded.length !== text.length) return [{ text, start: 0, isMatch: false }]
  const pieces = []
  let from = 0
  for (let at = folded.indexOf(sought); at >= 0; at = folded.indexOf(sought, from)) {
    if (at > from) pieces.push({ text: text.slice(from, at), start: from, isMatch: false })
    from = at + sought.length
    pieces.push({ text: text.slice(at, from), start: at, isMatch: true })
  }
  if (from < text.length) pieces.push({ text: text.slice(from), start: from, isMatch: false })
  return pieces
}

const NOTHING = { text: '', matches: [] as readonly number[], at: 0 }

export type Search = ReturnType<typeof useSearch>

/** A search in a tree: its text, the matching nodes, and the active one. */
export function useSearch({ document, move }: Tree) {
  const [search, setSearch] = useState(NOTHING)
  const goTo = (next: typeof NOTHING) => {
    setSearch(next)
    const index = next.matches[next.at]
    if (index !== undefined) move(index)
  }
  return {
    ...search,
    /** Changes the text and moves to the first match. */
    change: (text: string) => goTo({ text, matches: findMatches(document, text), at: 0 }),
    /** Moves to the next or previous match, starting over at the ends. */
    step(by: 1 | -1) {
      const { length } = search.matches
      if (length > 0) goTo({ ...search, at: (search.at + by + length) % length })
    },
  }
}
