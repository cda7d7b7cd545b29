import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { unknownFailure } from '#contract/connectors'
import { hidingOf, maskAddress, maskReturned } from './hide'

const SECRET = 'tok/en+1 "ž"'
const { text, cut, json, failure, body } = hidingOf([SECRET])

describe('a value is masked', () => {
  test.each([
    ['as it is', SECRET],
    ['in JSON', JSON.stringify({ token: SECRET })],
    ['in JSON in JSON', JSON.stringify({ data: JSON.stringify({ token: SECRET }) })],
    ['in an address', `https://example.com/?t=${encodeURIComponent(SECRET)}&b=1`],
    ['in an address of other letters', encodeURIComponent(SECRET).toLowerCase()],
    ['in a path', encodeURI(SECRET)],
    ['in a form', encodeURIComponent(SECRET).replaceAll('%20', '+')],
    ['in base64', Buffer.from(SECRET).toString('base64')],
    ['in base64 for addresses', Buffer.from(SECRET).toString('base64url')],
    ['in the base64 of a sign-in', Buffer.from(`name:${SECRET}`).toString('base64')],
    ['in the base64 of another', Buffer.from(`me:${SECRET}:more`).toString('base64')],
    ['in JSON of PHP', 'tok\\/en+1 \\"\\u017e\\"'],
    ['in JSON of Python', 'tok/en+1 \\"\\u017e\\"'],
    ['in JSON of .NET', 'tok/en\\u002B1 \\u0022\\u017E\\u0022'],
    ['in hex', Buffer.from(SECRET).toString('hex')],
  ])('%s', (_, shown) => {
    const hidden = text(`before ${shown} after ${shown}`)
    expect(hidden).toMatch(/^before .*\*\*\*.* after .*\*\*\*/)
    const parts = [SECRET, JSON.stringify(SECRET).slice(1, -1), encodeURIComponent(SECRET)]
    for (const part of parts) expect(hidden).not.toContain(part)
    // Base64 keeps at most the bits that a byte shares with its neighbours.
    expect(hidden).not.toContain(Buffer.from(SECRET).toString('base64').slice(4, 12))
  })

  test('when its text was cut', () => {
    expect(cut(`answer ${SECRET.slice(0, 7)}`)).toBe('answer ***')
    expect(cut('answer to')).toBe('answer to')
    const long = '-'.repeat(16 * 1024 - 5)
    expect(body(`${long}${SECRET} and more`)).toBe(`${long}***${' and more'.slice(0, 2)}`)
  })

  test('in JSON and forms with additional escapes', () => {
    const hiding = hidingOf(["a&b<c>(d)!~'"])
    for (const form of ["a\\u0026b\\u003cc\\u003e(d)!~'", "a\\u0026b\\u003Cc\\u003E(d)!~'"])
      expect(hiding.text(form)).toBe('***')
    expect(hiding.text(new URLSearchParams({ t: "a&b<c>(d)!~'" }).toString())).toBe('t=***')
  })

  test('at any end of a cut text', () => {
    const secret = 'SECRETSECRETSECRET12'
    const kept = hidingOf([secret]).body(`${secret},`.repeat(2000))
    expect(kept).toMatch(/^(\*\*\*,)+(\*\*\*)?$/)
  })

  test('in console lines, which stay lines', () => {
    const { lines } = hidingOf([SECRET])
    expect(lines([`a ${SECRET}`, 'b', `${SECRET} c`])).toEqual(['a ***', 'b', '*** c'])
    expect(lines([])).toEqual([])
  })

  test('in names, texts and numbers of JSON, which stays JSON', () => {
    const hiding = hidingOf(['123456', '","!'])
    const shown = JSON.stringify({ pin: 123456, list: [1, null, true, 'pin 123456'], 'x","!': 1 })
    expect(JSON.parse(hiding.json(shown))).toEqual({
      pin: '***',
      list: [1, null, true, 'pin ***'],
      'x***': 1,
    })
    expect(json('null')).toBe('null')
  })

  test('in the reason of a failure', () => {
    const failed = failure({ ...unknownFailure(`no ${SECRET}`), error_detail: SECRET })
    expect(failed).toEqual({ error: 'no ***', error_code: null, error_detail: '***' })
  })

  test('together with another value that it contains', () => {
    expect(hidingOf(['abcd', 'abcdefgh']).text('abcdefgh abcd')).toBe('*** ***')
  })

  test('with any content', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', minLength: 4 }), fc.string(), (value, around) => {
        const hiding = hidingOf([value])
        const shown = `${around}${value}${around}`
        fc.pre(!'***'.includes(value) && !around.includes(value))
        expect(hiding.text(shown)).not.toBe(shown)
        expect(hiding.json(JSON.stringify({ value }))).toBe('{"value":"***"}')
        expect(hiding.body(encodeURIComponent(value))).toBe('***')
      }),
      { numRuns: 10 },
    )
  })
})

