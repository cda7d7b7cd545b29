import { expect, test } from 'vitest'
import { retryAfterOf } from './answer'

const NOW = new Date('2026-11-21T08:20:00.000Z')

test.each([
  ['a number of seconds', '600', 600],
  ['a date', 'Sat, 21 Nov 2026 08:30:00 GMT', 600],
  ['a date in the form of RFC 850', 'Saturday, 21-Nov-26 08:30:00 GMT', 600],
  ['a date in the form of C', 'Sat Nov 21 08:30:00 2026', 600],
  ['more than a day, of which a day is kept', '9999999999999999999999', 86_400],
  ['a date of next year, of which a day is kept', 'Mon, 22 Nov 2027 08:30:00 GMT', 86_400],
  ['no time', '0', null],
  ['a date that is over', 'Sat, 21 Nov 2026 08:10:00 GMT', null],
  ['neither', 'soon', null],
  ['a date of another form', '2026-11-21T08:30:00Z', null],
  ['a day without a date', 'Saturday', null],
  ['a negative number', '-5', null],
  ['a fraction', '1.5', null],
  ['nothing', '', null],
  ['no header', undefined, null],
])('a receiver that says %s', (_, header, seconds) => {
  expect(retryAfterOf({ 'retry-after': header }, NOW)).toBe(seconds)
})

test.each([
  ['is five minutes slow', 'Sat, 21 Nov 2026 08:15:00 GMT', 900],
  ['is an hour fast, so that nothing is left', 'Sat, 21 Nov 2026 09:20:00 GMT', null],
  ['says no time', 'soon', 600],
])('a date is relative to the clock of the receiver: one that %s', (_, date, seconds) => {
  const header = { 'retry-after': 'Sat, 21 Nov 2026 08:30:00 GMT', date }
  expect(retryAfterOf(header, NOW)).toBe(seconds)
  expect(retryAfterOf({ ...header, 'retry-after': '60' }, NOW)).toBe(60)
})
