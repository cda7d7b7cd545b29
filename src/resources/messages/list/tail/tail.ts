import { LIST_LIMIT } from '#contract/common'
import type { Message } from '#contract/messages'
import { FIRST_PAGE, nextLimit } from '../../../../dataProvider/messagePages'

/** The fields of a row that the tail uses. */
export interface TailRow extends Partial<Pick<Message, 'body' | 'raw'>> {
  id: string
  /** ISO time in UTC. */
  created_at: string
}

/**
 * Largest number of kept rows (older ones are dropped), and limits of the first call (`start`) and later ones (`page`).
 */
export const TAIL_LIMITS = { max: 5000, start: FIRST_PAGE, page: LIST_LIMIT }
/** Milliseconds that a deep reading repeats: a row may become visible this long after its time. */
export const TAIL_OVERLAP = 60_000
/** Milliseconds that other readings repeat. */
const SHALLOW_OVERLAP = 5_000
/** One in this many readings is deep. */
const DEEP_EVERY = 5

/** A reading in progress: pages from the newest row down to `after`. */
interface Reading<Row> {
  after: number | null
  deep: boolean
  rows: readonly Row[]
}

/** The newest rows of a list that grows at its top. */
export interface Tail<Row> {
  limits: typeof TAIL_LIMITS
  /** Newest first, without gaps; null before the first reading. */
  rows: readonly Row[] | null
  /** Rows shown while the tail is paused; otherwise null. */
  held: readonly Row[] | null
  /** Number of rows that arrived since the first reading. */
  arrived: number
  /** `arrived` when the tail was paused. */
  arrivedBefore: number
  /** Oldest row of a cut first reading; rows below it were there before and are not shown. */
  edge: Row | null
  /** Time of the newest row in the last deep reading, in milliseconds since 1970. Later rows are not much older. */
  anchor: number
  readings: number
  reading: Reading<Row> | null
}

/** A call for rows not older than `after`, after the row `cursor`. */
export interface TailCall {
  /** Milliseconds since 1970; null for the filter's start. */
  after: number | null
  cursor: string | null
  limit: number
}

/** A tail before its first reading. */
export const createTail = <Row extends TailRow>(limits = TAIL_LIMITS): Tail<Row> => ({
  limits,
  rows: null,
  held: null,
  arrived: 0,
  arrivedBefore: 0,
  edge: null,
  anchor: 0,
  readings: 0,
  reading: null,
})

const timeOf = (row: TailRow | undefined) => (row ? Date.parse(row.created_at) : 0)

function readingOf<Row extends TailRow>({ rows, edge, anchor, readings, reading }: Tail<Row>): Reading<Row> {
  if (reading) return reading
  if (!rows) return { after: null, deep: true, rows: [] }
  const deep = readings % DEEP_EVERY === 0
  const overlap = deep ? anchor - TAIL_OVERLAP : timeOf(rows[0]) - SHALLOW_OVERLAP
  const after = Math.max(overlap, timeOf(edge ?? undefined))
  return { after: after > 0 ? after : null, deep, rows: [] }
}

/** The next call; after a failure it repeats. */
export function nextCall<Row extends TailRow>(tail: Tail<Row>): TailCall {
  const { after, rows } = readingOf(tail)
  const { page, start } = tail.limits
  const before = rows.length > 0 ? rows.slice(-start) : tail.rows?.slice(0, start)
  return { after, cursor: rows.at(-1)?.id ?? null, limit: before ? nextLimit(before, page) : start }
}

const newestFirst = (a: TailRow, b: TailRow) =>
  timeOf(b) - timeOf(a) || (a.id < b.id ? 1 : a.id > b.id ? -1 : 0)

const isSame = (a: TailRow, b: TailRow) => a === b || JSON.stringify(a) === JSON.stringify(b)

/** Rows of both lists, each once, newest first. Unchanged rows, and an unchanged list, stay the same objects. */
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

/** Paused rows with their current values. */
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

/** The newest rows, at most `max`, none below the edge and none older than the filter's range. */
function bounded<Row extends TailRow>(
  rows: readonly Row[],
  { limits, edge }: Tail<Row>,
  floor: number,
): readonly Row[] {
  const kept = rows
    .slice(0, limits.max)
    .filter((row) => timeOf(row) >= floor && (!edge || newestFirst(row, edge) <= 0))
  return kept.length < rows.length ? kept : rows
}

function finish<Row extends TailRow>(tail: Tail<Row>, reading: Reading<Row>, floor: number): Tail<Row> {
  const { deep, rows: read } = reading
  const rows = bounded(merge(tail.rows ?? [], read), tail, floor)
  return {
    ...tail,
    rows,
    held: tail.held && renew(tail.held, rows),
    edge: tail.rows || read.length < tail.limits.start ? tail.edge : (rows.at(-1) ?? null),
    arrived: tail.rows ? tail.arrived + countNew(tail.rows, rows) : 0,
    anchor: deep ? Math.max(tail.anchor, timeOf(read[0])) : tail.anchor,
    readings: tail.readings + 1,
    reading: null,
  }
}

/**
 * Adds the answer to `nextCall`. Rows are shown when their reading is complete, so there is never a gap between them. A
 * reading is complete when the server has no more rows, or when older ones would be dropped anyway.
 * @param floor start of the filter's range, in milliseconds since 1970; older rows are dropped
 */
export function pageRead<Row extends TailRow>(tail: Tail<Row>, page: readonly Row[], floor = 0): Tail<Row> {
  const { limit } = nextCall(tail)
  const reading = readingOf(tail)
  const rows = [...reading.rows, ...page]
  const isLast = !tail.rows || page.length < limit || rows.length >= tail.limits.max
  return isLast ? finish(tail, { ...reading, rows }, floor) : { ...tail, reading: { ...reading, rows } }
}

/** Keeps the shown rows; new ones wait. */
export const pause = <Row>(tail: Tail<Row>): Tail<Row> =>
  tail.held || !tail.rows ? tail : { ...tail, held: tail.rows, arrivedBefore: tail.arrived }

/** Shows the waiting rows. */
export const resume = <Row>(tail: Tail<Row>): Tail<Row> => ({ ...tail, held: null })

/** Number of rows that arrived since the pause. */
export const waitingOf = ({ held, arrived, arrivedBefore }: Tail<unknown>) =>
  held ? arrived - arrivedBefore : 0
