import { expect, test } from 'vitest'
import { extended, placeOf, type Walk } from './walk'

const rows = (...ids: string[]) => ids.map((id) => ({ id }))
const walk: Walk = {
  filter: {},
  sort: { field: 'name', order: 'ASC' },
  perPage: 2,
  firstPage: 2,
  lastPage: 2,
  ids: ['c', 'd'],
  total: 5,
}

test('a record has its place in the list, its neighbours, and the pages where the others are', () => {
  expect(placeOf(walk, 'c')).toMatchObject({ position: 3, page: 2, next: 'd', pageBefore: 1 })
  expect(placeOf(walk, 'd')).toMatchObject({ position: 4, previous: 'c', pageAfter: 3 })
  expect(placeOf(walk, 'x')).toBeNull()
})

test('the pages on the way are remembered, without rows that have moved to them', () => {
  const longer = extended(walk, 3, rows('d', 'e'))
  expect(longer).toMatchObject({ ids: ['c', 'd', 'e'], firstPage: 2, lastPage: 3 })
  expect(placeOf(longer, 'e')).toMatchObject({ position: 5, page: 3, pageAfter: undefined })
  const whole = extended(longer, 1, rows('a', 'b'))
  expect(whole.ids).toEqual(['a', 'b', 'c', 'd', 'e'])
  expect(placeOf(whole, 'a')).toMatchObject({ position: 1, pageBefore: undefined })
})

test('a list of unknown length ends with its first empty page', () => {
  const ended = extended({ ...walk, total: null }, 3, [])
  expect(placeOf({ ...walk, total: null }, 'd')?.pageAfter).toBe(3)
  expect(placeOf(ended, 'd')).toMatchObject({ next: undefined, pageAfter: undefined })
})

test('a walk through a large list forgets its far end', () => {
  const ids = Array.from({ length: 1000 }, (_, index) => `row ${index}`)
  const long = { ...walk, perPage: 500, firstPage: 1, lastPage: 2, ids, total: 20_000 }
  const after = extended(long, 3, rows(...Array.from({ length: 500 }, (_, index) => `row ${1000 + index}`)))
  expect([after.ids.length, after.firstPage, after.lastPage]).toEqual([1000, 2, 3])
  expect(placeOf(after, 'row 500')).toMatchObject({ position: 501, page: 2, pageBefore: 1 })
})
