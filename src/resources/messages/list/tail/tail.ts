import { LIST_LIMIT } from '#contract/common'
import type { Message } from '#contract/messages'
import { FIRST_PAGE, nextLimit } from '../../../../dataProvider/messagePages'

/** What the tail needs of a row. */
export interface TailRow extends Partial<Pick<Message, 'body' | 'raw'>> {
  id: string
  /** ISO time in UTC. */
  created_at: string
}

/** Numbers of rows. */
interface TailLimits {
  /** Held at most; older ones leave at the end. */
  max: number
  /** Asked for first. */
  start: number
  /** Asked for by each further call at most. */
  page: number
}

export const TAIL_LIMITS: TailLimits = { max: 5000, start: FIRST_PAGE, page: LIST_LIMIT }
/** Rows may become visible this much later than their time says, in milliseconds. */
export const TAIL_OVERLAP = 60_000
/** What the readings between two deep ones read again, in milliseconds. */
const SHALLOW_OVERLAP = 5_000
/** One reading of so many is deep: it reads TAIL_OVERLAP again. */
const DEEP_EVERY = 5

/** A reading under way: pages from the newest row down to `after`. */
interface Reading<Row> {
  after: number | null
  deep: boolean
  rows: readonly Row[]
}

/** The newest rows of a list that grows at its top. */
export interface Tail<Row> {
  limits: TailLimits
  /** Newest first, without gaps; null before the first reading. */
  rows: readonly Row[] | null
  /** What is shown while the tail is paused; null while it is not. */
  held: readonly Row[] | null
  /** Number of rows that came since the first reading. */
  arrived: number
  /** How many of them had come when the tail was paused. */
  arrivedBefore: number
  /** Time of the newest row of the last deep reading, in milliseconds since 1970; rows that come later are not much older. */
  anchor: number
  /** Number of readings so far. */
  readings: number
  reading: Reading<Row> | null
}

/** What to ask the server for: rows not older than `after`, and older than the row `cursor`. */
export interface TailCall {
  /** Milliseconds since 1970; null for the filter's own start. */
  after: number | null
  cursor: string | null
  limit: number
}

/** A tail that knows nothing yet. */
export const createTail = <Row extends TailRow>(limits = TAIL_LIMITS): Tail<Row> => ({
  limits,
  rows: null,
  held: null,
  arrived: 0,
  arrivedBefore: 0,
  anchor: 0,
  readings: 0,
  reading: null,
})

const timeOf = (row: TailRow | undefined) => (row ? Date.parse(row.created_at) : 0)

function readingOf<Row extends TailRow>({ rows, anchor, readings, reading }: Tail<Row>): Reading<Row> {
  if (reading) return reading
  if (!rows) return { after: null, deep: true, rows: [] }
  const deep = readings % DEEP_EVERY === 0
  const after = deep ? anchor - TAIL_OVERLAP : timeOf(rows[0]) - SHALLOW_OVERLAP
  return { after: after > 0 ? after : null, deep, rows: [] }
}

/** The next call. After a failure it is the same one again. */
export function nextCall<Row extends TailRow>(tail: Tail<Row>): TailCall {
  const { after, rows } = readingOf(tail)
  const { page, start } = tail.limits
  const before = rows.length > 0 ? rows.slice(-start) : tail.rows?.slice(0, start)
  return { after, cursor: rows.at(-1)?.id ?? null, limit: before ? nextLimit(before, page) : start }
}

const newestFirst = (a: TailRow, b: TailRow) =>
  timeOf(b) - timeOf(a) || (a.id < b.id ? 1 : a.id > b.id ? -1 : 0)

const isSame = (a: TailRow, b: TailRow) => a === b || JSON.stringify(a) === JSON.stringify(b)

/** Rows of both, each once, newest first. What has not changed stays the same object. */
function merge<Row extends TailRow>(old: readonly Row[], read: readonly Row[]): readonly Row[] {
  const rows = new Map(old.map((row) => [row.id, row]))
  let changed = false
  for (const row of read) {
    const known = rows.get(row.id)
    if (known && isSame(known, row)) continue
    rows.set(row.id, row)
    changed = true
  }
  return changed ? [...rows.values()].toSorted(newestFirst) : old
}

/** The same rows as they are now. */
function renew<Row extends TailRow>(held: readonly Row[], rows: readonly Row[]): readonly Row[] {
  const current = new Map(rows.map((row) => [row.id, row]))
  const next = held.map((row) => current.get(row.id) ?? row)
  return next.some((row, index) => row !== held[index]) ? next : held
}

function countNew<Row extends TailRow>(old: readonly Row[], rows: readonly Row[]): number {
  if (old === rows) return 0
  const known = new Set(old.map(({ id }) => id))
  return rows.filter(({ id }) => !known.has(id)).length
}

/** The rows that stay: not too many, and none that the filter's range has moved on from. */
function bounded<Row extends TailRow>(rows: readonly Row[], max: number, floor: number): readonly Row[] {
  const outside = rows.findIndex((row) => timeOf(row) < floor)
  const end = Math.min(outside < 0 ? rows.length : outside, max)
  return end < rows.length ? rows.slice(0, end) : rows
}

function finish<Row extends TailRow>(
  tail: Tail<Row>,
  { deep, rows: read }: Reading<Row>,
  floor: number,
): Tail<Row> {
  const rows = bounded(merge(tail.rows ?? [], read), tail.limits.max, floor)
  return {
    ...tail,
    rows,
    held: tail.held && renew(tail.held, rows),
    arrived: tail.rows ? tail.arrived + countNew(tail.rows, rows) : 0,
    anchor: deep ? Math.max(tail.anchor, timeOf(read[0])) : tail.anchor,
    readings: tail.readings + 1,
    reading: null,
  }
}

/**
 * Takes in the answer of the next call. Rows are shown only once a reading has come to its end, so there is never a gap
 * among them; a reading ends where the server has no more rows, or where older ones would not be held anyway.
 * @param floor start of the filter's range, in milliseconds since 1970; older rows leave
 */
export function pageRead<Row extends TailRow>(tail: Tail<Row>, page: readonly Row[], floor = 0): Tail<Row> {
  const { limit } = nextCall(tail)
  const reading = readingOf(tail)
  const rows = [...reading.rows, ...page]
  const isLast = !tail.rows || page.length < limit || rows.length >= tail.limits.max
  return isLast ? finish(tail, { ...reading, rows }, floor) : { ...tail, reading: { ...reading, rows } }
}

/** Holds what is shown; new rows wait. */
export const pause = <Row>(tail: Tail<Row>): Tail<Row> =>
  tail.held || !tail.rows ? tail : { ...tail, held: tail.rows, arrivedBefore: tail.arrived }

/** Shows everything again. */
export const resume = <Row>(tail: Tail<Row>): Tail<Row> => ({ ...tail, held: null })

/** Number of rows that came since the pause. */
export const waitingOf = ({ held, arrived, arrivedBefore }: Tail<unknown>) =>
  held ? arrived - arrivedBefore : 0
