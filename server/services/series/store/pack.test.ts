import fc from 'fast-check'
import { expect, test } from 'vitest'
import { merge, type Points, pack } from './pack'
import { PIECE, timesIn, unpack, unpackAll } from './unpack'

const time = fc.integer({ min: Date.UTC(2000), max: Date.UTC(2100) })
const points = (value: fc.Arbitrary<number>) =>
  fc.uniqueArray(fc.tuple(time, value), { selector: ([at]) => at }).map((pairs): Points => {
    const sorted = pairs.toSorted(([a], [b]) => a - b)
    return { times: sorted.map(([at]) => at), values: sorted.map(([, value]) => value) }
  })
const anyNumber = fc.double({ noNaN: true, noDefaultInfinity: true })
const measured = fc.integer({ min: -100_000, max: 100_000 }).map((whole) => whole / 100)

test('every point comes back unchanged', () => {
  fc.assert(
    fc.property(fc.oneof(points(anyNumber), points(measured)), (some) => {
      expect(unpack(pack(some))).toEqual(some)
      expect([...timesIn(pack(some))]).toEqual(some.times)
    }),
  )
})

test('days that are packed together come back separately', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(points(anyNumber), points(measured))), (days) => {
      const all = Buffer.concat(days.map((day) => pack(day)))
      const read: Points[] = []
      for (const { times, values } of unpackAll(all)) read.push({ times: [...times], values: [...values] })
      expect(read).toEqual(days)
    }),
  )
})

test.each([0.1, Math.PI])('a truncated row gives no invented points: %s', (value) => {
  const packed = pack({ times: [Date.UTC(2026, 0, 1)], values: [value] })
  expect(() => unpack(packed.subarray(0, -1))).toThrow('the points of a series are damaged')
})

test('a day with a value every ten minutes takes less than four bytes a point', () => {
  const times = Array.from({ length: 144 }, (_, i) => Date.UTC(2026, 0, 1) + i * 600_000 + (i % 7) * 13)
  const values = times.map((_, i) => Math.round(2000 + 500 * Math.sin(i / 23)) / 100)
  expect(pack({ times, values }).length / times.length).toBeLessThan(4)
})

test('merging is an idempotent union by time, in which the newer value wins', () => {
  fc.assert(
    fc.property(points(measured), points(measured), (older, newer) => {
      const pairs = ({ times, values }: Points) =>
        times.map((at, i): [number, number] => [at, values[i] ?? 0])
      const union = new Map([...pairs(older), ...pairs(newer)])
      const once = merge(older, newer)
      expect(pairs(once)).toEqual(Array.from(union).toSorted(([a], [b]) => a - b))
      expect(merge(once, newer)).toEqual(once)
    }),
  )
})

test.each([
  ['decimals', (i: number) => (i % 1000) / 100],
  ['floats', (i: number) => Math.sin(i)],
])('a day with very many points comes back in pieces: %s', (_, valueOf) => {
  const times = Array.from({ length: 2 * PIECE + 7 }, (_each, i) => Date.UTC(2026, 4, 1) + 37 * i + (i % 3))
  const day = { times, values: times.map((_time, i) => valueOf(i)) }
  const all: Points = { times: [], values: [] }
  const lengths: number[] = []
  for (const piece of unpackAll(Buffer.concat([pack(day), pack(day)]))) {
    lengths.push(piece.times.length)
    all.times.push(...piece.times)
    all.values.push(...piece.values)
  }
  expect(lengths).toEqual([PIECE, PIECE, 7, PIECE, PIECE, 7])
  expect(all.times).toEqual([...times, ...times])
  expect(all.values).toEqual([...day.values, ...day.values])
  expect(unpack(pack(day))).toEqual(day)
})
