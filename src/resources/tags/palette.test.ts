import { getContrastRatio } from '@mui/material'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { TAG_COLORS } from '#contract/tags'
import { TINT } from '../../components/value/TagChips'
import { palettes } from '../../theme/palette'
import { placeAfter, textOn } from './ColorInput'

test.each(TAG_COLORS)('text on %s is readable', (color) => {
  expect(getContrastRatio(textOn(color), color)).toBeGreaterThanOrEqual(4.5)
})

test('text is readable on every colour', () => {
  const channel = fc.integer({ min: 0, max: 255 })
  fc.assert(
    fc.property(channel, channel, channel, (...channels) => {
      const color = `#${channels.map((value) => value.toString(16).padStart(2, '0')).join('')}`
      expect(getContrastRatio(textOn(color), color)).toBeGreaterThanOrEqual(4.5)
    }),
  )
})

test.each(TAG_COLORS)('the name of a tag is readable on its background of %s, in both themes', (color) => {
  const channels = (hex: string) => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16))
  for (const { background, text } of Object.values(palettes)) {
    const below = channels(background.paper)
    const mixed = channels(color).map((value, at) => (value * TINT + (below[at] ?? 0) * (100 - TINT)) / 100)
    for (const words of [text.primary, text.secondary])
      expect(getContrastRatio(words, `rgb(${mixed.map(Math.round).join(', ')})`)).toBeGreaterThanOrEqual(4.5)
  }
})

test.each(Object.values(palettes))(
  'the outline of a colour is visible in the $mode theme',
  ({ background, text }) => {
    for (const surface of [background.default, background.paper, background.raised])
      expect(getContrastRatio(text.secondary, surface)).toBeGreaterThanOrEqual(3)
  },
)

test('no colour is in the palette twice', () => {
  expect(new Set(TAG_COLORS).size).toBe(16)
})

describe('an arrow key', () => {
  test.each([
    ['right', 'ArrowRight', 0, 1],
    ['right from the last', 'ArrowRight', 15, 0],
    ['left from the first', 'ArrowLeft', 0, 15],
    ['down', 'ArrowDown', 5, 13],
    ['down from the last row', 'ArrowDown', 13, 5],
    ['up from the first row', 'ArrowUp', 0, 8],
  ])('%s leads there', (_, key, from, to) => {
    expect(placeAfter(key, from, 16, 8)).toBe(to)
  })

  test('skips the missing colours of an incomplete row', () => {
    expect(placeAfter('ArrowDown', 8, 17, 8)).toBe(16)
    expect(placeAfter('ArrowDown', 9, 17, 8)).toBe(1)
    expect(placeAfter('ArrowUp', 1, 17, 8)).toBe(9)
    expect(placeAfter('ArrowDown', 16, 17, 8)).toBe(0)
  })

  test('is one of four', () => {
    expect(placeAfter('Tab', 0, 16, 8)).toBeUndefined()
  })
})
