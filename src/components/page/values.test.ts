import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { TAG_COLORS } from '#contract/tags'
import { shortenId } from './CopyText'
import { textOn } from './TagChips'
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
function contrast(a: string, b: string): number {
  const [low = 0, high = 0] = [a, b]
    .map((color) => {
      const [red = 0, green = 0, blue = 0] = [1, 3, 5]
        .map((at) => Number.parseInt(color.slice(at, at + 2), 16) / 255)
        .map((channel) => (channel <= 0.03928 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4))
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue
    })
    .toSorted((x, y) => x - y)
  return (high + 0.05) / (low + 0.05)
}

describe('text on a coloured ground', () => {
  test.each(TAG_COLORS)('is readable on %s', (color) => {
    expect(contrast(color, textOn(color))).toBeGreaterThanOrEqual(4.5)
  })

  test('is readable on every colour', () => {
    const channel = fc.integer({ min: 0, max: 255 })
    fc.assert(
      fc.property(channel, channel, channel, (...channels) => {
        const color = `#${channels.map((value) => value.toString(16).padStart(2, '0')).join('')}`
        expect(contrast(color, textOn(color))).toBeGreaterThanOrEqual(4.5)
      }),
    )
  })
})
