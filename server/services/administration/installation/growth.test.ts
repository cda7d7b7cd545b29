import { expect, test } from 'vitest'
import type { InstallationResource } from '#contract/admin'
import { DAY } from '#contract/common/durations'
import { byUrgency, diskFault, fullAt, growthOf } from './growth'

const now = new Date('2026-03-10T10:20:00Z')
const daily = (...sizes: number[]) => sizes.map((size, day) => ({ time: day * DAY, size }))

test('growth is the slope of the best fitting line', () => {
  expect(growthOf(daily(10, 20, 30, 40))).toBeCloseTo(10)
  expect(growthOf(daily(10, 22, 28, 40, 50))).toBeCloseTo(9.8)
  expect(growthOf(daily(40, 30, 20, 10))).toBeCloseTo(-10)
  expect(growthOf(daily(7, 7, 7, 7))).toBe(0)
})

test('too few days give no growth', () => {
  expect(growthOf([])).toBeNull()
  expect(growthOf(daily(10, 20, 30))).toBeNull()
})

const disk = { used: 400, limit: 1000, growth: 10 }

test('the date of a full disk is when the rest is used up', () => {
  expect(fullAt(disk, now)).toBe(new Date(now.getTime() + 60 * DAY).toISOString())
  expect(fullAt({ ...disk, used: 1000 }, now)).toBe(now.toISOString())
})

test('without growth, or after more than ten years, there is no date', () => {
  for (const growth of [null, 0, -1, 0.01]) expect(fullAt({ ...disk, growth }, now)).toBeNull()
})

test('a disk counts as full when a twentieth of it is left', () => {
  expect([0, 949, 950, 999, 1000].map((used) => diskFault({ used, limit: 1000 }))).toEqual([
    null,
    null,
    'the disk is 95 % full',
    'the disk is 99 % full',
    'the disk is 100 % full',
  ])
})

test('disks are sorted by their date, then by their use', () => {
  const one = (used: number, full_at: string | null): InstallationResource => ({
    ...disk,
    name: 'disk',
    used,
    full_at,
  })
  const sorted = [one(1, null), one(3, '2027-01-01'), one(2, null), one(4, '2026-01-01')].toSorted(byUrgency)
  expect(sorted.map(({ used }) => used)).toEqual([4, 3, 2, 1])
})
