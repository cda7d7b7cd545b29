import type { Column } from '../types'

/** Width in px of the columns with the checkbox and the expand button. */
export const CONTROL_WIDTH = 40
/** Width in px of the column with the menus of rows. */
export const MENU_WIDTH = 44
/** Maximum width in px of the scrollbar that the rows may get at any time. */
export const SCROLLBAR_WIDTH = 17
/** Height in px of a card before it is measured: its title and its line, or two columns of fields. */
export const estimateOf = (columns: number, isBrief: boolean) => (isBrief ? 76 : 48 + 14 * columns)

/** Minimum width in px of a column of text, unless it gives its own. */
const TEXT_WIDTH = 112
/** Width in px up to which the name of a row is not cut off. */
const NAME_WIDTH = 260
/** How many times its own width a column takes at most, before the others have theirs. */
const MAX_GROWTH = 2
/** Width in px of the buttons of a row that show with the pointer, beside its menu. */
const BUTTONS_WIDTH = 60
/** Maximum width in px that a text takes before the others have theirs. */
const MAX_TEXT_WIDTH = 560

/** Widths in px of columns whose content stands on one line, by their ids; those not seen yet are missing. */
export type NaturalWidths = ReadonlyMap<string, number>

/** Widths in px that a person gave columns, by their ids. */
export type OwnWidths = Readonly<Record<string, number>>

type AnyColumn = Column<never>

const isText = ({ width }: AnyColumn) => width === undefined
const isCut = (column: AnyColumn) => isText(column) || column.least !== undefined

function naturalOf(column: AnyColumn, natural: NaturalWidths, own: OwnWidths): number {
  const given = own[column.id]
  if (given !== undefined) return given
  const seen = natural.get(column.id)
  if (isText(column)) return Math.min(seen ?? TEXT_WIDTH, MAX_TEXT_WIDTH)
  const guess = column.width ?? 0
  return seen === undefined ? guess : Math.min(seen, MAX_GROWTH * guess)
}

/** Minimum width of a column in px: on one line text is cut off, and everything else is whole. */
function leastOf(column: AnyColumn, natural: NaturalWidths, own: OwnWidths, wraps: boolean): number {
  const whole = naturalOf(column, natural, own)
  if (own[column.id] !== undefined) return whole
  if (isText(column)) return Math.min(whole, column.primary ? NAME_WIDTH : (column.least ?? TEXT_WIDTH))
  if (column.least !== undefined) return Math.min(column.least, whole)
  return wraps ? Math.min(column.width ?? 0, whole) : whole
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0)

const leastWidth = (columns: readonly AnyColumn[], natural: NaturalWidths, own: OwnWidths) =>
  sum(columns.map((column) => leastOf(column, natural, own, false)))

/** How many columns leave a table of `room` px; none while that is unknown (0). */
export function countLeaving(
  columns: readonly AnyColumn[],
  room: number,
  hasDetails: boolean,
  natural: NaturalWidths = new Map(),
  own: OwnWidths = {},
): number {
  if (room === 0) return 0
  const yielding = yieldingOf(columns)
  const fits = (count: number) => {
    const leaving = yielding.slice(0, count)
    // The details of the row show the columns that leave, and their button takes room as well.
    const button = hasDetails || count === 0 ? 0 : CONTROL_WIDTH
    return leastWidth(columns, natural, own) - leastWidth(leaving, natural, own) + button <= room
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
    .filter((column) => column.dropPriority !== undefined)
    .toSorted((a, b) => (a.dropPriority ?? 0) - (b.dropPriority ?? 0))
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
    const isPartOfUse = at === order.length - 1 || (column !== undefined && isCut(column))
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
  /** The table is wider than its place. */
  scrolls: boolean
}

/**
 * Widths of columns in a table of `width` px (0: unknown): each has that of its content where there is room, and what is left is shared in
 * proportion. Where there is none, long texts are cut off first; then rows take more lines, or the table scrolls where a person has
 * chosen its columns.
 */
export function layOut(
  columns: readonly AnyColumn[],
  width: number,
  natural: NaturalWidths,
  own: OwnWidths = {},
): Layout {
  const wanted = columns.map((column) => naturalOf(column, natural, own))
  const room = width || sum(wanted)
  const isShort = leastWidth(columns, natural, own) > room
  const isChosen = columns.some((column) => column.isChosen || own[column.id] !== undefined)
  const least = columns.map((column, index) =>
    isShort && isChosen && isText(column)
      ? (own[column.id] ?? Math.min(wanted[index] ?? 0, NAME_WIDTH))
      : leastOf(column, natural, own, isShort && !isChosen),
  )
  const needs = wanted.map((width, index) => width - (least[index] ?? 0))
  const spare = Math.max(0, room - sum(least))
  const met = share(needs, spare, columns)
  const widths = least.map((width, index) => width + (met[index] ?? 0))
  stretch(widths, spare - sum(needs), columns, own)
  return { widths, wraps: isShort && !isChosen, scrolls: sum(widths) > room }
}

/** Shares what is left among columns: the buttons of a row first have a place of their own, and widths that a person gave stay. */
function stretch(widths: number[], left: number, columns: readonly AnyColumn[], own: OwnWidths) {
  if (left <= 0) return
  const last = columns.length - 1
  const isStretched = ({ id, card }: AnyColumn) => card !== 'actions' && own[id] === undefined
  const ofButtons = columns[last]?.card === 'actions' ? Math.min(left, BUTTONS_WIDTH) : 0
  const total = sum(widths.filter((_, index) => columns[index] && isStretched(columns[index])))
  columns.forEach((column, index) => {
    const width = widths[index] ?? 0
    if (isStretched(column))
      widths[index] = width + Math.floor(((left - ofButtons) * width) / Math.max(1, total))
    else if (index === last) widths[index] = width + (total === 0 ? left : ofButtons)
  })
}
