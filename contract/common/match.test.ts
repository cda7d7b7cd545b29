import { describe, expect, test } from 'vitest'
import { findMatches, searchedText, variantsOf } from './match'

const NAMES = [
  'thermometer-cold-room',
  'pump-station-3',
  'sensor-12',
  'sensor-13',
  'gate',
  'gateway',
  'old-gate',
]

/** Names of the matches; a name of several lines has further searched fields. */
const find = (typed: string, names: readonly string[] = NAMES) => {
  const texts = names.map((name) => searchedText(name.split('\n')))
  return findMatches(typed, texts).map((place) => names[place])
}

test('an equal name comes first, then a match at its start, at a word, in a part, and then typing errors', () => {
  const names = ['a-gaet', 'navigate', 'old-gate', 'gateway', 'gate']
  expect(find('gate', names)).toEqual(['gate', 'gateway', 'old-gate', 'navigate', 'a-gaet'])
})

test('equal matches stay in their order', () => {
  expect(find('sensor')).toEqual(['sensor-12', 'sensor-13'])
})

describe('one letter of a word may be wrong, missing, added or swapped', () => {
  test.each([
    ['themometer', 'thermometer-cold-room'],
    ['tehrmometer', 'thermometer-cold-room'],
    ['htermometer', 'thermometer-cold-room'],
    ['hermometer', 'thermometer-cold-room'],
    ['thermoneter', 'thermometer-cold-room'],
    ['thermommeter', 'thermometer-cold-room'],
    ['pmup', 'pump-station-3'],
    ['puump', 'pump-station-3'],
    ['pump staton', 'pump-station-3'],
    ['saation pmup', 'pump-station-3'],
    ['rooom cold thermo', 'thermometer-cold-room'],
  ])('%s finds %s', (typed, name) => expect(find(typed)).toEqual([name]))

  test('but not two, and none in a short word or number', () => {
    expect(find('thxrmxmeter')).toEqual([])
    expect(find('gt')).toEqual([])
    expect(find('sensor-14')).toEqual([])
    expect(find('1000000132', ['1000000123'])).toEqual([])
  })
})

test('a number may follow its word without a space', () => expect(find('sensor12')).toEqual(['sensor-12']))

test('case and accents are ignored in any script', () => {
  expect(find('zlutoucky KUN', ['Žluťoučký kůň'])).toEqual(['Žluťoučký kůň'])
  expect(find('KŮŇ', ['kun'])).toEqual(['kun'])
  expect(find('насос', ['Насос 3', 'Клапан'])).toEqual(['Насос 3'])
})

test('a record is found by any field, by words of several fields, and by the end of its number', () => {
  const items = ['pump\n1234567890\nfield-7']
  for (const typed of ['1234', '7890', 'field pump']) expect(find(typed, items)).toEqual(items)
  expect(find('valve 1234', items)).toEqual([])
})

test('a short number matches the name before digits of a serial number', () => {
  const items = ['reservoir-01\n2159000041', 'reservoir-04\n2159000044']
  for (const typed of ['rseervoir-04', '04 reservoir']) expect(find(typed, items)[0]).toBe(items[1])
})

test('punctuation is ignored', () => {
  expect(find('gate (old)')).toEqual(['old-gate'])
  expect(find('"gate" -old *')).toEqual(['old-gate'])
  for (const typed of ['  ', '"', '-.*(']) expect(find(typed)).toEqual([])
})

test('a word of more than forty letters is found only without errors', () => {
  const name = 'abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyz'
  expect(find(name, [name])).toEqual([name])
  expect(find(name.replace('mn', 'nm'), [name])).toEqual([])
})

test.each([
  ['ab', []],
  ['12345', []],
  ['abc', ['acb']],
  ['abcd', ['acbd', 'abdc', 'a_bcd', 'ab_cd', 'abc_d']],
  ['12abc', ['12acb']],
])('%s may also be written as %j', (word, others) => {
  expect(variantsOf(word)).toEqual([word, ...others])
})

test('from five letters on any of them may be wrong, missing or swapped, and one too many', () => {
  const swapped = ['bacde', 'acbde', 'abdce', 'abced']
  const missing = ['_abcde', 'a_bcde', 'ab_cde', 'abc_de', 'abcd_e']
  const wrongOrExtra = ['_bcde', 'bcde', 'a_cde', 'acde', 'ab_de', 'abde', 'abc_e', 'abce', 'abcd_', 'abcd']
  expect(variantsOf('abcde')).toEqual(['abcde', ...swapped, ...missing, ...wrongOrExtra])
})

test('a word of forty letters may have an error, a longer one may not', () => {
  expect(variantsOf('a'.repeat(40)).length).toBeGreaterThan(1)
  expect(variantsOf('a'.repeat(41))).toHaveLength(1)
})
