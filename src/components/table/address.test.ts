import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cleanSearch, withParametersOfOthers } from './address'
import type { ColumnFilter } from './types'

const filters: ColumnFilter[] = [
  { kind: 'text', source: 'name' },
  { kind: 'text', source: 'code', minLength: 1 },
  { kind: 'multiselect', source: 'tag_ids', logicSource: 'logic', choices: () => [] },
  { kind: 'dateRange', source: 'seen', needsBoth: true },
  { kind: 'record', source: 'device_id', Field: () => null, Shown: () => null },
  { kind: 'record', source: 'key_id', parameter: 'keyId', Field: () => null, Shown: () => null },
]
const rules = { sorts: ['id', 'name'], filters }
const clean = (search: string) => cleanSearch(search, rules)
const withFilter = (filter: unknown) => `?${new URLSearchParams({ filter: JSON.stringify(filter) })}`

describe('the address of a table', () => {
  test.each([
    '',
    '?page=3&perPage=50&sort=name&order=ASC',
    '?filter=%7B%7D',
    withFilter({ name: 'che', tag_ids: ['a', 'b'], logic: 'all' }),
    withFilter({ seen: { start: '2024-05-01T08:00:00.000Z', end: '2024-05-02T17:00:00.000Z' } }),
    withFilter({ seen: { relative: '10d' } }),
    withFilter({ device_id: 'a' }),
    '?deviceId=42&create=true',
  ])('%s needs no correction', (search) => expect(clean(search)).toBeNull())

  test.each([
    ['?page=-5', ''],
    ['?page=0', ''],
    ['?page=1e9', ''],
    ['?page=99999999999', ''],
    ['?page=2.5', ''],
    ['?perPage=99999', ''],
    ['?perPage=11', ''],
    ['?sort=password&order=ASC', ''],
    ['?sort=__proto__&order=ASC', ''],
    ['?sort=name', ''],
    ['?sort=name&order=sideways', ''],
    ['?filter=not json', ''],
    ['?filter=null', ''],
    ['?filter=[]', ''],
    ['?filter="name"', ''],
    [withFilter({ name: 'ab' }), ''],
    [withFilter({ name: ['che'] }), ''],
    [withFilter({ tag_ids: 'a' }), ''],
    [withFilter({ tag_ids: [1, {}] }), ''],
    [withFilter({ unknown: 'x' }), ''],
    [withFilter({ device_id: ['a'] }), ''],
    [withFilter({ logic: 'all' }), ''],
    [withFilter({ seen: { start: '2024-05-02T08:00:00.000Z' } }), ''],
    [withFilter({ seen: { start: '2024-05-02T08:00:00.000Z', end: '2024-05-01T08:00:00.000Z' } }), ''],
    [withFilter({ seen: { relative: 'a year' } }), ''],
    [withFilter({ seen: { relative: 10 } }), ''],
    [withFilter({ seen: { start: 'yesterday', end: '2024-02-31T08:00:00.000Z' } }), ''],
    ['?filter={"__proto__":{"name":"che"}}', ''],
    ['?displayedFilters={"x":true}', ''],
    ['?page=2&page=3', 'page=2'],
    ['?page=-5&deviceId=42', 'deviceId=42'],
  ])('%s becomes "%s"', (search, corrected) => expect(clean(search)).toBe(corrected))

  test('keeps the known parts of a filter', () => {
    const corrected = clean(withFilter({ name: 'che', other: 1, tag_ids: ['a', 7, 'a'] }))
    expect(JSON.parse(new URLSearchParams(corrected ?? '').get('filter') ?? '')).toEqual({
      name: 'che',
      tag_ids: ['a'],
    })
  })

  test('filters by a parameter of its own', () => {
    const corrected = new URLSearchParams(clean(`${withFilter({ name: 'che' })}&keyId=7`) ?? '')
    expect([...corrected.keys()]).toEqual(['filter'])
    expect(JSON.parse(corrected.get('filter') ?? '')).toEqual({ name: 'che', key_id: '7' })
  })

  test('is correct after one correction, for any address', () => {
    const value = fc.oneof(fc.string(), fc.integer().map(String), fc.json())
    const names = ['page', 'perPage', 'sort', 'order', 'filter', 'displayedFilters', 'other']
    const found = fc.check(
      fc.property(fc.array(fc.tuple(fc.constantFrom(...names), value)), (pairs) => {
        const corrected = clean(`?${new URLSearchParams(pairs)}`)
        return corrected === null || clean(`?${corrected}`) === null
      }),
    )
    expect(found.counterexample).toBeNull()
  })

  test.each([
    ['?page=2', '?page=1&deviceId=42', '?page=2&deviceId=42'],
    ['?filter={}', '?filter={"name":"che"}&perPage=10&displayedFilters={}', '?filter=%7B%7D'],
    ['?page=2', '?tagId=a&live=true', '?page=2&tagId=a&live=true'],
    ['?page=2&deviceId=43', '?deviceId=42', '?page=2&deviceId=43'],
  ])('of a list that goes to %s at %s becomes %s', (wanted, current, found) =>
    expect(withParametersOfOthers(wanted, current)).toBe(found),
  )
})
