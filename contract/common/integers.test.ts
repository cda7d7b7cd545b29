import { expect, test } from 'vitest'
import { digitsOf, lostDigits, withDigits } from './integers'

/** JSON text after reading and writing. */
const again = (json: string) => withDigits(JSON.stringify(JSON.parse(json)), digitsOf(json))

test.each([
  '{"a":9007199254740993}',
  '[-9007199254740993,18446744073709551615,1]',
  '[123456789012345678901234567890]',
  '{"9007199254740993":[9007199254740993]}',
  '{"text":"n\\n\\"9007199254740995\\"","b":[1.5,9007199254740993]}',
])('keeps the digits of %s', (json) => {
  expect(again(json)).toBe(json)
})

test('keeps them in texts that code has created from numbers', () => {
  const digits = digitsOf('{"a":9007199254740993}')
  expect(withDigits('"telemetry a=9007199254740992i 1"', digits)).toBe('"telemetry a=9007199254740993i 1"')
  expect(withDigits('"9007199254740992.5 19007199254740992"', digits)).toBe(
    '"9007199254740992.5 19007199254740992"',
  )
})

test('does not change a number that may be intended, or that is ambiguous', () => {
  const several = '[9007199254740993,9007199254740992]'
  expect(again(several)).toBe('[9007199254740992,9007199254740992]')
  expect(lostDigits(again(several), digitsOf(several), 5)).toEqual(['9007199254740993'])
  const inText = '["9007199254740992",9007199254740993]'
  expect(again(inText)).toBe('["9007199254740992",9007199254740992]')
})

test('lists the integers that have lost digits', () => {
  const digits = digitsOf('{"a":9007199254740993,"b":12,"c":9007199254740994}')
  expect(lostDigits('[9007199254740993]', digits, 5)).toEqual([])
  expect(lostDigits('[9007199254740]', digits, 5)).toEqual(['9007199254740993'])
})
