import fc from 'fast-check'
import { expect, test } from 'vitest'
import { DAY, HOUR, MINUTE } from '#contract/common/durations'
import { formatRelative } from '../../clock'
import { lastingOf, sinceOf, spanOf } from './spans'

test.each([
  [20, 1, 'seconds'],
  [45_000, 45, 'seconds'],
  [60_000, 1, 'minutes'],
  [1_803_000, 30, 'minutes'],
  [HOUR, 1, 'hours'],
  [5_400_000, 90, 'minutes'],
  [7_200_000, 2, 'hours'],
  [129_600_000, 36, 'hours'],
  [604_800_000, 7, 'days'],
])('%i ms are %i %s', (milliseconds, count, unit) => {
  expect(spanOf(milliseconds)).toEqual({ count, unit })
})

test('a span is rounded by at most a twentieth', () => {
  const size = { seconds: 1000, minutes: MINUTE, hours: HOUR, days: DAY }
  fc.assert(
    fc.property(fc.integer({ min: 10_000, max: 1e11 }), (milliseconds) => {
      const { count, unit } = spanOf(milliseconds)
      expect(Math.abs(count * size[unit] - milliseconds)).toBeLessThanOrEqual(milliseconds / 20)
    }),
  )
})

test.each([
  [-5, 1, 'seconds'],
  [59_999, 59, 'seconds'],
  [3_599_999, 59, 'minutes'],
  [5_400_000, 1, 'hours'],
  [553_000_000, 6, 'days'],
])('after %i ms %i %s have passed', (milliseconds, count, unit) => {
  expect(lastingOf(milliseconds)).toEqual({ count, unit })
})

test('a span always agrees with the time since its start', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: Date.UTC(2025, 0) / 1000, max: Date.UTC(2027, 0) / 1000 }),
      fc.integer({ min: 1, max: (27 * DAY) / 1000 }),
      fc.constantFrom('UTC', 'Europe/Prague', 'America/St_Johns', 'Asia/Kolkata'),
      (seconds, span, zone) => {
        const now = seconds * 1000
        const { unit, count } = sinceOf(now - span * 1000, now, zone)
        const words =
          unit === 'days' && count === 1
            ? 'yesterday'
            : `${count} ${count === 1 ? unit.slice(0, -1) : unit} ago`
        expect(formatRelative(now - span * 1000, now, { locale: 'en', zone })).toBe(words)
      },
    ),
  )
})
