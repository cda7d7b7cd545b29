import fc from 'fast-check'
import queryString from 'query-string'
import { expect, test } from 'vitest'
import { parse, stringify } from './queryString.mjs'

const value = fc.oneof(fc.string({ unit: 'grapheme' }), fc.integer())
const values = fc.dictionary(
  fc.string({ minLength: 1 }).filter((name) => name !== '__proto__'),
  fc.oneof(value, fc.constant(undefined), fc.array(value, { minLength: 2 })),
)

test('addresses are read as by the package that react-admin uses', () => {
  fc.assert(
    fc.property(values, (some) => {
      const search = `?${queryString.stringify(some)}`
      expect({ ...parse(search) }).toEqual({ ...queryString.parse(search) })
    }),
  )
})

test('that package reads the addresses that are written', () => {
  fc.assert(
    fc.property(values, (some) => {
      expect({ ...queryString.parse(stringify(some)) }).toEqual({
        ...queryString.parse(queryString.stringify(some)),
      })
    }),
  )
})

test('names are in order', () => {
  expect(stringify({ sort: 'name', filter: '{"a":"b c"}', page: 2 })).toBe(
    queryString.stringify({ sort: 'name', filter: '{"a":"b c"}', page: 2 }),
  )
})
