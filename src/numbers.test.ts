import fc from 'fast-check'
import { expect, test } from 'vitest'
import { measuredStyle } from '#contract/common/numbers'
import { formatNumber, readNumber, typedNumber } from './numbers'
import { LANGUAGES } from './preferences'

test.each([
  // Typed text, and its number in English and in Czech.
  ['50.5', 50.5, 50.5],
  ['50,5', 50.5, 50.5],
  ['-90', -90, -90],
  ['−90', -90, -90],
  ['+7', 7, 7],
  [' 12 ', 12, 12],
  ['.5', 0.5, 0.5],
  [',5', 0.5, 0.5],
  ['5.', 5, 5],
  ['0050', 50, 50],
  ['1.5e-7', 1.5e-7, 1.5e-7],
  ['1,5E3', 1500, 1500],
  // English groups digits by commas, Czech by spaces; a mark that does not group is the decimal mark.
  ['1,234', 1234, 1.234],
  ['1.234', 1.234, 1.234],
  ['14.421', 14.421, 14.421],
  ['12 345,6', 12_345.6, 12_345.6],
  ['12\u00a0345.6', 12_345.6, 12_345.6],
  ['1\u202f234\u202f567', 1_234_567, 1_234_567],
  ['1,234.5', 1234.5, 1234.5],
  ['1.234,5', 1234.5, 1234.5],
  ['1,234,567', 1_234_567, 1_234_567],
  ['1.234.567', 1_234_567, 1_234_567],
  // With the unit, as displayed.
  ['50,5\u00a0°C', 50.5, 50.5],
  ['50.5°C', 50.5, 50.5],
  ['', undefined, undefined],
  ['abc', undefined, undefined],
  ['-', undefined, undefined],
  ['.', undefined, undefined],
  ['°C', undefined, undefined],
  ['50 K', undefined, undefined],
  ['e5', undefined, undefined],
  ['.e5', undefined, undefined],
  ['12 34', undefined, undefined],
  ['1.2.3', undefined, undefined],
  ['1,2,3', undefined, undefined],
  ['12,34.567', undefined, undefined],
  ['0x10', undefined, undefined],
  ['1e999', undefined, undefined],
  ['Infinity', undefined, undefined],
  ['--5', undefined, undefined],
  ['5-', undefined, undefined],
])('%j is %s in English, %s in Czech', (text, english, czech) => {
  expect([readNumber(text, 'en', '°C'), readNumber(text, 'cs', '°C')]).toEqual([english, czech])
})

test.each(LANGUAGES)(
  'in the language %s every number is parsed as it was typed, and as it is displayed',
  (locale) => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
        expect(readNumber(typedNumber(value, locale), locale)).toBe(value + 0)
      }),
    )
    fc.assert(
      fc.property(fc.integer(), fc.nat(999), (whole, thousandths) => {
        const value = Number(`${whole}.${thousandths}`)
        expect(readNumber(formatNumber(value, locale, { unit: 'm' }), locale, 'm')).toBe(value)
      }),
    )
  },
)

test('a number is formatted for the language, with its unit', () => {
  expect(formatNumber(-1234.5678, 'en', { unit: 'm' })).toBe('-1,234.5678\u00a0m')
  expect(formatNumber(-1234.5678, 'cs', { unit: 'm', decimals: 2 })).toBe('-1\u00a0234,57\u00a0m')
  expect(formatNumber(50.5, 'cs', { unit: '°' })).toBe('50,5°')
  expect(formatNumber(0.1 + 0.2, 'en', { decimals: 1 })).toBe('0.3')
})

test.each([
  [1.2e29, '1.2E29', '1,2E29'],
  [-1.234_567_890_123_456_7e19, '-1.2345678901234567E19', '-1,2345678901234567E19'],
  [0.000_004_92, '0.00000492', '0,00000492'],
  [4.92e-12, '4.92E-12', '4,92E-12'],
  [0.012_345_678, '0.0123457', '0,0123457'],
  [21.123_456_789, '21.123457', '21,123457'],
  [0.1 + 0.2, '0.3', '0,3'],
  [0, '0', '0'],
  [9_007_199_254_740_991, '9,007,199,254,740,991', '9 007 199 254 740 991'],
])('%s is displayed without invented digits', (value, english, czech) => {
  const plain = (text: string) => text.replaceAll('\u00a0', ' ')
  expect(
    [formatNumber(value, 'en', measuredStyle(null)), formatNumber(value, 'cs', measuredStyle(null))].map(
      plain,
    ),
  ).toEqual([english, czech])
})

test('a number that is an identifier is not grouped', () => {
  expect(formatNumber(351_358_811_124_772, 'en', { isGrouped: false })).toBe('351358811124772')
})
