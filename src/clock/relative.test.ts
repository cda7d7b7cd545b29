import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { HOUR } from '#contract/common/durations'
import { formatRelative } from './relative'
import { startOfDay } from './wall'

const prague = { locale: 'en', zone: 'Europe/Prague' }
const written = (time: string, now: string, clock = prague) =>
  formatRelative(Date.parse(time), Date.parse(now), clock)

describe('the time since an event', () => {
  test.each([
    // Below a day the elapsed time counts, even across midnight.
    ['2026-05-31T07:59:59Z', '1 second ago'],
    ['2026-05-31T07:57:00Z', '3 minutes ago'],
    ['2026-05-30T09:00:00Z', '23 hours ago'],
    ['2026-05-31T09:01:40Z', 'in 1 hour'],
    // From then on days are those of the calendar: 08:00 is 10:00 in Prague.
    ['2026-05-30T08:00:00Z', 'yesterday'],
    ['2026-05-29T22:00:00Z', 'yesterday'],
    ['2026-05-29T21:59:59Z', '2 days ago'],
    ['2026-05-29T08:00:01Z', '2 days ago'],
    ['2026-05-29T08:00:00Z', '2 days ago'],
    ['2026-06-01T20:00:00Z', 'tomorrow'],
    ['2026-06-01T22:00:00Z', 'in 2 days'],
    ['2026-05-01T08:00:00Z', '30 days ago'],
    ['2026-04-30T08:00:00Z', '1 month ago'],
    ['2026-04-01T08:00:00Z', '1 month ago'],
    ['2025-06-01T08:00:00Z', '11 months ago'],
    ['2025-05-31T08:00:00Z', '1 year ago'],
    ['2022-06-01T08:00:00Z', '3 years ago'],
    ['2027-05-31T08:00:00Z', 'in 1 year'],
  ])('%s at 10:00 of 31 May in Prague: %s', (time, text) =>
    expect(written(time, '2026-05-31T08:00:00Z')).toBe(text),
  )

  test.each([
    // Clocks change in the night before.
    ['2026-03-28T09:00:00Z', '2026-03-29T09:00:00Z', 'yesterday'],
    ['2026-03-27T23:30:00Z', '2026-03-29T09:00:00Z', 'yesterday'],
    ['2026-10-24T22:15:00Z', '2026-10-25T22:15:00Z', '24 hours ago'],
    ['2026-10-24T21:59:00Z', '2026-10-25T22:15:00Z', 'yesterday'],
  ])('%s at %s, after a clock change: %s', (time, now, text) => expect(written(time, now)).toBe(text))

  test.each([
    ['UTC', 'yesterday'],
    ['Pacific/Kiritimati', '2 days ago'],
  ])('the same two times in %s: %s', (zone, text) =>
    expect(written('2026-05-30T02:00:00Z', '2026-05-31T11:00:00Z', { locale: 'en', zone })).toBe(text),
  )

  test('is available in Czech', () => {
    const clock = { ...prague, locale: 'cs' }
    expect(written('2026-05-31T07:57:00Z', '2026-05-31T08:00:00Z', clock)).toBe('před 3 minutami')
    expect(written('2026-05-29T08:00:00Z', '2026-05-31T08:00:00Z', clock)).toBe('předevčírem')
    expect(written('2026-04-01T08:00:00Z', '2026-05-31T08:00:00Z', clock)).toBe('před 1 měsícem')
  })

  test('is “yesterday” only for the day before', () =>
    fc.assert(
      fc.property(
        fc.integer({ min: Date.UTC(2025, 0), max: Date.UTC(2027, 0) }),
        fc.integer({ min: 0, max: 72 * HOUR }),
        fc.constantFrom('UTC', 'Europe/Prague', 'America/St_Johns', 'Asia/Kolkata', 'Africa/Cairo'),
        (now, span, zone) => {
          const isYesterday = formatRelative(now - span, now, { locale: 'en', zone }) === 'yesterday'
          const isDayBefore = now - span >= startOfDay(now, 1, zone) && now - span < startOfDay(now, 0, zone)
          expect(!isYesterday || isDayBefore).toBe(true)
        },
      ),
    ))
})
