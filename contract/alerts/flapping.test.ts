import { expect, test } from 'vitest'
import { HOUR, MINUTE } from '../common/durations'
import { type EarlierOpening, type Flapping, flappingAt } from './flapping'

/** What each of some openings finds, when they come at these minutes. */
function flappingOf(minutes: readonly number[]): (Flapping | null)[] {
  const earlier: EarlierOpening[] = []
  return minutes.map((minute) => {
    const at = minute * MINUTE
    const flapping = flappingAt(at, earlier)
    earlier.unshift({ at, flapping })
    return flapping
  })
}

test('it flaps from the third opening within an hour, and counts from the first of them', () => {
  expect(flappingOf([5, 25, 65])).toEqual([null, null, { times: 3, since: 5 * MINUTE }])
  expect(flappingOf([0, 30, 61])).toEqual([null, null, null])
})

test('it goes on while openings follow within an hour, and begins to count anew after a calm hour', () => {
  const found = flappingOf([0, 10, 20, 79, 139, 200, 210, 220])
  expect(found.slice(2)).toEqual([
    { times: 3, since: 0 },
    { times: 4, since: 0 },
    { times: 5, since: 0 },
    null,
    null,
    { times: 3, since: 200 * MINUTE },
  ])
  expect(flappingAt(2 * HOUR, [])).toBeNull()
})
