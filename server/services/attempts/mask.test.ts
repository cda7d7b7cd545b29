import { expect, test } from 'vitest'
import { maskAddress, maskReturned } from './mask'

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

test('an address that is too long to be parsed is shown without what signs in, too', () => {
  const host = 'ž'.repeat(5000)
  expect(maskAddress(`https://name:secret@${host}/a?token=b`)).toBe(`https://***@${host}/a?token=***`)
})

test('what a function returned is shown without what signs in, and else as it is', () => {
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
