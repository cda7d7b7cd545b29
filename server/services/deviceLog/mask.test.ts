import { expect, test } from 'vitest'
import { maskerOf, maskNamed } from './mask'

const rest = () => undefined

test('values whose names say that they are secret are masked, and everything else stays to the letter', async () => {
  const text = String.raw`{"lrw config appkey": "A\"1,\"b\":2", "n": 12345678901234567890, "ble_passkey":482913, "x":{"Token":null,"wifi password":"p"}, "list":["token","a"]}`
  expect(await maskNamed(text, rest)).toBe(
    String.raw`{"lrw config appkey": "***", "n": 12345678901234567890, "ble_passkey":"***", "x":{"Token":null,"wifi password":"***"}, "list":["token","a"]}`,
  )
})

test('all that is in a masked value is masked, in each line, and an escaped name hides nothing', async () => {
  const text = String.raw`{"keys":["AABB",["]"]],"token":{"v":"x","}":[1]},"n":1}
{"p\u0061ssword" : [ true ], "token":-1e5}`
  expect(await maskNamed(text, rest)).toBe(
    String.raw`{"keys":"***","token":"***","n":1}
{"p\u0061ssword" : "***", "token":"***"}`,
  )
})

test('known values are masked wherever they are, the longest first, also in JSON within JSON', async () => {
  const value = 'se"cret\\1'
  const text = JSON.stringify({
    body: JSON.stringify({ text: `it is ${value}` }),
    plain: value,
    longer: `${value}23`,
  })
  expect(await maskerOf([value, `${value}23`, 'it'])(text, rest)).toBe(
    String.raw`{"body":"{\"text\":\"it is ***\"}","plain":"***","longer":"***"}`,
  )
})

test('of values that overlap nothing is left', async () => {
  expect(await maskerOf(['xyzabcd', 'abcdefgh'])('1 xyzabcdefgh 2', rest)).toBe('1 *** 2')
})

test.each([
  ['escaped quotation marks', `["${String.raw`\"`.repeat(500_000)}"]`],
  ['names', `{${'"key":1,'.repeat(100_000)}"a":1}`.replaceAll('"key":1', '"kee":1')],
  ['lists in lists', `{"a":${'['.repeat(500_000)}${']'.repeat(500_000)}}`],
])('a long text of %s is read once, with rests', async (_what, text) => {
  let rests = 0
  const resting = () => {
    rests++
    return undefined
  }
  expect(await maskNamed(text, resting)).toBe(text)
  expect(await maskerOf(['wwww', 'value'])(text, resting)).toBe(text)
  expect(rests).toBeGreaterThan(100)
})
