import fc from 'fast-check'
import { expect, test } from 'vitest'
import { endOfJson, indentedJson, parseOrLocate } from './json'

test('JSON is parsed', () => {
  fc.assert(
    fc.property(fc.json(), (text) => {
      expect(parseOrLocate(text)).toEqual({ value: JSON.parse(text) })
      expect(endOfJson(text)).toBe(text.length)
    }),
  )
})

test('formatted JSON has the same value', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(parseOrLocate(indentedJson(value))).toEqual({ value: JSON.parse(JSON.stringify(value)) })
    }),
  )
})

test.each([
  ['', 1, 1],
  ['{', 1, 2],
  ['[1, 2', 1, 6],
  ['[1, 2,]', 1, 7],
  ['{"a": 1,\n "b" 2}', 2, 6],
  ["{'a': 1}", 1, 2],
  ['{\n  "outputs": [0, 0, o]\n}', 2, 21],
  ['[1] // done', 1, 5],
  ['["a\nb"]', 1, 2],
  [String.raw`["\x"]`, 1, 2],
  ['[01]', 1, 3],
  ['undefined', 1, 1],
])('%j is wrong at line %i, column %i', (text, line, column) => {
  expect(parseOrLocate(text)).toEqual({ wrongAt: { line, column } })
})

test('a stray letter is found, or the start of the word that it breaks', () => {
  const plain = fc.json({ noUnicodeString: true }).filter((text) => !text.includes('"'))
  fc.assert(
    fc.property(plain, fc.nat(), (text, where) => {
      const index = where % (text.length + 1)
      const found = endOfJson(`${text.slice(0, index)}§${text.slice(index)}`)
      expect(text.slice(found, index)).toMatch(/^[-+.\w]*$/)
      expect(found).toBeLessThanOrEqual(index)
    }),
  )
})
