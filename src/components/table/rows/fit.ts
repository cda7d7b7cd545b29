import type { Column } from '../types'

/** Width of the columns for the checkbox and the expand button, in px. */
export const CONTROL_WIDTH = 40
/** Width of the column for row menus, in px. */
export const MENU_WIDTH = 44
/** Maximum width of a scrollbar that may appear at any time, in px. */
export const SCROLLBAR_WIDTH = 17
/** Height of a card before it is measured, in px: title and line, or two columns of fields. */
export const estimateOf = (columns: number, isBrief: boolean) => (isBrief ? 76 : 48 + 14 * columns)

/** Default minimum width of a text column, in px. */
const TEXT_WIDTH = 112
/** Width up to which the name of a row is not cut, in px. */
const NAME_WIDTH = 260
/** Maximum growth of a column, as a multiple of its width, before other columns get theirs. */
const MAX_GROWTH = 2
/** Width of the row buttons that appear with the pointer, beside the menu, in px. */
const BUTTONS_WIDTH = 60
/** Maximum width of a text before other columns get theirs, in px. */
const MAX_TEXT_WIDTH = 560

/** Widths of columns with single-line content, in px, by id; unseen columns are missing. */
export type NaturalWidths = ReadonlyMap<string, number>

/** Widths that a person gave to columns, in px, by id. */
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

/** Minimum width of a column in px: on a single line, text is cut, and everything else is whole. */
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

/** Number of columns that leave a table of `room` px; 0 while the room is unknown (0). */
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
    // Columns that leave move to the row's details, whose button also takes room.
    const button = hasDetails || count === 0 ? 0 : CONTROL_WIDTH
    return leastWidth(columns, natural, own) - leastWidth(leaving, natural, own) + button <= room
  }
  const enough = yielding.findIndex((_, count) => fits(count))
  return enough < 0 ? yielding.length : enough
}

/** The columns that stay in the table and the `count` that leave it, in order. */
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
 * Shares `spare` px among needs, smallest first. A text can use a part of its need, and so can the largest need; all
 * others need everything or nothing.
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
  /** There is no room for single-line rows. */
  wraps: boolean
  /** The table is wider than its container. */
  scrolls: boolean
}

/**
 * Column widths in a table of `width` px (0: unknown). With enough room, each column has the width of its content, and
 * the rest is shared in proportion. Otherwise, long texts are cut first; then rows wrap, or the table scrolls if a
 * person has chosen its columns.
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

/** Shares the remaining width: row buttons get their own place first, and widths that a person gave stay. */
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
