import { expect, test } from 'vitest'
import { readSettings } from './useTableSettings'

const sort = { field: 'id', order: 'DESC' } as const
const defaults = { pageSize: 10, refresh: 0, sort, columns: {} }
const read = (stored: unknown) => readSettings(stored, sort, ['id', 'name'])

test('settings that fit are kept', () => {
  const stored = {
    pageSize: 200,
    refresh: 30,
    sort: { field: 'name', order: 'ASC' },
    columns: { comment: false },
  }
  expect(read(stored)).toEqual(stored)
})

test.each([
  undefined,
  null,
  'x',
  [],
  { pageSize: 7, refresh: -1, sort: { field: 'password', order: 'ASC' }, columns: 'all' },
  { pageSize: '10', sort: { field: 'name', order: 'up' }, columns: { a: 1 } },
])('%j gives the defaults', (stored) => expect(read(stored)).toEqual(defaults))
