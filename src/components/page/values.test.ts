import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { shortenId } from './CopyText'
import { formatRelative, parseTime } from './TimeText'

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
  test.each([null, undefined, '', 'yesterday', '2024-13-45T00:00:00.000Z'])('is none in %s', (value) => {
    expect(parseTime(value)).toBeNull()
  })

  test.each([
    [-1, 'en', '1 second ago'],
    [-180, 'en', '3 minutes ago'],
    [-86_400, 'en', 'yesterday'],
    [3_700, 'en', 'in 1 hour'],
    [-180, 'cs', 'před 3 minutami'],
  ])('%i seconds from now reads, in %s, "%s"', (seconds, locale, text) => {
    const now = Date.parse('2024-05-31T08:00:00.000Z')
    expect(formatRelative(now + seconds * 1000, now, locale)).toBe(text)
  })
})

/** Contrast of two colours. WCAG 2. */
