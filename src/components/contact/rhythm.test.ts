import fc from 'fast-check'
import { expect, test } from 'vitest'
import { BURST, CONTACTS_MIN, latestTimes, rhythmOf, spanOf } from './rhythm'

const MINUTE = 60_000
const START = Date.parse('2026-01-02T03:04:05.678Z')

/** Times of messages, by the minute. */
const at = (...minutes: number[]) => minutes.map((minute) => START + minute * MINUTE)

const someTimes = fc.array(
  fc.integer({ min: 0, max: 1e9 }).map((time) => START + time),
  { maxLength: 120 },
)

test('the usual span is the middle one, and the next contact is due after it', () => {
  const rhythm = rhythmOf(at(0, 30, 60, 150, 180), START + 190 * MINUTE)
  expect(rhythm).toEqual({
    usual: 30 * MINUTE,
    longest: 90 * MINUTE,
    expected: START + 210 * MINUTE,
    late: 0,
  })
})

test('repeated requests for new messages of a silent device keep the known times', () => {
  const [newest = 0, ...older] = at(60, 30, 0)
  let known = [newest, ...older]
  for (let look = 0; look < 20; look += 1) known = latestTimes(known, [newest], 10)
  expect(known).toEqual([newest, ...older])
})

test('new times come before the known ones, the oldest are dropped, and a gap drops all known ones', () => {
  expect(latestTimes(at(2, 1, 0), at(4, 3, 2), 4)).toEqual(at(4, 3, 2, 1))
  expect(latestTimes(at(2, 1, 0), at(9, 8, 7), 3)).toEqual(at(9, 8, 7))
})

test('an even number of spans has its middle between two', () => {
  expect(rhythmOf(at(0, 10, 30, 50, 60), START)?.usual).toBe(15 * MINUTE)
})

test.each([
  [30, 0],
  [59, 0],
  [60, 1],
  [149, 3],
  [150, 4],
])('half-hourly and silent for %i minutes: %i intervals late', (minutes, late) => {
  expect(rhythmOf(at(0, 30, 60, 90), START + (90 + minutes) * MINUTE)?.late).toBe(late)
})

test('a silence that the device has kept before is not late', () => {
  const times = at(0, 30, 60, 260, 290)
  expect(rhythmOf(times, START + (290 + 200) * MINUTE)?.late).toBe(0)
  expect(rhythmOf(times, START + (290 + 211) * MINUTE)?.late).toBe(6)
})

test('messages in quick succession are one contact', () => {
  const bursts = at(0, 30, 60, 90).flatMap((time) => [time, time + 1000, time + BURST])
  expect(rhythmOf(bursts, START)).toEqual(rhythmOf(at(0, 30, 60, 90), START))
})

test('too few contacts have no rhythm, however many messages there are', () => {
  expect(rhythmOf([], START)).toBeNull()
  expect(rhythmOf(Array<number>(100).fill(START), START)).toBeNull()
  expect(rhythmOf(at(0, 30, 60), START)).toBeNull()
})

test('neither the order of the messages nor a duplicate matters', () => {
  const shuffled = someTimes.chain((times) =>
    fc.tuple(fc.constant(times), fc.shuffledSubarray([...times, ...times], { minLength: times.length * 2 })),
  )
  fc.assert(
    fc.property(shuffled, fc.nat(1e9), ([times, mixed], after) => {
      expect(rhythmOf(mixed, START + after)).toEqual(rhythmOf(times, START + after))
    }),
  )
})

test('a device that keeps its rhythm is never late before its next contact', () => {
  const usual = fc.integer({ min: BURST + 1, max: 30 * 86_400_000 })
  fc.assert(
    fc.property(
      usual,
      fc.integer({ min: CONTACTS_MIN, max: 100 }),
      fc.double({ min: 0, max: 1.99, noNaN: true }),
      (span, count, part) => {
        const times = Array.from({ length: count }, (_, index) => START + index * span)
        const last = START + (count - 1) * span
        expect(rhythmOf(times, last + span * part)).toMatchObject({ usual: span, longest: span, late: 0 })
      },
    ),
  )
})

test('lateness grows with the silence only', () => {
  fc.assert(
    fc.property(someTimes, fc.nat(1e10), fc.nat(1e10), (times, first, second) => {
      const [sooner, later] = [Math.min(first, second), Math.max(first, second)]
      const late = (now: number) => rhythmOf(times, START + now)?.late ?? 0
      expect(late(sooner)).toBeLessThanOrEqual(late(later))
    }),
  )
})

test.each([
  [20, 1, 'seconds'],
  [45_000, 45, 'seconds'],
  [60_000, 1, 'minutes'],
  [1_803_000, 30, 'minutes'],
  [3_600_000, 1, 'hours'],
  [5_400_000, 90, 'minutes'],
  [7_200_000, 2, 'hours'],
  [129_600_000, 36, 'hours'],
  [604_800_000, 7, 'days'],
])('%i ms are %i %s', (milliseconds, count, unit) => {
  expect(spanOf(milliseconds)).toEqual({ count, unit })
})

test('a span is rounded by a twentieth at most', () => {
  const size = { seconds: 1000, minutes: 60_000, hours: 3_600_000, days: 86_400_000 }
  fc.assert(
    fc.property(fc.integer({ min: 10_000, max: 1e11 }), (milliseconds) => {
      const { count, unit } = spanOf(milliseconds)
      expect(Math.abs(count * size[unit] - milliseconds)).toBeLessThanOrEqual(milliseconds / 20)
    }),
  )
})
