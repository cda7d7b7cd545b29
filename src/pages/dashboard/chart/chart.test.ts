import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Reading } from '../series'
import { wheelFactor } from './useSurface'
import {
  cutTo,
  extentOf,
  momentOf,
  moved,
  nearestTo,
  thinned,
  timesOf,
  valueSpan,
  within,
  zoomed,
} from './view'

const line = (...values: (number | null)[]): Reading[] =>
  values.map((value, time) => ({ time: time * 1000, value }))
const series = (readings: Reading[], label = 'a') => ({ label, color: 'red', readings, decimals: 0 })

describe('the part of a line in a range', () => {
  test('continues to its edges, like the line', () => {
    expect(cutTo(line(0, 10, 20, 30), [500, 2500])).toEqual([
      { time: 500, value: 5 },
      { time: 1000, value: 10 },
      { time: 2000, value: 20 },
      { time: 2500, value: 25 },
    ])
    expect(cutTo(line(0, 10), [200, 400])).toEqual([
      { time: 200, value: 2 },
      { time: 400, value: 4 },
    ])
  })

  test('has gaps where the line has gaps', () => {
    expect(cutTo(line(0, null, 20), [500, 1500])).toEqual([{ time: 1000, value: null }])
    expect(cutTo(line(0, 10), [5000, 6000])).toEqual([])
    expect(cutTo(line(0, 10), [-2000, -1000])).toEqual([])
  })
})

test('a thinned line keeps its extremes, its ends and its gaps', () => {
  const values = fc.array(fc.option(fc.integer(), { freq: 20 }), { minLength: 200, maxLength: 400 })
  fc.assert(
    fc.property(values, (values) => {
      const readings = line(...values)
      const thin = thinned(readings, [0, values.length * 1000], 10)
      const span = (of: Reading[]) => valueSpan(of.map(({ value }) => value))
      expect(span(thin)).toEqual(span(readings))
      expect([thin[0], thin.at(-1)]).toEqual([readings[0], readings.at(-1)])
      expect(thin.filter(({ value }) => value === null)).toEqual(
        readings.filter(({ value }) => value === null),
      )
    }),
  )
})

test('a zoom stays within the readings', () => {
  expect(extentOf([series(line(1, 2, null)), series([{ time: -5, value: 0 }])])).toEqual([-5, 1000])
  expect(extentOf([series(line(null))])).toBeNull()
  expect(extentOf([series(line(7))])).toEqual([-30_000, 30_000])
  const all = [0, 10_000] as const
  expect(within(zoomed(all, 0.5), all)).toEqual([2500, 7500])
  expect(within(zoomed([2500, 7500], 4), all)).toEqual(all)
  expect(zoomed(all, 0.5, 2000)).toEqual([1000, 6000])
  expect(zoomed([4000, 4100], 0.5, 4080)).toEqual([4000, 4100])
  expect(within(moved([2500, 7500], 1), all)).toEqual([5000, 10_000])
  expect(within([4000, 4001], all)).toEqual([4000, 4100])
})

test('the wheel zooms in and out equally, slowly with two fingers, and never far at once', () => {
  const factor = (deltaY: number, deltaMode = 0) => wheelFactor({ deltaY, deltaMode })
  expect(factor(-3)).toBeCloseTo(0.98, 2)
  expect(factor(-3) * factor(3)).toBeCloseTo(1)
  expect(factor(-120)).toBe(factor(-5000))
  expect(factor(-120)).toBeCloseTo(0.71, 2)
  expect(factor(3, 1)).toBe(factor(120))
})

test('the reading nearest to a time is found', () => {
  const lines = [series(line(1, null, 3)), series(line(4, 5), 'b')]
  const times = timesOf(lines)
  expect(times).toEqual([0, 1000, 2000])
  expect([-9, 400, 600, 1500, 9000].map((time) => nearestTo(times, time))).toEqual([0, 0, 1, 1, 2])
  expect(nearestTo([], 5)).toBe(-1)
  expect(momentOf(lines, 0).readings.map(({ label, value }) => [label, value])).toEqual([
    ['a', 1],
    ['b', 4],
  ])
})
