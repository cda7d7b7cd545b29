import { expect, test } from 'vitest'
import { hourOf, tableSearchOf } from './address'

const hour = { start: '2026-01-02T03:00:00.000Z', end: '2026-01-02T04:00:00.000Z' }
const filterOf = (search: string | null): unknown =>
  JSON.parse(new URLSearchParams(search ?? '').get('filter') ?? '{}')

test('an hour of the heatmap becomes the filter of the table, which recognizes it as an hour', () => {
  const search = tableSearchOf('?after=2026-01-02T03:00:00.000Z&before=2026-01-02T03:59:59.999Z&page=2')
  expect(filterOf(search)).toEqual({ attempted_at: hour })
  expect(search).toContain('page=2')
  expect(search).not.toContain('after')
  expect(hourOf(hour)).toEqual({ start: Date.parse(hour.start), end: Date.parse(hour.end) })
})

test('an hour with failures lists only those', () => {
  const search = tableSearchOf(
    '?after=2026-01-02T03:00:00.000Z&before=2026-01-02T03:59:59.999Z&outcome=failed',
  )
  expect(filterOf(search)).toEqual({ attempted_at: hour, outcome: ['failed'] })
  expect(search).not.toContain('outcome=')
})

test('a range is open at a missing or invalid time', () => {
  expect(filterOf(tableSearchOf('?after=2026-01-02T03:04:05.678Z'))).toEqual({
    attempted_at: { start: '2026-01-02T03:04:05.000Z' },
  })
  expect(filterOf(tableSearchOf('?before=yesterday'))).toEqual({ attempted_at: {} })
  expect(tableSearchOf('?page=2')).toBeNull()
})

test.each([
  undefined,
  { relative: '1h' },
  { start: hour.start },
  { ...hour, end: '2026-01-02T04:00:01.000Z' },
])('%j is not an hour', (range) => {
  expect(hourOf(range)).toBeNull()
})
