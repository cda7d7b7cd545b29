import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { shortenId } from './CopyText'
import { parseTime } from './TimeText'

describe('a shortened id', () => {
  test('keeps the last 15 characters', () => {
    expect(shortenId('0190a000-0000-7000-8000-000000000010')).toBe('…00-000000000010')
  })

  test('is the id itself when it is short', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 15 }), (id) => {
        expect(shortenId(id)).toBe(id)
      }),
    )
  })
})

describe('a time', () => {
  test.each([null, undefined, '', 'yesterday', '2024-13-45T00:00:00.000Z'])('is missing for %s', (value) => {
    expect(parseTime(value)).toBeNull()
  })
})

/** Contrast of two colours. WCAG 2. */
