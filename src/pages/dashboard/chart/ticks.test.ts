import { describe, expect, test } from 'vitest'
import type { Span } from '../series'
import { formatTick, ticksOf } from './ticks'

const spanOf = (start: string, end: string): Span => [Date.parse(start), Date.parse(end)]
const texts = (span: Span, count: number, zone: string) =>
  ticksOf(span, count, zone).map((time) => formatTick(time, span, { locale: 'en', zone }))

describe('the times below the chart', () => {
  test('are round in the time zone of the person', () => {
    const span = spanOf('2026-06-01T16:00:00Z', '2026-06-02T04:00:00Z')
    expect(texts(span, 4, 'UTC')).toEqual(['18:00', '21:00', '2 Jun', '03:00'])
    expect(texts(span, 4, 'Asia/Kolkata')).toEqual(['2 Jun', '03:00', '06:00', '09:00'])
    expect(texts(span, 12, 'Asia/Kolkata').slice(0, 4)).toEqual(['22:00', '23:00', '2 Jun', '01:00'])
  })

  test('are midnights even when a day is an hour longer or shorter', () => {
    const spring = spanOf('2026-03-27T12:00:00Z', '2026-03-31T12:00:00Z')
    expect(texts(spring, 5, 'Europe/Prague')).toEqual(['28 Mar', '29 Mar', '30 Mar', '31 Mar'])
    const autumn = spanOf('2026-10-23T12:00:00Z', '2026-10-27T12:00:00Z')
    expect(texts(autumn, 5, 'Europe/Prague')).toEqual(['24 Oct', '25 Oct', '26 Oct', '27 Oct'])
  })

  test('leave out a missing hour', () => {
    const night = spanOf('2026-03-28T23:30:00Z', '2026-03-29T03:30:00Z')
    expect(texts(night, 6, 'Europe/Prague')).toEqual(['01:00', '03:00', '04:00', '05:00'])
  })

  test.each([
    ['2026-06-01T10:00:00.000Z', '2026-06-01T10:00:00.004Z'],
    ['2026-06-01T10:00:00Z', '2026-06-01T10:00:20Z'],
    ['2026-06-01T10:00:00Z', '2026-06-01T11:00:00Z'],
    ['2026-01-01T00:00:00Z', '2026-03-10T00:00:00Z'],
    ['2020-01-01T00:00:00Z', '2026-06-01T00:00:00Z'],
    ['1900-01-01T00:00:00Z', '2026-06-01T00:00:00Z'],
    ['2026-06-01T10:00:00Z', '2026-06-01T10:00:00Z'],
  ])('are few and in order from %s to %s', (start, end) => {
    const span = spanOf(start, end)
    const times = ticksOf(span, 8, 'America/New_York')
    expect(times.length).toBeLessThanOrEqual(9)
    expect(times).toEqual(times.toSorted((a, b) => a - b))
    expect(times.length).toBeGreaterThan(span[0] < span[1] ? 1 : 0)
  })

  test('for years are months with their year', () =>
    expect(texts(spanOf('2025-01-15T00:00:00Z', '2026-06-01T00:00:00Z'), 3, 'Europe/Prague')).toEqual([
      'Jul 2025',
      'Jan 2026',
    ]))
})
