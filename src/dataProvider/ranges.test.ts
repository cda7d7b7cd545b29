import { expect, test } from 'vitest'
import { parseRelative, resolveRanges } from './ranges'

const now = new Date('2024-05-31T13:14:15.678Z')

test.each([
  ['15m', '2024-05-31T12:59:15.000Z'],
  ['1h', '2024-05-31T12:14:15.000Z'],
  ['48h', '2024-05-29T13:14:15.000Z'],
  ['10d', '2024-05-21T00:00:00.000Z'],
  ['90d', '2024-03-02T00:00:00.000Z'],
])('the range %s starts at %s and is open at its end', (relative, start) =>
  expect(resolveRanges({ created_at: { relative } }, now)).toEqual({ created_at: { start } }),
)

test('other filters are unchanged', () => {
  const filter = { name: 'pump', created_at: { start: '2024-05-01T00:00:00.000Z' }, type: ['data'] }
  expect(resolveRanges(filter, now)).toEqual(filter)
})

test.each(['', '0d', '10', 'd', '-1d', '10 d', '10y', '99999d', '1.5h'])('"%s" is no range', (text) =>
  expect(parseRelative(text)).toBeNull(),
)
