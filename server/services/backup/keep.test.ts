import { expect, test } from 'vitest'
import { DAY, HOUR } from '#contract/common/durations'
import { lastDue } from './daily'
import { outdated } from './keep'

const NONE = { last: 1, daily: 0, weekly: 0, monthly: 0 }
const daysBefore = (day: string, count: number) =>
  Array.from({ length: count }, (_, i) => ({ time: new Date(Date.parse(`${day}T02:00:00Z`) - i * DAY) }))
const kept = (backups: { time: Date }[], rules: Partial<typeof NONE>, zone = 'UTC') => {
  const old = new Set(outdated(backups, { ...NONE, ...rules }, zone))
  return backups.filter((each) => !old.has(each)).map(({ time }) => time.toISOString().slice(0, 10))
}

test('the newest backups of each day, week and month stay, independently of other rules', () => {
  // 2026-11-29 is a Sunday.
  const backups = daysBefore('2026-11-29', 120)
  expect(kept(backups, {})).toEqual(['2026-11-29'])
  expect(kept(backups, { daily: 3 })).toEqual(['2026-11-29', '2026-11-28', '2026-11-27'])
  expect(kept(backups, { weekly: 3 })).toEqual(['2026-11-29', '2026-11-22', '2026-11-15'])
  expect(kept(backups, { monthly: 3 })).toEqual(['2026-11-29', '2026-10-31', '2026-09-30'])
  expect(kept(backups, { last: 2, daily: 1, weekly: 2, monthly: 2 })).toEqual([
    '2026-11-29',
    '2026-11-28',
    '2026-11-22',
    '2026-10-31',
  ])
})

test('several backups of a day count as one, and days without backups do not count', () => {
  const backups = ['2026-11-29T20:00Z', '2026-11-29T10:00Z', '2026-11-20T10:00Z', '2026-11-01T10:00Z'].map(
    (time) => ({ time: new Date(time) }),
  )
  expect(kept(backups, { daily: 2 })).toEqual(['2026-11-29', '2026-11-20'])
  expect(kept([], { daily: 2 })).toEqual([])
})

test('days are those of the time zone', () => {
  const backups = ['2026-11-29T10:00Z', '2026-11-28T23:30Z', '2026-11-28T10:00Z'].map((time) => ({
    time: new Date(time),
  }))
  expect(kept(backups, { daily: 2 })).toEqual(['2026-11-29', '2026-11-28'])
  // Half past eleven in the evening UTC is the next day in Prague.
  expect(kept(backups.slice(1), { daily: 2 }, 'Europe/Prague')).toEqual(['2026-11-28', '2026-11-28'])
})

const PRAGUE = { time: 2.5 * HOUR, zone: 'Europe/Prague' }
test.each([
  ['2026-11-29T12:00:00Z', '2026-11-29T01:30:00.000Z'],
  ['2026-11-29T01:29:59Z', '2026-11-28T01:30:00.000Z'],
  ['2026-11-29T01:30:00Z', '2026-11-29T01:30:00.000Z'],
  ['2026-07-01T12:00:00Z', '2026-07-01T00:30:00.000Z'],
  // Half past two does not exist on the day when clocks go forward.
  ['2026-03-29T12:00:00Z', '2026-03-29T01:30:00.000Z'],
  ['2026-03-29T01:10:00Z', '2026-03-28T01:30:00.000Z'],
  // Half past two occurs twice on the day when clocks go back.
  ['2026-10-25T12:00:00Z', '2026-10-25T01:30:00.000Z'],
])('at %s a backup of half past two in Prague was last due at %s', (now, due) => {
  expect(lastDue(PRAGUE, new Date(now)).toISOString()).toBe(due)
})
