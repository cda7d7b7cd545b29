import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatDuration, parseDuration } from './duration'

test.each([
  ['90', 90],
  ['10s', 10],
  ['5 m', 300],
  ['1.5h', 5400],
  ['1,5h', 5400],
  ['1d 12h', 129_600],
  ['2D', 172_800],
  ['-5', 0],
  ['-1h', 0],
  ['0', 0],
  ['0.4', 0],
  ['0.5', 1],
  ['1.4', 1],
  ['1.6', 2],
  // The sum is rounded, not its parts.
  ['0.01m 0.8s', 1],
  ['-0.4', 0],
])('%s is %d seconds', (text, seconds) => {
  expect(parseDuration(text)).toBe(seconds)
})

test.each(['', ' ', 'soon', '5 weeks', 'h', '1h, 2m', '1e3'])('"%s" is no duration', (text) => {
  expect(parseDuration(text)).toBeUndefined()
})

test.each([
  [0, '0s'],
  [59, '59s'],
  [5400, '1h 30m'],
  [129_600, '1d 12h'],
  [90_061, '1d 1h 1m 1s'],
])('%d seconds are shown as %s', (seconds, text) => {
  expect(formatDuration(seconds)).toBe(text)
})

test('a formatted duration is parsed as the same number of seconds', () => {
  fc.assert(
    fc.property(fc.nat({ max: 10_000_000 }), (seconds) => {
      expect(parseDuration(formatDuration(seconds))).toBe(seconds)
    }),
  )
})
