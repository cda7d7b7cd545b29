import { diffArrays } from 'diff'

/** Maximum sequence length for a longest common subsequence, whose time grows with the square of the length. */
const WINDOW = 500

/** Items that both sequences have (`both`), or only one; the ends are exclusive. */
export interface Run {
  kind: 'both' | 'gap'
  leftEnd: number
  rightEnd: number
}

type Pair = readonly [left: number, right: number]

/** Pairs of equal items in the order of both sequences: a longest common subsequence. */
function longest(left: readonly unknown[], right: readonly unknown[]): Pair[] {
  const pairs: Pair[] = []
  let [at, to] = [0, 0]
  for (const { added, removed, count } of diffArrays([...left], [...right])) {
    if (!added && !removed) for (let i = 0; i < count; i += 1) pairs.push([at + i, to + i])
    if (!added) at += count
    if (!removed) to += count
  }
  return pairs
}

/** The same for long sequences, window by window, in linear time. */
function windowed(left: readonly unknown[], right: readonly unknown[]): Pair[] {
  const pairs: Pair[] = []
  let [at, to] = [0, 0]
  while (at < left.length && to < right.length) {
    const isLast = at + WINDOW >= left.length && to + WINDOW >= right.length
    const found = longest(left.slice(at, at + WINDOW), right.slice(to, to + WINDOW))
    const last = found.at(-1)
    for (const [i, j] of found) pairs.push([at + i, to + j])
    if (isLast) break
    at += last ? last[0] + 1 : WINDOW
    to += last ? last[1] + 1 : WINDOW
  }
  return pairs
}

/** The longest chain of pairs, ordered by the left sequence, that is also in the order of the right one. */
function inOrder(pairs: readonly Pair[]): Pair[] {
  /** Index of the last pair in the best chain of each length, and of each pair's predecessor. */
  const ends: number[] = []
  const before: number[] = []
  const rightOf = (index: number | undefined) => pairs[index ?? -1]?.[1] ?? -1
  for (const [index, [, right]] of pairs.entries()) {
    let [low, high] = [0, ends.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if (rightOf(ends[middle]) < right) low = middle + 1
      else high = middle
    }
    before.push(ends[low - 1] ?? -1)
    ends[low] = index
  }
  const chain: Pair[] = []
  for (let index = ends.at(-1) ?? -1; index >= 0; index = before[index] ?? -1) {
    const pair = pairs[index]
    if (pair) chain.push(pair)
  }
  return chain.toReversed()
}

/** The position of each item that occurs exactly once. */
function onceIn(items: readonly unknown[]): Map<unknown, number> {
  const places = new Map<unknown, number>()
  const twice = new Set<unknown>()
  for (const [place, item] of items.entries()) {
    if (places.has(item)) twice.add(item)
    places.set(item, place)
  }
  for (const item of twice) places.delete(item)
  return places
}

/** Pairs of equal items in sequences of any length: first items that occur once in both, then those between them. */
function anchored(left: readonly unknown[], right: readonly unknown[]): Pair[] {
  if (left.length <= WINDOW && right.length <= WINDOW) return longest(left, right)
  const places = onceIn(right)
  const once = Array.from(onceIn(left)).flatMap(([item, place]): Pair[] => {
    const other = places.get(item)
    return other === undefined ? [] : [[place, other]]
  })
  const anchors = inOrder(once.toSorted(([a], [b]) => a - b))
  const pairs: Pair[] = []
  let [at, to] = [0, 0]
  for (const [i, j] of [...anchors, [left.length, right.length] as const]) {
    for (const [a, b] of windowed(left.slice(at, i), right.slice(to, j))) pairs.push([at + a, to + b])
    if (i < left.length) pairs.push([i, j])
    ;[at, to] = [i + 1, j + 1]
  }
  return pairs
}

/**
 * Aligns equal items of two sequences, as many as possible while both keep their order; in long sequences nearly as
 * many. The time grows about linearly.
 */
export function align(left: readonly unknown[], right: readonly unknown[]): Run[] {
  // Items that only one sequence has cannot be aligned.
  const [inLeft, inRight] = [new Set(left), new Set(right)]
  const ours = [...left.keys()].filter((place) => inRight.has(left[place]))
  const theirs = [...right.keys()].filter((place) => inLeft.has(right[place]))
  const pairs = anchored(
    ours.map((place) => left[place]),
    theirs.map((place) => right[place]),
  )
  const runs: Run[] = []
  let [at, to] = [0, 0]
  const add = (kind: Run['kind'], leftEnd: number, rightEnd: number) => {
    const last = runs.at(-1)
    if (last?.kind === kind) Object.assign(last, { leftEnd, rightEnd })
    else runs.push({ kind, leftEnd, rightEnd })
    ;[at, to] = [leftEnd, rightEnd]
  }
  for (const [i, j] of pairs) {
    const [place, other] = [ours[i] ?? 0, theirs[j] ?? 0]
    if (place > at || other > to) add('gap', place, other)
    add('both', place + 1, other + 1)
  }
  if (at < left.length || to < right.length) add('gap', left.length, right.length)
  return runs
}
