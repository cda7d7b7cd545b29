import { expect, test } from 'vitest'
import { rangesAfter, type WeeklyHours } from './weekly'

const ZONE = 'Europe/Prague'
const SATURDAY_NIGHT: WeeklyHours = { days: [6], from: '22:00', to: '06:00' }

/** The next range after a time, as UTC. */
function nextOf(hours: WeeklyHours, time: string, lastDay?: string) {
  const [next] = rangesAfter(hours, ZONE, Date.parse(time), lastDay)
  return next && [next.from, next.until].map((at) => new Date(at).toISOString().slice(0, 16))
}

test('hours begin and end by the clocks of their zone, and may last until the next day', () => {
  const office: WeeklyHours = { days: [1, 5], from: '08:00', to: '16:30' }
  expect(nextOf(office, '2026-12-01T12:00:00Z')).toEqual(['2026-12-04T07:00', '2026-12-04T15:30'])
  expect(nextOf(office, '2026-12-04T15:29:59Z')).toEqual(['2026-12-04T07:00', '2026-12-04T15:30'])
  expect(nextOf(office, '2026-12-04T15:30:00Z')).toEqual(['2026-12-07T07:00', '2026-12-07T15:30'])
  // It is Sunday already, and still the night that began on Saturday.
  expect(nextOf(SATURDAY_NIGHT, '2026-12-06T03:00:00Z')).toEqual(['2026-12-05T21:00', '2026-12-06T05:00'])
  expect(nextOf({ days: [3], from: '00:00', to: '00:00' }, '2026-12-02T08:00:00Z')).toEqual([
    '2026-12-01T23:00',
    '2026-12-02T23:00',
  ])
})

test('a night in which clocks change is shorter or longer', () => {
  expect(nextOf(SATURDAY_NIGHT, '2026-03-28T12:00:00Z')).toEqual(['2026-03-28T21:00', '2026-03-29T04:00'])
  expect(nextOf(SATURDAY_NIGHT, '2026-10-24T12:00:00Z')).toEqual(['2026-10-24T20:00', '2026-10-25T05:00'])
  // 2:30 is skipped in March, and comes twice in October: then all of both hours counts.
  const change: WeeklyHours = { days: [0], from: '02:30', to: '03:30' }
  expect(nextOf(change, '2026-03-29T00:00:00Z')).toEqual(['2026-03-29T01:00', '2026-03-29T01:30'])
  expect(nextOf(change, '2026-10-25T00:00:00Z')).toEqual(['2026-10-25T00:30', '2026-10-25T02:30'])
  expect(nextOf({ ...change, from: '01:30', to: '02:30' }, '2026-03-29T00:00:00Z')).toEqual([
    '2026-03-29T00:30',
    '2026-03-29T01:00',
  ])
})

test('no hours begin after their last day', () => {
  expect(nextOf(SATURDAY_NIGHT, '2026-12-05T22:00:00Z', '2026-12-05')).toEqual([
    '2026-12-05T21:00',
    '2026-12-06T05:00',
  ])
  expect(nextOf(SATURDAY_NIGHT, '2026-12-06T05:00:00Z', '2026-12-05')).toBeUndefined()
})
