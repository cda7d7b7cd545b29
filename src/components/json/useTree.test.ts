import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type JsonDocument, readDocument } from './document'
import {
  cutMatches,
  findMatches,
  levelWithin,
  openToLevel,
  revealing,
  rowsOf,
  shownIndex,
  withBranch,
  withSiblings,
} from './useTree'

const documentOf = (value: unknown): JsonDocument => {
  const document = readDocument(JSON.stringify(value))
  if (!document) throw new Error('not JSON')
  return document
}
const documents = fc.jsonValue({ maxDepth: 6 }).map(documentOf)
const places = fc.tuple(documents, fc.nat()).map(([document, pick]) => ({
  document,
  index: pick % document.nodes.length,
}))
const everything = Number.POSITIVE_INFINITY

test('with everything open each node has a row, and with everything closed only the first', () => {
  fc.assert(
    fc.property(documents, (document) => {
      const all = document.nodes.map((_, index) => index)
      expect(rowsOf(document, openToLevel(document, everything))).toEqual(all)
      expect(rowsOf(document, openToLevel(document, 0))).toEqual([0])
    }),
  )
})

test('a level shows exactly the nodes down to it', () => {
  fc.assert(
    fc.property(documents, fc.nat(7), (document, level) => {
      const shown = rowsOf(document, openToLevel(document, level))
      const wanted = [...document.nodes.keys()].filter(
        (index) => (document.nodes[index]?.depth ?? 0) <= level,
      )
      expect(shown).toEqual(wanted)
    }),
  )
})

test('a revealed node has a row, and closing a parent hides it', () => {
  fc.assert(
    fc.property(places, ({ document, index }) => {
      const open = revealing(document, openToLevel(document, 0), index)
      const rows = rowsOf(document, open)
      expect(rows).toContain(index)
      expect(shownIndex(document, open, index)).toBe(index)
      const parent = document.nodes[index]?.parent ?? -1
      if (parent < 0) return
      const closed = withBranch(open, parent, false)
      expect(rowsOf(document, closed)).not.toContain(index)
      expect(shownIndex(document, closed, index)).toBe(parent)
    }),
  )
})

test('the initial rows are limited, unless a single list has more', () => {
  fc.assert(
    fc.property(documents, fc.nat(40), (document, maxRows) => {
      const level = levelWithin(document, maxRows)
      const rows = rowsOf(document, openToLevel(document, level))
      expect(level <= 1 || rows.length <= maxRows).toBe(true)
    }),
  )
})

test('siblings of a branch open with it', () => {
  const document = documentOf({ a: { x: 1 }, b: [2], c: { y: { z: 3 } } })
  const open = withSiblings(document, openToLevel(document, 1), 1)
  expect(rowsOf(document, open).map((index) => document.nodes[index]?.key)).toEqual([
    null,
    'a',
    'x',
    'b',
    null,
    'c',
    'y',
  ])
})

test('a search finds names and values without regard to case, and neither brackets nor quotes', () => {
  const document = documentOf({ Voltage: 3.6, list: ['LOW voltage', true, null], '[': '{' })
  const found = (text: string) => findMatches(document, text)
  expect(found('VOLTAGE')).toEqual([1, 3])
  expect(found('3.6')).toEqual([1])
  expect(found('tru')).toEqual([4])
  expect(found('[')).toEqual([6])
  expect(found('"')).toEqual([])
  expect(found('')).toEqual([])
})

test('the pieces of a text add up to it, and exactly the matches are marked', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme' }),
      fc.string({ unit: 'grapheme', maxLength: 2 }),
      (text, wanted) => {
        const pieces = cutMatches(text, wanted)
        expect(pieces.map(({ text }) => text).join('')).toBe(text)
        const marked = pieces.filter(({ isMatch }) => isMatch)
        for (const { text } of marked) expect(text.toLowerCase()).toBe(wanted.toLowerCase())
      },
    ),
  )
  expect(cutMatches('aXbx', 'x').map(({ text, isMatch }) => (isMatch ? `<${text}>` : text))).toEqual([
    'a',
    '<X>',
    'b',
    '<x>',
  ])
})
