import { isContainer, type JsonDocument } from './document'

/** Which nodes are open, by their index: 1 or 0. Never changed in place. */
type Branches = Uint8Array

/** Opens what is less deep than `level`; 0 closes everything, Infinity opens everything. */
export function openToLevel({ nodes }: JsonDocument, level: number): Branches {
  const open = new Uint8Array(nodes.length)
  nodes.forEach((node, index) => {
    if (node.depth < level && isContainer(node)) open[index] = 1
  })
  return open
}

/** Deepest level that shows at most `maxRows` rows, and at least the first. */
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

/** Opens a node and all that stand beside it. */
export function withSiblings({ nodes }: JsonDocument, open: Branches, index: number): Branches {
  const parent = nodes[index]?.parent ?? -1
  const changed = open.slice()
  const end = nodes[parent]?.next ?? nodes.length
  for (let at = parent + 1; at < end; ) {
    const node = nodes[at]
    if (!node) break
    if (isContainer(node)) changed[at] = 1
    at = node.next
  }
  return changed
}

/** Opens everything around a node, so that it has a row. */
export function revealing({ nodes }: JsonDocument, open: Branches, index: number): Branches {
  let changed = open
  for (let at = nodes[index]?.parent ?? -1; at >= 0; at = nodes[at]?.parent ?? -1) {
    if (changed[at]) continue
    if (changed === open) changed = open.slice()
    changed[at] = 1
  }
  return changed
}

/** Nodes that have a row, in their order: all but what is in a closed one. */
export function rowsOf({ nodes }: JsonDocument, open: Branches): number[] {
  const rows: number[] = []
  for (let index = 0; index < nodes.length; ) {
    rows.push(index)
    index = open[index] ? index + 1 : (nodes[index]?.next ?? nodes.length)
  }
  return rows
}

/** Row of a node among `rows`, which are in order; -1 when it has none. */
export function rowOf(rows: readonly number[], index: number): number {
  let [low, high] = [0, rows.length - 1]
  while (low <= high) {
    const middle = (low + high) >> 1
    const found = rows[middle] ?? 0
    if (found === index) return middle
    if (found < index) low = middle + 1
    else high = middle - 1
  }
  return -1
}

/** The node itself if it has a row, else the closed one that hides it. */
export function shownIndex({ nodes }: JsonDocument, open: Branches, index: number): number {
  let shown = index
  for (let at = nodes[index]?.parent ?? -1; at >= 0; at = nodes[at]?.parent ?? -1) if (!open[at]) shown = at
  return shown
}
