import { expect, test } from 'vitest'
import { partsOf } from './parts'

test('a long text is cut after a line where there is one, and never within a character', () => {
  const lines = `${'x'.repeat(9999)}\n`.repeat(5)
  expect(partsOf(lines).map(({ text }) => text.length)).toEqual([20_000, 20_000, 10_000])
  const emoji = `-${'🌡'.repeat(30_000)}`
  const parts = partsOf(emoji).map(({ text }) => text)
  expect(parts.join('')).toBe(emoji)
  expect(parts.some((part) => /\p{Surrogate}/u.test(part))).toBe(false)
  expect(partsOf('').length).toBe(0)
})
