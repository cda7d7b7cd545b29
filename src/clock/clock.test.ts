import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { HOUR } from '#contract/common/durations'
import {
  type Clock,
  formatClock,
  formatMoment,
  formatRange,
  formatSpan,
  formatTime,
  hasTwelveHours,
  zoneSpanText,
  zoneText,
} from './format'
import { monthBefore, startOfMonth, startOfWeek } from './months'
import { dayOf, isDoubled, offsetAt, startOfDay, timeAt, wallAt } from './wall'

const at = (text: string) => Date.parse(text)
const iso = (time: number) => new Date(time).toISOString().slice(0, 16)
/** Local time in a zone, formatted as if it were UTC. */
const shownAt = (time: string, zone: string) => iso(wallAt(at(`${time}Z`), zone))
const timesOf = (wall: string, zone: string) =>
  (['earlier', 'later'] as const).map((doubled) => iso(timeAt(at(`${wall}Z`), zone, doubled)))

const ZONES = [
  'UTC',
  'Europe/Prague',
  'America/New_York',
  'America/St_Johns',
  'Asia/Kolkata',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'Pacific/Kiritimati',
  'Africa/Cairo',
]

describe('the clocks of a zone', () => {
  test.each([
    ['2026-01-15T12:00', 'Europe/Prague', '2026-01-15T13:00'],
    ['2026-07-15T12:00', 'Europe/Prague', '2026-07-15T14:00'],
    ['2026-03-29T00:59', 'Europe/Prague', '2026-03-29T01:59'],
    ['2026-03-29T01:00', 'Europe/Prague', '2026-03-29T03:00'],
    ['2026-10-25T00:59', 'Europe/Prague', '2026-10-25T02:59'],
    ['2026-10-25T01:00', 'Europe/Prague', '2026-10-25T02:00'],
    ['2026-03-08T06:59', 'America/New_York', '2026-03-08T01:59'],
    ['2026-03-08T07:00', 'America/New_York', '2026-03-08T03:00'],
    ['2026-06-01T20:00', 'Asia/Kolkata', '2026-06-02T01:30'],
    ['2026-04-04T14:59', 'Australia/Lord_Howe', '2026-04-05T01:59'],
    ['2026-04-04T15:00', 'Australia/Lord_Howe', '2026-04-05T01:30'],
  ])('at %s in %s show %s', (time, zone, shown) => expect(shownAt(time, zone)).toBe(shown))

  test.each([
    // Local times that occur once.
    ['2026-06-02T01:30', 'Asia/Kolkata', ['2026-06-01T20:00', '2026-06-01T20:00']],
    ['2026-03-29T01:59', 'Europe/Prague', ['2026-03-29T00:59', '2026-03-29T00:59']],
    ['2026-03-29T03:00', 'Europe/Prague', ['2026-03-29T01:00', '2026-03-29T01:00']],
    // A local time that does not occur is later by the shift of the clock change.
    ['2026-03-29T02:30', 'Europe/Prague', ['2026-03-29T01:30', '2026-03-29T01:30']],
    ['2026-03-08T02:30', 'America/New_York', ['2026-03-08T07:30', '2026-03-08T07:30']],
    ['2026-10-04T02:15', 'Australia/Lord_Howe', ['2026-10-03T15:45', '2026-10-03T15:45']],
    // Local times that occur twice.
    ['2026-10-25T02:00', 'Europe/Prague', ['2026-10-25T00:00', '2026-10-25T01:00']],
    ['2026-10-25T02:59', 'Europe/Prague', ['2026-10-25T00:59', '2026-10-25T01:59']],
    ['2026-11-01T01:30', 'America/New_York', ['2026-11-01T05:30', '2026-11-01T06:30']],
    ['2026-04-05T01:45', 'Australia/Lord_Howe', ['2026-04-04T14:45', '2026-04-04T15:15']],
  ])('show %s in %s at %j', (wall, zone, times) => expect(timesOf(wall, zone)).toEqual(times))

  const times = fc.integer({ min: at('2020-01-01T00:00:00Z'), max: at('2030-01-01T00:00:00Z') })
  test('show a local time that leads back to the same time, or to the other one with the same local time', () =>
    fc.assert(
      fc.property(times, fc.constantFrom(...ZONES), (time, zone) => {
        const wall = wallAt(time, zone)
        const found = [timeAt(wall, zone, 'earlier'), timeAt(wall, zone, 'later')]
        expect(found).toContain(time)
        expect(found.map((each) => wallAt(each, zone))).toEqual([wall, wall])
        expect(isDoubled(time, zone)).toBe(found[0] !== found[1])
      }),
    ))

  test('show any local time, or one at most an hour later', () =>
    fc.assert(
      fc.property(times, fc.constantFrom(...ZONES), (wall, zone) => {
        const later = wallAt(timeAt(wall, zone), zone) - wall
        expect(later === 0 || (later > 0 && later <= HOUR)).toBe(true)
      }),
    ))

  test('also work in years before time zones existed', () =>
    expect(offsetAt(at('0001-06-01T00:00:00Z'), 'Asia/Tokyo')).toBeGreaterThan(9 * HOUR))
})

