import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Exchange } from './conversation'
import { found, partsOf } from './search'

const exchange = (id: string, line: string, ...outputs: string[]): Exchange => ({
  id,
  answers: [],
  steps: [{ index: 0, line, response: { result: 0, outputs } }],
})
const conversation = [exchange('1', 'info show', 'vendor name: Demo'), exchange('2', 'help', '[a-z]+ (list)')]

test.each([
  ['', ['1', '2']],
  ['INFO', ['1']],
  ['demo', ['1']],
  ['[a-z]+ (', ['2']],
  ['nothing', []],
])('%j finds %j', (query, ids) => {
  expect(found(conversation, query).map(({ id }) => id)).toEqual(ids)
})

test('hits are told from the rest', () => {
  expect(partsOf('Kernel kernel', 'KERN')).toEqual([
    { at: 0, text: 'Kern', isHit: true },
    { at: 4, text: 'el ', isHit: false },
    { at: 7, text: 'kern', isHit: true },
    { at: 11, text: 'el', isHit: false },
  ])
})

test('dividing a text never changes it, whatever is searched for', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (text, query) => {
      expect(
        partsOf(text, query)
          .map((part) => part.text)
          .join(''),
      ).toBe(text)
    }),
  )
})
