import { expect, test } from 'vitest'
import { probeDelay } from './backOff'

test('the delays double from one second up to thirty', () => {
  expect([0, 1, 2, 3, 4, 5, 6, 50].map((attempt) => probeDelay(attempt, 0))).toEqual([
    1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000,
  ])
})

test('chance takes away at most a quarter', () => {
  expect(probeDelay(2, 1)).toBe(3000)
  expect(probeDelay(9, 0.5)).toBe(26_250)
})
