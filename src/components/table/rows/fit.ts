import type { Column } from '../types'

/** Width in px of the columns with the checkbox and the expand button. */
export const CONTROL_WIDTH = 40
/** Maximum width in px of the scrollbar that the rows may get at any time. */
export const SCROLLBAR_WIDTH = 17
/** Minimum width in px of a column of text, unless it gives its own. */
const TEXT_WIDTH = 112
/** Width in px up to which the name of a row is not cut off. */
const NAME_WIDTH = 260
/** How many times its own width a column takes at most, before the others have theirs. */
const MAX_GROWTH = 2
/** Maximum width in px that a text takes before the others have theirs. */
const MAX_TEXT_WIDTH = 420

/** Widths in px of columns whose content stands on one line, by their ids; those not seen yet are missing. */
export type NaturalWidths = ReadonlyMap<string, number>

type AnyColumn = Column<never>

const isText = ({ width }: AnyColumn) => width === undefined

function naturalOf(column: AnyColumn, natural: NaturalWidths): number {
  const seen = natural.get(column.id)
  if (isText(column)) return Math.min(seen ?? TEXT_WIDTH, MAX_TEXT_WIDTH)
  const guess = column.width ?? 0
  return seen === undefined ? guess : Math.min(seen, MAX_GROWTH * guess)
}

/** Minimum width of a column in px: on one line text is cut off, and everything else is whole. */
function leastOf(column: AnyColumn, natural: NaturalWidths, wraps: boolean): number {
  if (isText(column))
    return Math.min(naturalOf(column, natural), column.primary ? NAME_WIDTH : (column.least ?? TEXT_WIDTH))
  const whole = naturalOf(column, natural)
  return wraps ? Math.min(column.width ?? 0, whole) : whole
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0)

const leastWidth = (columns: readonly AnyColumn[], natural: NaturalWidths, wraps = false) =>
  sum(columns.map((column) => leastOf(column, natural, wraps)))

/** How many columns leave a table of `room` px; none while that is unknown (0). */
export function countLeaving(
  columns: readonly AnyColumn[],
  room: number,
  hasDetails: boolean,
  natural: NaturalWidths = new Map(),
): number {
  if (room === 0) return 0
  const yielding = yieldingOf(columns)
  const fits = (count: number) => {
    const leaving = yielding.slice(0, count)
    // The details of the row show the columns that leave, and their button takes room as well.
    const button = hasDetails || count === 0 ? 0 : CONTROL_WIDTH
    return leastWidth(columns, natural) - leastWidth(leaving, natural) + button <= room
  }
  const enough = yielding.findIndex((_, count) => fits(count))
  return enough < 0 ? yielding.length : enough
}

/** The columns that stay in the table and the `count` that leave it, in their order. */
export function split<Row>(columns: readonly Column<Row>[], count: number) {
  const leaving = new Set(yieldingOf(columns).slice(0, count))
  return {
    staying: columns.filter((column) => !leaving.has(column)),
    leaving: columns.filter((column) => leaving.has(column)),
  }
}

function yieldingOf<Row>(columns: readonly Column<Row>[]) {
  return columns
    .filter((column) => column.yields !== undefined)
    .toSorted((a, b) => (a.yields ?? 0) - (b.yields ?? 0))
}

/**
 * Shares `spare` px among needs, so that the small ones are met before the large ones. A part of a need helps a text, and
 * the largest of them all; others take all of it or leave it.
 */
function share(needs: readonly number[], spare: number, columns: readonly AnyColumn[]): number[] {
  const shares = needs.map(() => 0)
  let left = spare
  const order = needs.map((_, index) => index).toSorted((a, b) => (needs[a] ?? 0) - (needs[b] ?? 0))
  order.forEach((index, at) => {
    const need = needs[index] ?? 0
    const column = columns[index]
    const fair = Math.floor(left / (order.length - at))
    const isPartOfUse = at === order.length - 1 || (column !== undefined && isText(column))
    const part = need <= fair ? need : isPartOfUse ? fair : 0
    shares[index] = part
    left -= part
  })
  return shares
}

export interface Layout {
  /** Width of each column in px. */
  widths: readonly number[]
  /** There is no room for rows of one line. */
  wraps: boolean
}

/**
 * Widths of columns in a table of `width` px (0: unknown): each has that of its content where there is room, and what is left is shared in
 * proportion. Where there is none, long texts are cut off first; then rows take more lines.
 */
export function layOut(columns: readonly AnyColumn[], width: number, natural: NaturalWidths): Layout {
  const wanted = columns.map((column) => naturalOf(column, natural))
  const room = width || sum(wanted)
  const wraps = leastWidth(columns, natural) > room
  const least = columns.map((column) => leastOf(column, natural, wraps))
  const needs = wanted.map((width, index) => width - (least[index] ?? 0))
  const spare = Math.max(0, room - sum(least))
  const left = spare - sum(needs)
  const met = share(needs, spare, columns)
  // The buttons of a row keep their place at its end.
  const stretched = sum(wanted.filter((_, index) => columns[index]?.card !== 'actions'))
  const widths = columns.map((column, index) => {
    const width = (least[index] ?? 0) + (met[index] ?? 0)
    if (left <= 0 || column.card === 'actions') return width
    return width + Math.floor((left * (wanted[index] ?? 0)) / Math.max(1, stretched))
  })
  return { widths, wraps }
}
