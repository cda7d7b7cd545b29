import { type ArrayChange, diffArrays } from 'diff'
import { formatLines, readDocument } from '../json/document'
import { isVolatile } from '../json/volatile'

/**
 * Most lines of a body that the diff viewer gets: 500 that all differ take it 0.3 s of the page's time, 1000 take 0.7 s.
 * Longer bodies are compared here, by so many lines at a time, because the time grows with their square.
 */
export const PART_LINES = 500
/** Longest line, in characters; the rest of a longer one goes to the next line, so that its changes can be seen. */
export const MAX_LINE_LENGTH = 400

/** Differences that a comparison ignores. */
export interface CompareOptions {
  /** Times, sequence numbers and ids. */
  ignoreVolatile: boolean
  /** The order of keys. */
  sortKeys: boolean
}

export interface Question extends CompareOptions {
  left: string | null
  right: string | null
}

/** Some lines of two long bodies, compared. */
export interface Part {
  /** The lines of both as in a unified diff, each after " ", "-" or "+": one text, which a worker sends quickly. */
  lines: string
  /** Lines of each body before this part. */
  leftBefore: number
  rightBefore: number
  /** Number of differences: adjacent lines that differ are one. */
  differences: number
}

/** Two short bodies as they are printed, or the parts of long ones. */
export type Comparison = { kind: 'texts'; left: string; right: string } | { kind: 'parts'; parts: Part[] }

const PIECE = new RegExp(`.{1,${MAX_LINE_LENGTH}}`, 'gs')
const wrapped = (line: string): string[] => line.match(PIECE) ?? ['']

/** The lines of a body that are compared: indented JSON, or the body's own lines when it is not JSON. */
export function linesOf(body: string | null, { ignoreVolatile, sortKeys }: CompareOptions): string[] {
  if (body === null || body === '') return []
  const document = readDocument(body)
  if (document === null) return body.split(/\r?\n/).flatMap(wrapped)
  const print = (value: string, name: string) => {
    // The same string can be escaped in several ways.
    const text = value.startsWith('"') ? JSON.stringify(JSON.parse(value)) : value
    return ignoreVolatile && isVolatile(name, text) ? '…' : text
  }
  return [...formatLines(document, { sortKeys, print })].flatMap(wrapped)
}

const textOf = (lines: readonly string[]) => lines.map((line) => `${line}\n`).join('')

function markOf({ added, removed }: ArrayChange<string>): ' ' | '+' | '-' {
  if (added) return '+'
  return removed ? '-' : ' '
}

/**
 * Compares lines in parts, each of which ends with lines that both have. The time grows with their number only.
 * A difference that is longer than a part counts in each.
 */
export function compareLines(left: readonly string[], right: readonly string[]): Part[] {
  const parts: Part[] = []
  let [leftBefore, rightBefore] = [0, 0]
  while (leftBefore < left.length || rightBefore < right.length) {
    const [leftEnd, rightEnd] = [leftBefore + PART_LINES, rightBefore + PART_LINES]
    const changes = diffArrays(left.slice(leftBefore, leftEnd), right.slice(rightBefore, rightEnd))
    const all = changes.flatMap((change) => change.value.map((line) => markOf(change) + line))
    const isLast = leftEnd >= left.length && rightEnd >= right.length
    const lastCommon = isLast ? -1 : all.findLastIndex((line) => line.startsWith(' '))
    const lines = lastCommon < 0 ? all : all.slice(0, lastCommon + 1)
    const differences = lines.filter(
      (line, i) => !line.startsWith(' ') && (lines[i - 1] ?? ' ').startsWith(' '),
    )
    parts.push({ lines: lines.join('\n'), leftBefore, rightBefore, differences: differences.length })
    leftBefore += lines.filter((line) => !line.startsWith('+')).length
    rightBefore += lines.filter((line) => !line.startsWith('-')).length
  }
  return parts
}

/** Prints two bodies, and compares them when they are long: the diff viewer compares short ones. */
export function compareBodies({ left, right, ...options }: Question): Comparison {
  const [ours, theirs] = [linesOf(left, options), linesOf(right, options)]
  const longest = Math.max(ours.length, theirs.length)
  if (longest > 0 && longest <= PART_LINES)
    return { kind: 'texts', left: textOf(ours), right: textOf(theirs) }
  return { kind: 'parts', parts: compareLines(ours, theirs) }
}
