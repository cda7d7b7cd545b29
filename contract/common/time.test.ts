import { expect, test } from 'vitest'
import { timeQuerySchema } from './time'

test.each([
  ['2026-01-31T08:00:00.250Z', '2026-01-31T08:00:00.250Z'],
  ['2026-01-31T08:00:00Z', '2026-01-31T08:00:00.000Z'],
  ['2026-01-31T08:00:00', '2026-01-31T08:00:00.000Z'],
  ['2026-01-31T08:00', '2026-01-31T08:00:00.000Z'],
  ['2026-01-31', '2026-01-31T00:00:00.000Z'],
  ['2026-01-31T08:00:00.123456', '2026-01-31T08:00:00.123Z'],
  ['2026-01-31T08:00:00+02:00', '2026-01-31T06:00:00.000Z'],
  ['2026-01-31T08:00:00 02:00', '2026-01-31T06:00:00.000Z'],
])('%s is %s', (text, iso) => {
  expect(new Date(timeQuerySchema.parse(text)).toISOString()).toBe(iso)
})

test.each(['', 'yesterday', '1700000000', '2026-13-01T00:00:00Z', '2026-01-31T25:00:00Z', '31.1.2026'])(
  '%j is no time',
  (text) => {
    expect(timeQuerySchema.safeParse(text).success).toBe(false)
  },
)
