import { expect, test } from 'vitest'
import { conflictsOf, faultOf, rowsOf, sentText, wishesOf, withSettings, withWish } from './edits'

const configuration = {
  reported: [
    { name: 'app config a', value: '1' },
    { name: 'app config b', value: '2' },
  ],
  wished: [{ name: 'app config a', value: '7' }],
  differences: [{ name: 'app config a', wished: '7', reported: '1' }],
  form: 'lines' as const,
}

test('every setting has a row, by name', () => {
  const edits = withWish([], configuration, 'app config c', '3')
  expect(rowsOf(configuration, edits)).toMatchObject([
    { name: 'app config a', reported: '1', wished: '7', isDifferent: true },
    { name: 'app config b', reported: '2', wished: null, isDifferent: false },
    { name: 'app config c', reported: null, wished: null, edit: { value: '3', before: null } },
  ])
})

test('typing what is wished already is no change, and clearing it takes it back', () => {
  const changed = withWish([], configuration, 'app config a', '8')
  expect(changed).toEqual([{ name: 'app config a', value: '8', before: '7' }])
  expect(withWish(changed, configuration, 'app config a', '7')).toEqual([])
  expect(wishesOf(withWish(changed, configuration, 'app config a', ' '))).toEqual({ 'app config a': null })
  expect(withWish([], configuration, 'app config b', '')).toEqual([])
})

test('what will be sent is exactly what differs', () => {
  const edits = withSettings([], configuration, [
    { name: 'app config b', value: '2' },
    { name: 'app config c', value: 'x y' },
  ])
  expect(sentText(configuration, edits)).toBe('app config a 7\napp config c "x y"')
  expect(sentText({ ...configuration, wished: [] }, [])).toBeNull()
  const json = { reported: [{ name: 'a.b', value: '1' }], wished: [], form: 'json' as const }
  expect(JSON.parse(sentText(json, [{ name: 'a.b', value: '2', before: null }]) ?? '')).toEqual({
    a: { b: 2 },
  })
})

test('only another wish for the same setting is a conflict', () => {
  const edits = [
    { name: 'app config a', value: '8', before: '1' },
    { name: 'app config b', value: '3', before: null },
  ]
  expect(conflictsOf(configuration, edits).map(({ name }) => name)).toEqual(['app config a'])
  expect(conflictsOf(configuration, [{ name: 'app config a', value: '7', before: null }])).toEqual([])
})

test.each([
  ['app config x', '1', null],
  ['interval', '1', 'strange'],
  ['', '1', 'invalid'],
  ['app config x', 'config save', 'save'],
] as const)('the name %j with the value %j: %s', (name, value, fault) => {
  expect(faultOf(configuration, name, value)).toBe(fault)
})
