import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { nameSchema } from './fields'
import { suggestName } from './names'

describe('the suggested name', () => {
  test.each([
    ['My Space', 'my-space'],
    ['Žluťoučký kůň', 'zlutoucky-kun'],
    ['water   meters', 'water-meters'],
    ['2nd floor', 'space-2nd-floor'],
    ['-roof', 'space-roof'],
    ['roof!', 'roof-0'],
    ['a', 'a00'],
    ['', 'space-0'],
    ['???', 'space-0'],
    ['Ω', 'space-0'],
  ])('for "%s" is "%s"', (typed, suggested) => {
    expect(suggestName(typed)).toBe(suggested)
  })

  test('for a long text is cut to the longest name', () => {
    expect(suggestName('x'.repeat(1000))).toHaveLength(255)
    expect(nameSchema.safeParse(suggestName(`${'x'.repeat(254)}-yy`)).success).toBe(true)
  })

  test('is a valid name for any typed text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (typed) => {
        expect(nameSchema.safeParse(suggestName(typed)).success).toBe(true)
      }),
    )
  })

  test('for a suggestion is the suggestion itself', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (typed) => {
        const suggested = suggestName(typed)
        expect(suggestName(suggested)).toBe(suggested)
      }),
    )
  })
})
