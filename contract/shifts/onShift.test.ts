import { expect, test } from 'vitest'
import { gapsOf, onShift, type ShiftTimes } from './onShift'

const NIGHTS: ShiftTimes = {
  timezone: 'Europe/Prague',
  starts_on: '2026-11-30', // a Monday
  entries: [
    { days: [1, 2, 3, 4, 5], from: '08:00', to: '16:00', user_ids: ['petr', 'jana'] },
    { days: [0, 1, 2, 3, 4, 5, 6], from: '16:00', to: '08:00', user_ids: ['night'] },
  ],
}
const at = (time: string) => onShift(NIGHTS, Date.parse(time))

test('people take turns by week, and hours until the next day belong to the day on which they begin', () => {
  expect(at('2026-12-01T07:00:00Z')).toEqual(['petr'])
  expect(at('2026-12-01T14:59:59Z')).toEqual(['petr'])
  expect(at('2026-12-01T15:00:00Z')).toEqual(['night'])
  expect(at('2026-12-02T06:59:59Z')).toEqual(['night'])
  expect(at('2026-12-08T08:00:00Z')).toEqual(['jana'])
  expect(at('2026-12-15T08:00:00Z')).toEqual(['petr'])
  expect(at('2026-11-27T08:00:00Z')).toEqual(['jana'])
  const weekly: ShiftTimes = {
    ...NIGHTS,
    entries: [{ days: [0, 1, 2, 3, 4, 5, 6], from: '22:00', to: '06:00', user_ids: ['petr', 'jana'] }],
  }
  // Monday at 3:00 is still the night that Petr began on Sunday.
  expect(onShift(weekly, Date.parse('2026-12-07T02:00:00Z'))).toEqual(['petr'])
  expect(onShift(weekly, Date.parse('2026-12-07T22:00:00Z'))).toEqual(['jana'])
})

test('shifts go by the clocks of their zone when these change', () => {
  const night: ShiftTimes = {
    ...NIGHTS,
    entries: [
      { days: [6], from: '22:00', to: '03:00', user_ids: ['petr'] },
      { days: [0], from: '03:00', to: '08:00', user_ids: ['jana'] },
    ],
  }
  const who = (time: string) => onShift(night, Date.parse(time))
  // In March, 2:00 is followed by 3:00; in October, 2:59 comes twice.
  expect([who('2026-03-29T00:59:00Z'), who('2026-03-29T01:00:00Z')]).toEqual([['petr'], ['jana']])
  expect([who('2026-10-25T01:59:00Z'), who('2026-10-25T02:00:00Z')]).toEqual([['petr'], ['jana']])
  expect([who('2026-10-25T06:59:00Z'), who('2026-10-25T07:00:00Z')]).toEqual([['jana'], []])
})

test('gaps are the times of a week in which nobody is on shift', () => {
  const monday = Date.parse('2026-12-07T07:00:00Z')
  expect(gapsOf(NIGHTS, monday)).toMatchObject([
    { from: Date.parse('2026-12-12T07:00:00Z'), until: Date.parse('2026-12-12T15:00:00Z') },
    { from: Date.parse('2026-12-13T07:00:00Z'), until: Date.parse('2026-12-13T15:00:00Z') },
  ])
  const always = { days: [0, 1, 2, 3, 4, 5, 6], from: '00:00', to: '00:00', user_ids: ['petr'] }
  expect(gapsOf({ ...NIGHTS, entries: [always] }, monday)).toEqual([])
  expect(gapsOf({ ...NIGHTS, entries: [] }, monday)).toHaveLength(1)
})