describe('a day', () => {
  test.each([
    ['2026-03-30T10:00:00Z', 1, 'Europe/Prague', '2026-03-28T23:00'],
    ['2026-03-30T10:00:00Z', 0, 'Europe/Prague', '2026-03-29T22:00'],
    ['2026-10-26T10:00:00Z', 2, 'Europe/Prague', '2026-10-23T22:00'],
    ['2026-06-01T20:00:00Z', 0, 'Asia/Kolkata', '2026-06-01T18:30'],
    // Clocks go forward at midnight there.
    ['2026-04-24T10:00:00Z', 0, 'Africa/Cairo', '2026-04-23T22:00'],
  ])('of %s, %i days before, begins in %s at %s', (time, days, zone, start) =>
    expect(iso(startOfDay(at(time), days, zone))).toBe(start),
  )

  test('is a day of the zone', () => {
    expect(dayOf(at('2026-06-01T20:00:00Z'), 'Asia/Kolkata')).toBe('2026-06-02')
    expect(dayOf(at('2026-06-01T02:00:00Z'), 'America/New_York')).toBe('2026-05-31')
  })
})

describe('a time is written', () => {
  const prague: Clock = { locale: 'en', zone: 'Europe/Prague' }
  const time = at('2026-01-15T16:05:09Z')

  test('in the zone, with 24 hours in both languages', () => {
    expect(formatTime(time, prague)).toBe('15 Jan 2026, 17:05:09')
    expect(formatTime(time, { locale: 'cs', zone: 'Asia/Kolkata' })).toBe('15. 1. 2026 21:35:09')
    expect(formatTime(time, { locale: 'cs', zone: 'America/Denver' })).toBe('15. 1. 2026 09:05:09')
    expect(formatClock(time, prague)).toBe('17:05')
    expect(['en', 'cs', 'en-US'].map(hasTwelveHours)).toEqual([false, false, true])
  })

  test('with its offset when the clocks show it twice', () => {
    expect(formatTime(at('2026-10-25T00:30:00Z'), prague)).toBe('25 Oct 2026, 02:30:00 UTC+2')
    expect(formatTime(at('2026-10-25T01:30:00Z'), prague)).toBe('25 Oct 2026, 02:30:00 UTC+1')
    expect(formatTime(at('2026-10-25T02:00:00Z'), prague)).toBe('25 Oct 2026, 03:00:00')
  })

  test('as short as possible: today without the day', () => {
    const clock = { locale: 'en', zone: 'Europe/Prague' }
    const now = at('2026-05-01T10:00:00Z')
    expect(formatMoment(at('2026-05-01T05:06:07Z'), now, clock)).toBe('07:06:07')
    expect(formatMoment(at('2026-04-30T22:30:00Z'), now, clock)).toBe('00:30:00')
    expect(formatMoment(at('2026-04-30T21:30:00Z'), now, clock)).toBe('30 Apr, 23:30')
  })

  test('as a range', () => {
    const start = at('2026-01-15T16:00:00Z')
    expect(formatSpan(start, start + HOUR, prague)).toMatch(/^15 Jan 2026, 17:00\s?–\s?18:00$/)
    expect(formatRange(start, start + HOUR, prague)).toMatch(/^15 Jan 2026, 17:00:00\s?–\s?18:00:00$/)
    const doubled = at('2026-10-25T00:00:00Z')
    expect(formatSpan(doubled, doubled + HOUR, prague)).toBe(
      '25 Oct 2026, 02:00 UTC+2 – 25 Oct 2026, 02:00 UTC+1',
    )
  })

  test.each([
    ['Europe/Prague', 'Europe/Prague, UTC+1'],
    ['Asia/Kolkata', 'Asia/Kolkata, UTC+5:30'],
    ['America/St_Johns', 'America/St_Johns, UTC−3:30'],
    ['Africa/Abidjan', 'Africa/Abidjan, UTC'],
    ['UTC', 'UTC'],
  ])('in %s, whose name is %s', (zone, text) => expect(zoneText(zone, time)).toBe(text))

  test.each([
    ['a winter', '2026-01-15', '2026-02-15', prague, 'Europe/Prague, UTC+1'],
    ['the end of a summer', '2026-10-24', '2026-10-26', prague, 'Europe/Prague, UTC+1 and UTC+2'],
    [
      'a whole year',
      '2026-01-01',
      '2027-01-01',
      { ...prague, locale: 'cs' },
      'Europe/Prague, UTC+1 a\u00A0UTC+2',
    ],
    ['a zone that is UTC', '2026-01-01', '2027-01-01', { ...prague, zone: 'UTC' }, 'UTC'],
  ])('in a zone over %s, with each of its offsets', (_, from, to, clock, text) =>
    expect(zoneSpanText(at(`${from}T00:00:00Z`), at(`${to}T00:00:00Z`), clock)).toBe(text),
  )
})

test('weeks begin on Monday, and months on their first day, by the clocks of the zone', () => {
  const zone = 'Europe/Prague'
  // A Wednesday, four days after the clocks were set forward.
  const now = at('2026-04-01T00:30:00Z')
  expect(
    [0, 1].map((weeks) => shownAt(new Date(startOfWeek(now, weeks, zone)).toISOString().slice(0, 19), zone)),
  ).toEqual(['2026-03-30T00:00', '2026-03-23T00:00'])
  expect([-1, 0, 1, 4].map((months) => iso(startOfMonth(now, months, zone)))).toEqual([
    '2026-04-30T22:00',
    '2026-03-31T22:00',
    '2026-02-28T23:00',
    '2025-11-30T23:00',
  ])
  expect(iso(monthBefore(at('2026-03-31T10:00:00Z'), zone))).toBe('2026-02-28T11:00')
  expect(monthBefore(startOfMonth(now, 0, zone), zone)).toBe(startOfMonth(now, 1, zone))
})
