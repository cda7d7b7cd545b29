import { expect, test } from 'vitest'
import { MINUTE } from '../common/durations'
import { countAlerts } from './joinEpisodes'

const count = (...episodes: [from: number, until: number | null][]) =>
  countAlerts(
    episodes.map(([from, until]) => ({
      openedAt: from * MINUTE,
      endedAt: until === null ? null : until * MINUTE,
    })),
  )

test('episodes that open at about the same time are one alert while it is open', () => {
  expect(count()).toBe(0)
  expect(count([0, null], [1, null], [15, 30])).toBe(1)
  expect(count([0, 5], [6, 8])).toBe(2)
  expect(count([0, null], [16, null])).toBe(2)
  expect(count([10, 20], [0, 11], [19, null], [30, null])).toBe(1)
  expect(count([0, null], [16, null], [20, 25], [41, null])).toBe(3)
})
