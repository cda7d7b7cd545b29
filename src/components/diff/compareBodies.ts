import { formatLines, readDocument } from '../json/document'
import { isVolatile } from '../json/volatile'
import { align } from './align'
import { compareDocuments, isOfLeft, isOfRight, type Mark } from './compareDocuments'

/**
 * Maximum number of lines shown at once. Shorter texts use the diff viewer: it blocks the page for 0.3 s if all 500
 * lines differ, for 0.7 s with 1000 lines.
 */
export const PART_LINES = 500
/** Maximum line length in characters. The rest goes to the next line, so that changes in it stay visible. */
export const MAX_LINE_LENGTH = 400

/** Differences that a comparison ignores. */
export interface CompareOptions {
  /** Times, sequence numbers and ids. */
  ignoreVolatile: boolean
  /** The order of keys, and of items that have an identity. */
  sortKeys: boolean
}

export interface Question extends CompareOptions {
  left: string | null
  right: string | null
}

/** Some lines of two bodies, compared. */
export interface Part {
  /** Lines as in a unified diff, each after its mark. A single string transfers quickly from a worker. */
  lines: string
  /** Lines of each body before this part. */
  leftBefore: number
  rightBefore: number
  /** Number of differences; adjacent changed lines are one. */
  differences: number
}

/** Two bodies, compared; without lines, there are no parts. */
export interface Comparison {
  parts: Part[]
}

const PIECE = new RegExp(`.{1,${MAX_LINE_LENGTH}}`, 'gs')
const wrapped = (line: string): string[] => line.match(PIECE) ?? ['']

const printer =
  ({ ignoreVolatile }: CompareOptions) =>
  (value: string, name: string) => {
    // The same string can be escaped in several ways.
    const text = value.startsWith('"') ? JSON.stringify(JSON.parse(value)) : value
    return ignoreVolatile && isVolatile(name, text) ? '…' : text
  }

const ownLines = (body: string | null) => (body === null || body === '' ? [] : body.split(/\r?\n/))

/** The lines of a body to compare: indented JSON, or the body's own lines if it is not JSON. */
export function linesOf(body: string | null, options: CompareOptions): string[] {
  const document = body ? readDocument(body) : null
  const lines = document
    ? [...formatLines(document, { sortKeys: options.sortKeys, print: printer(options) })]
    : ownLines(body)
  return lines.flatMap(wrapped)
}

type Marked = readonly [Mark, string]

/** The marked lines of two texts. */
function markLines(left: readonly string[], right: readonly string[]): Marked[] {
  let [at, to] = [0, 0]
  return align(left, right).flatMap(({ kind, leftEnd, rightEnd }) => {
    const [removed, added] = [left.slice(at, leftEnd), right.slice(to, rightEnd)]
    ;[at, to] = [leftEnd, rightEnd]
    if (kind === 'both') return removed.map((line): Marked => [' ', line])
    return removed.map((line): Marked => ['-', line]).concat(added.map((line): Marked => ['+', line]))
  })
}

/** Wraps long lines. If two lines are side by side, their pieces are aligned. */
function wrapMarked(lines: Iterable<Marked>): Marked[] {
  const found: Marked[] = []
  let beside: string[] = []
  for (const [mark, line] of lines) {
    const pieces = wrapped(line)
    if (mark === '<') beside = pieces
    else if (mark !== '>') for (const piece of pieces) found.push([mark, piece])
    else if (beside.length > 1 || pieces.length > 1)
      for (const marked of markLines(beside, pieces)) found.push(marked)
    else found.push(['<', beside.join('')], ['>', line])
  }
  return found
}

/** Number of lines in a part that begins at `start`. It ends with a common line, if there is one. */
function partLength(lines: readonly Marked[], start: number): number {
  let [lefts, rights, lastCommon] = [0, 0, -1]
  for (let at = start; at < lines.length; at += 1) {
    const mark = lines[at]?.[0]
    if (mark && isOfLeft(mark)) lefts += 1
    if (mark && isOfRight(mark)) rights += 1
    if (Math.max(lefts, rights) > PART_LINES) return lastCommon < start ? at - start : lastCommon + 1 - start
    if (mark === ' ') lastCommon = at
  }
  return lines.length - start
}

/** Splits compared lines into parts. A difference that spans several parts counts in each. */
function partsOf(lines: readonly Marked[]): Part[] {
  const parts: Part[] = []
  let [leftBefore, rightBefore] = [0, 0]
  for (let start = 0, length = 0; start < lines.length; start += length) {
    length = partLength(lines, start)
    const shown = lines.slice(start, start + length)
    const differences = shown.filter(([mark], i) => mark !== ' ' && (shown[i - 1]?.[0] ?? ' ') === ' ').length
    parts.push({
      lines: shown.map(([mark, line]) => mark + line).join('\n'),
      leftBefore,
      rightBefore,
      differences,
    })
    leftBefore += shown.filter(([mark]) => isOfLeft(mark)).length
    rightBefore += shown.filter(([mark]) => isOfRight(mark)).length
  }
  return parts
}

/** Compares the lines of two texts. */
export const compareLines = (left: readonly string[], right: readonly string[]): Part[] =>
  partsOf(markLines(left, right))

/** Compares two bodies: JSON by value, anything else by line. */
export function compareBodies({ left, right, ...options }: Question): Comparison {
  const [ours, theirs] = [left, right].map((body) => (body ? readDocument(body) : null))
  if (!ours || !theirs) return { parts: compareLines(linesOf(left, options), linesOf(right, options)) }
  const lines = compareDocuments(ours, theirs, { sortKeys: options.sortKeys, print: printer(options) })
  return { parts: partsOf(wrapMarked(lines)) }
}
