import { expect, test } from 'vitest'
import { DAY, HOUR, MINUTE, SECOND } from '#contract/common/durations'
import { gapText } from './gap'

test.each([
  [0, '0 milliseconds'],
  [340, '340 milliseconds'],
  [SECOND + 340, '1 second'],
  [MINUTE + 5 * SECOND, '1 minute 5 seconds'],
  [2 * HOUR + 5 * MINUTE + 59 * SECOND, '2 hours 5 minutes'],
  [2 * HOUR + 59 * SECOND, '2 hours'],
  [6 * DAY + 23 * HOUR, '6 days 23 hours'],
  [400 * DAY, '400 days'],
])('%d ms are %s', (duration, text) => {
  expect(gapText(duration, 'en')).toBe(text)
})

test('units have their Czech plural forms', () => {
  expect(gapText(2 * HOUR + 5 * MINUTE, 'cs')).toBe('2 hodiny 5 minut')
})
