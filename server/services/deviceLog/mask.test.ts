import { expect, test } from 'vitest'
import { maskNamed, maskValues } from './mask'

test('values whose names say that they are secret are masked, and everything else stays to the letter', () => {
  expect(
    maskNamed(
      String.raw`{"lrw config appkey": "A\"1,\"b\":2", "n": 12345678901234567890, "ble_passkey":482913, "x":{"Token":null,"wifi password":"p"}, "list":["token","a"]}`,
    ),
  ).toBe(
    String.raw`{"lrw config appkey": "***", "n": 12345678901234567890, "ble_passkey":"***", "x":{"Token":null,"wifi password":"***"}, "list":["token","a"]}`,
  )
})

test('known values are masked wherever they are, also in JSON within JSON', () => {
  const value = 'se"cret\\1'
  const text = JSON.stringify({ body: JSON.stringify({ text: `it is ${value}` }), plain: value })
  expect(maskValues(text, [value])).toBe(String.raw`{"body":"{\"text\":\"it is ***\"}","plain":"***"}`)
})
