import { expect, test } from 'vitest'
import { FairShares, interleaved, type SpaceWork } from './fairShares'

const work = (personId: string, spaceId: string): SpaceWork => ({ personId, spaceId })

/** The order in which work is served, in a number of rounds, while all of it waits. */
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

test('people are served alike, however many spaces each has', () => {
  const waiting = [...Array.from({ length: 9 }, (_, i) => work('many', `space ${i}`)), work('one', 'small')]
  const order = served(new FairShares(), waiting, 18, () => 10)
  expect(order.filter((space) => space === 'small')).toHaveLength(9)
  expect(new Set(order).size).toBe(10)
})

test('whose work takes long is served less often', () => {
  const [slow, quick] = [work('slow', 'large'), work('quick', 'small')]
  const order = served(new FairShares(), [slow, quick], 22, ({ spaceId }) => (spaceId === 'large' ? 100 : 10))
  expect(order.filter((space) => space === 'large')).toHaveLength(2)
})

test('who comes later is served at once, and does not make up for the time before', () => {
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

test('the first of each comes before the second of any', () => {
  expect(interleaved(['a1', 'a2', 'a3', 'b1', 'c1', 'c2'], (name) => name.slice(0, 1))).toEqual([
    'a1',
    'b1',
    'c1',
    'a2',
    'c2',
    'a3',
  ])
})
