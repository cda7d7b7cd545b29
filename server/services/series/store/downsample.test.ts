import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Line, makeLine } from './downsample'
import type { Points } from './pack'

function thin(points: Points, range: Parameters<typeof makeLine>[0]) {
  const line = makeLine(range)
  line.add(points)
  return endOf(line)
}

function endOf(line: Line) {
  const { points, isThinned } = line.end()
  return {
    points: points.times.map((time, i): [number, number] => [time, points.values[i] ?? Number.NaN]),
    isThinned,
  }
}

test('each part keeps its first, least, greatest and last point, in order', () => {
  const times = Array.from({ length: 1000 }, (_, i) => i)
  const values = times.map((i) => Math.sin(i / 10) * i)
  const { points, isThinned } = thin({ times, values }, { after: 0, before: 999, width: 10 })
  expect(isThinned).toBe(true)
  expect(points.length).toBeLessThanOrEqual(40)
  expect(points).toEqual(points.toSorted(([a], [b]) => a - b))
  for (let part = 0; part < 10; part++) {
    const inside = times.filter((time) => Math.floor((time * 10) / 1000) === part)
    const shown = points.filter(([time]) => inside.includes(time)).map(([, value]) => value)
    const all = inside.map((time) => values[time] ?? 0)
    expect(shown[0]).toBe(all[0])
    expect(shown.at(-1)).toBe(all.at(-1))
    expect(Math.min(...shown)).toBe(Math.min(...all))
    expect(Math.max(...shown)).toBe(Math.max(...all))
  }
})

test('few points stay complete, and those outside the range are left out', () => {
  const some = { times: [1, 5, 9], values: [3, 2, 1] }
  expect(thin(some, { after: 2, before: 9, width: 100 })).toEqual({
    points: [
      [5, 2],
      [9, 1],
    ],
    isThinned: false,
  })
  expect(thin({ times: [], values: [] }, { after: 2, before: 2, width: 1 })).toEqual({
    points: [],
    isThinned: false,
  })
})

/** A range within a hundred years, from a millisecond to years, with awkward numbers. */
const range = fc
  .record({
    after: fc.integer({ min: Date.UTC(2000), max: Date.UTC(2100) }),
    length: fc.oneof(
      fc.integer({ min: 0, max: 100 }),
      fc.integer({ min: 0, max: 10 ** 11 }),
      fc.constantFrom(86_399_999, 3_599_999, 2_591_999_999),
    ),
    width: fc.oneof(fc.integer({ min: 1, max: 20 }), fc.integer({ min: 1, max: 4000 })),
  })
  .map(({ after, length, width }) => ({ after, before: after + length, width }))

/** Points at and around the edges of pixels, and outside of the range. */
const rangeAndDays = range.chain(({ after, before, width }) => {
  const length = before - after + 1
  const edge = fc
    .tuple(fc.integer({ min: 0, max: width }), fc.integer({ min: -1, max: 1 }))
    .map(([pixel, beside]) => Math.round(after + (pixel * length) / width) + beside)
  const time = fc.oneof(edge, fc.integer({ min: after - 5, max: before + 5 }))
  const point = fc.tuple(time, fc.integer({ min: -5, max: 5 }))
  return fc.record({
    range: fc.constant({ after, before, width }),
    points: fc
      .uniqueArray(point, { selector: ([at]) => at, maxLength: 60 })
      .map((all) => all.toSorted(([a], [b]) => a - b)),
    days: fc.integer({ min: 1, max: 7 }),
  })
})

test('for any range, width and points it terminates, and keeps the points that each pixel needs once', () => {
  fc.assert(
    fc.property(rangeAndDays, ({ range: { after, before, width }, points: all, days }) => {
      const line = makeLine({ after, before, width })
      for (let i = 0; i < all.length; i += days) {
        const day = all.slice(i, i + days)
        line.add({ times: day.map(([time]) => time), values: day.map(([, value]) => value) })
      }
      const { points, isThinned } = endOf(line)
      const inside = all.filter(([time]) => time >= after && time <= before)
      expect(isThinned).toBe(inside.length > 4 * width)
      expect(isThinned || points.length === inside.length).toBe(true)
      expect(inside).toEqual(expect.arrayContaining(points))
      expect(points.every(([time], i) => i === 0 || time > (points[i - 1]?.[0] ?? time))).toBe(true)
      const pixelOf = ([time]: [number, number]) =>
        Math.floor(((time - after) * width) / (before - after + 1))
      for (const pixel of new Set(inside.map(pixelOf))) {
        const part = inside.filter((point) => pixelOf(point) === pixel)
        const shown = points.filter((point) => pixelOf(point) === pixel)
        const valuesOf = (some: typeof part) => some.map(([, value]) => value)
        expect(shown.length).toBeLessThanOrEqual(isThinned ? 4 : part.length)
        expect(shown[0]).toEqual(part[0])
        expect(shown.at(-1)).toEqual(part.at(-1))
        expect(Math.min(...valuesOf(shown))).toBe(Math.min(...valuesOf(part)))
        expect(Math.max(...valuesOf(shown))).toBe(Math.max(...valuesOf(part)))
      }
    }),
    { numRuns: 500 },
  )
})

test('a reading at noon is in the chart of its day at every width', () => {
  const [after, before] = [Date.UTC(2026, 4, 1), Date.UTC(2026, 4, 1, 23, 59, 59, 999)]
  const noon = { times: [Date.UTC(2026, 4, 1, 12)], values: [1] }
  for (const width of [14, ...Array.from({ length: 1801 }, (_, i) => 200 + i)])
    expect(thin(noon, { after, before, width }).points).toEqual([[noon.times[0], 1]])
})
