import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  createTail,
  nextCall,
  pageRead,
  pause,
  resume,
  TAIL_LIMITS,
  TAIL_OVERLAP,
  type Tail,
  type TailCall,
  type TailRow,
  waitingOf,
} from './tail'

const START = Date.parse('2026-03-01T00:00:00.000Z')
const rowOf = (number: number, at: number): TailRow => ({
  id: String(number).padStart(8, '0'),
  created_at: new Date(START + at).toISOString(),
})

const newestFirst = (a: TailRow, b: TailRow) =>
  b.created_at.localeCompare(a.created_at) || b.id.localeCompare(a.id)

/** Answer of a /v2 server to a call. */
function answer(rows: readonly TailRow[], { after, cursor, limit }: TailCall): TailRow[] {
  const sorted = rows.filter((row) => Date.parse(row.created_at) >= (after ?? 0)).toSorted(newestFirst)
  const last = rows.find(({ id }) => id === cursor)
  return sorted.filter((row) => !last || newestFirst(last, row) < 0).slice(0, limit)
}

/** Runs one reading to its end. */
function read(tail: Tail<TailRow>, rows: readonly TailRow[]): Tail<TailRow> {
  let next = tail
  do next = pageRead(next, answer(rows, nextCall(next)))
  while (next.reading)
  return next
}

const series = (count: number, first = 0, step = 10) =>
  Array.from({ length: count }, (_, index) => rowOf(first + index, (first + index) * step))
const ids = (rows: readonly TailRow[] | null) => rows?.map(({ id }) => id)

describe('the tail', () => {
  test('starts with the newest rows and continues with new ones', () => {
    const first = read(createTail(), series(150))
    expect(first.rows).toHaveLength(100)
    const second = read(first, series(160))
    expect(ids(second.rows)).toEqual(ids(series(110, 50).toSorted(newestFirst)))
    expect(second.arrived).toBe(10)
  })

  test('keeps the list when nothing has changed', () => {
    const first = read(read(createTail(), series(20)), series(20))
    expect(read(first, structuredClone(series(20))).rows).toBe(first.rows)
  })

  test('replaces only a changed row', () => {
    const rows = series(3)
    const first = read(createTail(), rows)
    const changed = { ...rows[1], id: rowOf(1, 0).id, created_at: rowOf(1, 10).created_at, state: 'sent' }
    const second = read(first, [...rows.filter(({ id }) => id !== changed.id), changed])
    expect(second.rows?.[1]).toEqual(changed)
    expect(second.rows?.[0]).toBe(first.rows?.[0])
  })

  test('fills a gap of several pages, and shows it only once it is complete', () => {
    const first = read(createTail(), series(10))
    const all = series(10 + 2 * TAIL_LIMITS.page)
    const half = pageRead(first, answer(all, nextCall(first)))
    expect(half.rows).toBe(first.rows)
    expect(ids(read(half, all).rows)).toEqual(ids(all.toSorted(newestFirst)))
  })

  test('holds a limited number of rows: after a long absence the newest, without a gap', () => {
    const first = read(createTail(), series(10))
    const all = series(3 * TAIL_LIMITS.max)
    const { rows } = read(first, all)
    expect(ids(rows)).toEqual(ids(all.toSorted(newestFirst).slice(0, TAIL_LIMITS.max)))
  })

  test('drops rows older than the range of the filter', () => {
    const first = read(createTail(), series(20))
    const second = pageRead(first, answer(series(20), nextCall(first)), START + 100)
    expect(second.rows).toHaveLength(10)
  })

  test('shows the same rows while it is paused, and counts pending ones', () => {
    const paused = pause(read(createTail(), series(5)))
    const later = read(paused, series(12))
    expect(later.held).toBe(paused.rows)
    expect(waitingOf(later)).toBe(7)
    expect(waitingOf(resume(later))).toBe(0)
    expect(resume(later).rows).toHaveLength(12)
  })

  test('holds every row once and in order, despite late, unordered and missing answers', () => {
    const arrival = fc.record({
      /** Time since the previous row, in milliseconds. */
      gap: fc.integer({ min: 0, max: 30_000 }),
      /** Time until it becomes visible, in milliseconds. */
      delay: fc.integer({ min: 0, max: TAIL_OVERLAP }),
    })
    const moment = fc.record({
      wait: fc.integer({ min: 0, max: 40_000 }),
      fate: fc.constantFrom('read', 'read', 'fail', 'stop halfway', 'pause', 'resume'),
    })
    const limits = fc.constantFrom(
      { max: 1000, start: 3, page: 4 },
      { max: 50, start: 10, page: 7 },
      TAIL_LIMITS,
    )
    const property = fc.property(
      limits,
      fc.array(arrival, { maxLength: 200 }),
      fc.array(moment, { maxLength: 60 }),
      (limits, arrivals, moments) => {
        let time = 0
        const rows = arrivals.map(({ gap, delay }, number) => {
          time += gap
          return { row: rowOf(number, time), visibleAt: time + delay }
        })
        const visible = (now: number) =>
          rows.filter(({ visibleAt }) => visibleAt <= now).map(({ row }) => row)
        let tail = createTail<TailRow>(limits)
        // Rows from before the first reading are left out.
        tail = read(tail, [])
        let now = 0
        for (const { wait, fate } of moments) {
          now += wait
          if (fate === 'pause') tail = pause(tail)
          else if (fate === 'resume') tail = resume(tail)
          else if (fate === 'stop halfway') tail = pageRead(tail, answer(visible(now), nextCall(tail)))
          else if (fate === 'read') tail = read(tail, visible(now))
        }
        // Enough readings to include a deep one after all rows are visible.
        for (let round = 0; round < 10; round += 1) tail = read(tail, visible(Number.POSITIVE_INFINITY))
        const all = rows.map(({ row }) => row).toSorted(newestFirst)
        expect(ids(resume(tail).rows)).toEqual(ids(all.slice(0, limits.max)))
      },
    )
    fc.assert(property, { numRuns: 300 })
  })
})
