import fc from 'fast-check'
import { expect, test } from 'vitest'
import { MINUTE } from '../common/durations'
import { clockOf, quietUntil } from './quiet'

const night = { quiet_from: '22:00', quiet_to: '07:00' }
const prague = (hours: typeof night, at: string) =>
  quietUntil(hours, 'Europe/Prague', new Date(at))?.toISOString() ?? null

test('quiet hours across midnight end in the morning of the person', () => {
  expect(prague(night, '2026-01-15T20:59:59Z')).toBeNull()
  expect(prague(night, '2026-01-15T21:00:00Z')).toBe('2026-01-16T06:00:00.000Z')
  expect(prague(night, '2026-01-16T05:59:59Z')).toBe('2026-01-16T06:00:00.000Z')
  expect(prague(night, '2026-01-16T06:00:00Z')).toBeNull()
  expect(quietUntil(night, null, new Date('2026-01-15T23:00:00Z'))).toEqual(new Date('2026-01-16T07:00:00Z'))
})

test('quiet hours can be in the middle of a day, or none', () => {
  const noon = { quiet_from: '12:00', quiet_to: '13:30' }
  expect(prague(noon, '2026-07-01T10:15:00Z')).toBe('2026-07-01T11:30:00.000Z')
  expect(prague(noon, '2026-07-01T11:30:00Z')).toBeNull()
  expect(quietUntil({ quiet_from: null, quiet_to: null }, null, new Date())).toBeNull()
  const midnight = new Date('2026-07-01T00:00:00Z')
  expect(quietUntil({ quiet_from: '00:00', quiet_to: null }, null, midnight)).toBeNull()
  expect(quietUntil({ quiet_from: null, quiet_to: '13:30' }, null, midnight)).toBeNull()
  expect(quietUntil({ quiet_from: '00:00', quiet_to: '00:00' }, null, midnight)).toBeNull()
})

test('in nights of a clock change quiet hours end by the local clock', () => {
  expect(prague(night, '2026-03-28T22:00:00Z')).toBe('2026-03-29T05:00:00.000Z')
  expect(prague(night, '2026-10-24T21:00:00Z')).toBe('2026-10-25T06:00:00.000Z')
  // Half past two does not exist on this day.
  expect(prague({ quiet_from: '22:00', quiet_to: '02:30' }, '2026-03-28T22:00:00Z')).toBe(
    '2026-03-29T01:00:00.000Z',
  )
  // Half past two occurs twice on this day.
  const twice = { quiet_from: '22:00', quiet_to: '02:30' }
  expect(prague(twice, '2026-10-24T22:00:00Z')).toBe('2026-10-25T00:30:00.000Z')
  expect(prague(twice, '2026-10-25T01:10:00Z')).toBe('2026-10-25T01:30:00.000Z')
})

test('an unknown time zone counts as UTC', () => {
  const at = new Date('2026-01-15T23:00:00Z')
  expect(quietUntil(night, 'Mars/Olympus', at)).toEqual(quietUntil(night, null, at))
})

const ZONES = [
  'Europe/Prague',
  'America/New_York',
  'Australia/Lord_Howe',
  'America/St_Johns',
  'Asia/Kathmandu',
  'Pacific/Apia',
  null,
]
/** Days around clock changes of both kinds in these zones. */
const CHANGES = ['2026-03-08', '2026-03-29', '2026-04-05', '2026-10-04', '2026-10-25', '2026-11-01']

const two = (value: number) => String(value).padStart(2, '0')
const dayTime = fc
  .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
  .map(([hours, minutes]) => `${two(hours)}:${two(minutes)}`)

const CLOCKS = new Map(
  ZONES.map((timezone) => [
    timezone,
    new Intl.DateTimeFormat('en-GB', { timeZone: timezone ?? 'UTC', hour: '2-digit', minute: '2-digit' }),
  ]),
)

/** Whether it is quiet, by the local clock. */
function isQuiet({ quiet_from, quiet_to }: typeof night, timezone: string | null, at: number): boolean {
  const text = CLOCKS.get(timezone)?.format(at) ?? ''
  return quiet_from < quiet_to ? text >= quiet_from && text < quiet_to : text >= quiet_from || text < quiet_to
}

test('quiet hours end at the first minute that is not quiet, despite clock changes', () => {
  const some = fc.record({
    hours: fc.record({ quiet_from: dayTime, quiet_to: dayTime }),
    timezone: fc.constantFrom(...ZONES),
    day: fc.constantFrom(...CHANGES),
    minutes: fc.integer({ min: -1440, max: 2880 }),
  })
  fc.assert(
    fc.property(some, ({ hours, timezone, day, minutes }) => {
      fc.pre(hours.quiet_from !== hours.quiet_to)
      const now = Date.parse(`${day}T00:00:00Z`) + minutes * 60_000
      let end = now
      while (isQuiet(hours, timezone, end)) end += 60_000
      expect(quietUntil(hours, timezone, new Date(now))).toEqual(end === now ? null : new Date(end))
    }),
    { numRuns: 300 },
  )
})

test('a person has the day and the time of their local clock', () => {
  expect(clockOf('Europe/Prague', new Date('2026-01-15T23:30:00Z'))).toEqual({
    day: '2026-01-16',
    time: 30 * MINUTE,
  })
  expect(clockOf(null, new Date('2026-01-15T23:30:00Z')).day).toBe('2026-01-15')
})
