import { expect, test } from 'vitest'
import { atTimeOf, defaultRange, typedAt, typedRange, wallOf } from './typed'

const now = new Date('2024-05-31T13:14:15.678Z')
const day = (text: string) => Date.parse(`${text}T00:00:00Z`)

test('a relative range is shown up to this second; days start by the local clock', () => {
  expect(typedRange({ relative: '7d' }, now, 'UTC')).toEqual({
    start: '2024-05-24T00:00:00.000Z',
    end: '2024-05-31T13:14:15.000Z',
  })
  expect(typedRange({ relative: '7d' }, now, 'Europe/Prague').start).toBe('2024-05-23T22:00:00.000Z')
})

test.each([
  ['UTC', '2024-05-21T08:00:00.000Z', '2024-05-31T17:00:00.000Z'],
  ['Europe/Prague', '2024-05-21T06:00:00.000Z', '2024-05-31T15:00:00.000Z'],
  ['Asia/Kolkata', '2024-05-21T02:30:00.000Z', '2024-05-31T11:30:00.000Z'],
  // It is already June there.
  ['Pacific/Kiritimati', '2024-05-21T18:00:00.000Z', '2024-06-01T03:00:00.000Z'],
])('the default is the last ten days in %s, from 08:00:00 to 17:00:00', (zone, start, end) =>
  expect(defaultRange(now, zone)).toEqual({ start, end }),
)

test('a picked day keeps the time of day, on both sides of a clock change', () => {
  const before = wallOf('2026-03-28T17:30:00.000Z', 'Europe/Prague')
  const picked = atTimeOf(day('2026-03-29'), before, 'start')
  expect(typedAt(picked, 'start', 'Europe/Prague')).toBe('2026-03-29T16:30:00.000Z')
  expect(typedAt(atTimeOf(day('2026-03-29'), null, 'end'), 'end', 'Europe/Prague')).toBe(
    '2026-03-29T15:00:00.000Z',
  )
})

test('a range covers a repeated hour completely', () => {
  const half = Date.parse('2026-10-25T02:30:00Z')
  expect(typedAt(half, 'start', 'Europe/Prague')).toBe('2026-10-25T00:30:00.000Z')
  expect(typedAt(half, 'end', 'Europe/Prague')).toBe('2026-10-25T01:30:00.000Z')
})
