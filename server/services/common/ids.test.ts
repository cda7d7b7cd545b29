import fc from 'fast-check'
import { v4 } from 'uuid'
import { expect, test } from 'vitest'
import { newId, timeOf } from './ids'

test('the time of an id is the time of its creation', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: Date.parse('9999-12-31T23:59:59.999Z') }), (at) => {
      const id = newId(new Date(at))
      expect(timeOf(id)?.getTime()).toBe(at)
      expect(timeOf(id.toUpperCase())?.getTime()).toBe(at)
    }),
  )
})

test('ids sort by their times', () => {
  const times = fc.uniqueArray(fc.integer({ min: 0, max: 2 ** 43 }), { minLength: 2 })
  fc.assert(
    fc.property(times, (ats) => {
      const sorted = ats.map((at) => newId(new Date(at))).toSorted()
      expect(sorted.map((id) => timeOf(id)?.getTime())).toEqual(ats.toSorted((a, b) => a - b))
    }),
  )
})

test('ids of the same time sort in the order of their creation', () => {
  const ids = Array.from({ length: 1000 }, () => newId(1_795_000_000_000))
  expect(ids.toSorted()).toEqual(ids)
})

test.each([
  v4(),
  '',
  'x',
  '01890000-0000-7000-c000-000000000000',
  '01890000-0000-7000-8000-00000000000',
  'ffffffff-ffff-7fff-bfff-ffffffffffff',
])('the id %j contains no time', (id) => {
  expect(timeOf(id)).toBeNull()
})
