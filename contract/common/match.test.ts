import { describe, expect, test } from 'vitest'
import { findMatches } from './match'

const NAMES = [
  'thermometer-cold-room',
  'pump-station-3',
  'sensor-12',
  'sensor-13',
  'gate',
  'gateway',
  'old-gate',
]

const find = (typed: string, names: readonly string[] = NAMES, limit = 10) =>
  findMatches(typed, names, (text) => ({ text }), limit).map(({ item }) => item)

test('the same name comes first, then its beginning, a word of it, a part, then errors', () => {
  const names = ['a-gaet', 'navigate', 'old-gate', 'gateway', 'gate']
  expect(find('gate', names)).toEqual(['gate', 'gateway', 'old-gate', 'navigate', 'a-gaet'])
})

test('of equal matches the shorter name comes first', () => {
  expect(find('pump', ['pump-123', 'pump-1', 'pump-2'])).toEqual(['pump-1', 'pump-2', 'pump-123'])
})

describe('a letter or two may be wrong, missing, too many or swapped', () => {
  test.each([
    ['themometer', 'thermometer-cold-room'],
    ['tehrmomter', 'thermometer-cold-room'],
    ['thermoneter', 'thermometer-cold-room'],
    ['thermommeter', 'thermometer-cold-room'],
    ['pmup', 'pump-station-3'],
    ['puump', 'pump-station-3'],
    ['hump', 'pump-station-3'],
    ['coldroom', 'thermometer-cold-room'],
    ['romo cold thermo', 'thermometer-cold-room'],
  ])('%s finds %s', (typed, name) => expect(find(typed)).toEqual([name]))

  test('in a word of six letters both of them', () => {
    expect(find('snesro')).toEqual(['sensor-12', 'sensor-13'])
  })

  test('but not three, and none in a short word or number', () => {
    expect(find('thxrmxmxter')).toEqual([])
    expect(find('gt')).toEqual([])
    expect(find('sensor-14')).toEqual([])
  })
})

test('case and accents do not count', () => {
  expect(find('zlutoucky KUN', ['Žluťoučký kůň'])).toEqual(['Žluťoučký kůň'])
  expect(find('KŮŇ', ['kun'])).toEqual(['kun'])
})

test('digits of a serial number may be swapped', () => {
  expect(find('1000000132', ['1000000123', '2000000999'])).toEqual(['1000000123'])
})

test('an id is found by its beginning, never by its middle', () => {
  const items = [{ id: '019d0a5c-6c00', text: 'one' }]
  const found = (typed: string) => findMatches(typed, items, (item) => item, 10).length
  expect([found('019d0A5C'), found('0a5c-6c'), found('019')]).toEqual([1, 0, 0])
})

test('a thing is found by any of its lines, and by words of several', () => {
  const items = ['pump\n1234567890\nfield-7']
  expect(find('1234', items)).toEqual(items)
  expect(find('field pump', items)).toEqual(items)
  expect(find('pump1234', items)).toEqual([])
})

test('a short number is that of the name, not some digits of a serial number', () => {
  const items = ['reservoir-01\n2159000041', 'reservoir-04\n2159000044']
  expect(find('rseervoir-04', items)).toEqual(['reservoir-04\n2159000044'])
  expect(find('04 reservoir', items)).toEqual(['reservoir-04\n2159000044'])
})

test('no more than the limit, the best of all', () => {
  const names = Array.from({ length: 100 }, (_, i) => `sensor-${i + 100}`)
  expect(find('sensor', [...names, 'sensor'], 2)).toEqual(['sensor', 'sensor-100'])
})

test('nothing typed finds nothing', () => expect(find('  ')).toEqual([]))

test('a word of more letters than a number has bits is found with an error', () => {
  const name = 'abcdefghijklmnopqrstuvwxyz-abcdefghijklmnopqrstuvwxyz'
  expect(find('abcdefghijklmnopqrstuvwxyzabcdefghijklmonpqrstuvwxyz', [name])).toEqual([name])
})