test('without variables nothing is masked', () => {
  const none = hidingOf([])
  expect(none.text(SECRET)).toBe(SECRET)
  expect(none.body(SECRET)).toBe(SECRET)
})

test('a repetitive value is masked at the end of a repetitive text, in linear time', () => {
  const value = `${'ab'.repeat(30)}c`
  expect(hidingOf([value]).cut(`x${'ab'.repeat(20)}`)).toBe('x***')
  expect(hidingOf([value]).cut(`x${'ab'.repeat(20)}d`)).toBe(`x${'ab'.repeat(20)}d`)
  // Quadratic time would take minutes here.
  const long = 'é'.repeat(50_000)
  const other = `${encodeURIComponent(long)}x`
  expect(hidingOf([`${long}1`]).cut(other)).toBe(other)
})

test.each([
  ['https://example.com/a?b=c', 'https://example.com/a?b=c'],
  ['https://name:secret@example.com/a', 'https://name:***@example.com/a'],
  ['https://:secret@example.com/a', 'https://:***@example.com/a'],
  ['https://secret@example.com/a', 'https://***@example.com/a'],
  ['https://name:secret@no host/a', 'https://***@no host/a'],
  ['no address', 'no address'],
  [
    'https://example.com/?site=7&API_KEY=s=1&t=2#token=3',
    'https://example.com/?site=7&API_KEY=***&t=2#token=3',
  ],
  ['https://example.com/?a%74oken=1&%=2&token', 'https://example.com/?a%74oken=***&%=2&token'],
  ['no address?access_token=secret', 'no address?access_token=***'],
])('the address %j is shown as %j', (address, shown) => {
  expect(maskAddress(address)).toBe(shown)
})

test('an address that is too long to parse is shown without credentials, too', () => {
  const host = 'ž'.repeat(5000)
  expect(maskAddress(`https://name:secret@${host}/a?token=b`)).toBe(`https://***@${host}/a?token=***`)
})

test('the result of a function is shown without credentials, and otherwise unchanged', () => {
  const data = { Authorization: 'what the receiver gets' }
  const header = { AUTHORIZATION: 'Bearer secret', 'X-Reading': 7 }
  const returned = { method: 'PUT', url: 'https://secret@example.com', header, data }
  expect(JSON.parse(maskReturned(JSON.stringify(returned)))).toEqual({
    method: 'PUT',
    url: 'https://***@example.com/',
    header: { AUTHORIZATION: '***', 'X-Reading': 7 },
    data,
  })
  expect(JSON.parse(maskReturned(JSON.stringify({ headers: header })))).toEqual({
    headers: { AUTHORIZATION: '***', 'X-Reading': 7 },
  })
  const names = [
    'X-Api-Key',
    'Cookie',
    'set-cookie',
    'Proxy-Authorization',
    'X-Auth-Token',
    'Client-Secret',
    'passwords',
  ]
  const secrets = Object.fromEntries(names.map((name) => [name, 'secret']))
  expect(maskReturned(JSON.stringify({ headers: secrets }))).not.toContain('"secret"')
  for (const other of ['null', '"https://name:secret@example.com"', '[1]', '{"header":7,"url":[]}'])
    expect(maskReturned(other)).toBe(other)
})
