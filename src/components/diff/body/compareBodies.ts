import { diffArrays } from 'diff'
import { linesOf } from './linesOf'
import type { CompareOptions } from './printJson'

/** Lines of a body that are compared at once; the time that a comparison takes grows with its square. */
export const PART_LINES = 500

/** What is shown at once of a comparison: some lines of both bodies, each line with its end. */
export interface Part {
  left: string
  right: string
  /** Lines of each body before this part. */
  leftBefore: number
  rightBefore: number
  /** Number of differences: lines that differ and stand together are one. */
  differences: number
}

export interface Question extends CompareOptions {
  left: string | null
  right: string | null
}

type Lines = readonly string[]
type Changes = ReturnType<typeof diffArrays<string>>

/** The same differences that the viewer finds in the texts of these lines. */
const changesOf = (left: Lines, right: Lines): Changes => diffArrays([...left], [...right])

/** How many lines of each body come before the end of the last lines that both have; all when they have none. */
function lastCommon(changes: Changes, all: { left: number; right: number }) {
  let end = all
  let [left, right] = [0, 0]
  for (const { added, removed, count } of changes) {
    if (!added) left += count
    if (!removed) right += count
    if (!added && !removed) end = { left, right }
  }
  return end
}

/** The next lines of both bodies, cut where both have the same unless they are the last. */
function nextPart(
  left: Lines,
  right: Lines,
  isLast: boolean,
): { left: Lines; right: Lines; changes: Changes } {
  const changes = changesOf(left, right)
  const all = { left: left.length, right: right.length }
  const end = isLast ? all : lastCommon(changes, all)
  if (end.left === all.left && end.right === all.right) return { left, right, changes }
  return nextPart(left.slice(0, end.left), right.slice(0, end.right), true)
}

const textOf = (lines: Lines) => lines.map((line) => `${line}\n`).join('')

/** Number of runs of changed lines. */
const countDifferences = (changes: Changes) =>
  changes.filter(({ added, removed }, i) => {
    const before = changes[i - 1]
    return (added || removed) && !before?.added && !before?.removed
  }).length

/**
 * Compares two bodies, in parts that are cut where both have the same lines. The time grows with their length only.
 * A difference that is longer than a part is counted in each.
 */
export function compareBodies({ left, right, ...options }: Question): Part[] {
  const [leftLines, rightLines] = [linesOf(left, options), linesOf(right, options)]
  const parts: Part[] = []
  let [leftBefore, rightBefore] = [0, 0]
  while (leftBefore < leftLines.length || rightBefore < rightLines.length) {
    const ours = leftLines.slice(leftBefore, leftBefore + PART_LINES)
    const theirs = rightLines.slice(rightBefore, rightBefore + PART_LINES)
    const isLast =
      leftBefore + ours.length === leftLines.length && rightBefore + theirs.length === rightLines.length
    const part = nextPart(ours, theirs, isLast)
    parts.push({
      left: textOf(part.left),
      right: textOf(part.right),
      leftBefore,
      rightBefore,
      differences: countDifferences(part.changes),
    })
    leftBefore += part.left.length
    rightBefore += part.right.length
  }
  return parts
}
