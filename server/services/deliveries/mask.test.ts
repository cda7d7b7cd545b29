import { expect, test } from 'vitest'
import { maskAddress, maskReturned } from './mask'

test.each([
  ['https://example.com/a?b=c', 'https://example.com/a?b=c'],
  ['https://name:secret@example.com/a', 'https://name:***@example.com/a'],
  ['https://:secret@example.com/a', 'https://:***@example.com/a'],
  ['https://secret@example.com/a', 'https://***@example.com/a'],
  ['https://name:secret@no host/a', 'https://***@no host/a'],
  ['no address', 'no address'],
])('the address %j is shown as %j', (address, shown) => {
  expect(maskAddress(address)).toBe(shown)
})

test('an address that is too long to be parsed is shown without what stands before its host', () => {
  const host = 'ž'.repeat(5000)
  expect(maskAddress(`https://name:secret@${host}/a`)).toBe(`https://***@${host}/a`)
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
  for (const other of ['null', '"https://name:secret@example.com"', '[1]', '{"header":7,"url":[]}'])
    expect(maskReturned(other)).toBe(other)
})
