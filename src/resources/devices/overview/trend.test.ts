import { expect, test } from 'vitest'
import { trendOf } from './trend'

const pointsOf = (...values: number[]) => values.map((value, i): [number, number] => [i, value])

test('a trend compares the last quarter of the time with the one before', () => {
  expect(trendOf(pointsOf(5, 1, 1, 1, 1, 1, 3, 3, 4))).toBe('rises')
  expect(trendOf(pointsOf(0, 9, 9, 9, 9, 9, 5, 5, 4))).toBe('falls')
  expect(trendOf(pointsOf(0, 9, 0, 9, 5, 5, 5, 5, 5))).toBe('steady')
  expect(trendOf(pointsOf(7, 7, 7, 7, 7))).toBe('steady')
})

test('a few values have no trend', () => {
  expect(trendOf([])).toBeNull()
  expect(trendOf(pointsOf(1, 2, 3))).toBeNull()
})
