import { expect, test } from 'vitest'
import { FairShares, interleaved, type SpaceWork } from './fairShares'

const work = (personId: string, spaceId: string): SpaceWork => ({ personId, spaceId })

/** Order in which waiting work is served in a number of rounds. */
function served(
  shares: FairShares,
  waiting: readonly SpaceWork[],
  count: number,
  took: (one: SpaceWork) => number,
) {
  return Array.from({ length: count }, () => {
    const next = shares.next(waiting)
    if (!next) throw new Error('nobody is served')
    shares.note(next, took(next))
    return next.spaceId
  })
}

test('people are served equally, however many spaces each has', () => {
  const waiting = [...Array.from({ length: 9 }, (_, i) => work('many', `space ${i}`)), work('one', 'small')]
  const order = served(new FairShares(), waiting, 18, () => 10)
  expect(order.filter((space) => space === 'small')).toHaveLength(9)
  expect(new Set(order).size).toBe(10)
})

test('people with slow work are served less often', () => {
  const [slow, quick] = [work('slow', 'large'), work('quick', 'small')]
  const order = served(new FairShares(), [slow, quick], 22, ({ spaceId }) => (spaceId === 'large' ? 100 : 10))
  expect(order.filter((space) => space === 'large')).toHaveLength(2)
})

test('a person who comes later is served at once, without compensation for the time before', () => {
  const shares = new FairShares()
  const busy = [work('busy', 'a'), work('busy', 'b')]
  served(shares, busy, 1000, () => 10)
  const order = served(shares, [...busy, work('new', 'c')], 20, () => 10)
  expect(order.slice(0, 2)).toContain('c')
  expect(order.filter((space) => space === 'c')).toHaveLength(10)
})

test('nobody is served when nothing waits', () => {
  expect(new FairShares().next([])).toBeUndefined()
})

test('the first work of each comes before the second of any', () => {
  expect(interleaved(['a1', 'a2', 'a3', 'b1', 'c1', 'c2'], (name) => name.slice(0, 1))).toEqual([
    'a1',
    'b1',
    'c1',
    'a2',
    'c2',
    'a3',
  ])
})
