import { expect, test } from 'vitest'
import { bandOf } from '../points'
import { rowsOf, withGaps } from './lines'

test('a pause much longer than usual is a gap in the line', () => {
  expect(withGaps([1, 2, 3, 50, 51].map((time) => [time, time]))).toEqual([
    [1, 2, 3, 26.5, 50, 51],
    [1, 2, 3, null, 50, 51],
  ])
  expect(withGaps([])).toEqual([[], []])
})

test('of thinned values each part of the time has its first, least and greatest', () => {
  const points = [0, 1, 5, 6, 7].map((time, i): [number, number] => [time, [4, 9, 3, 8, 1][i] ?? 0])
  expect(bandOf(points, { after: 0, before: 9 }, 2)).toEqual({
    points: [
      [0, 4],
      [5, 3],
    ],
    least: [4, 1],
    greatest: [9, 8],
  })
})

test('the table has a row for each time, the newest first', () => {
  const a: [number, number][] = [
    [1, 10],
    [2, 20],
  ]
  expect(rowsOf([{ points: a }, { points: [[2, 5]] }])).toEqual([
    { time: 2, values: [20, 5] },
    { time: 1, values: [10, undefined] },
  ])
})
