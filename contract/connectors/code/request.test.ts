import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { failureFor } from '../../deliveries/failure'
import { requestOf } from './request'
import { ignoredOf, RETURNED_MAX } from './returned'

const returned = (value: unknown) => requestOf(JSON.stringify(value))
const url = 'https://example.com/hook'

const ofHeaders = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, i) => [`x-${i}`, i]))

test('nothing returned cancels the delivery', () => {
  expect(requestOf('null')).toBeNull()
})

test('an object is sent as JSON by POST, with its content type', () => {
  expect(returned({ url, data: { a: 'ž' } })).toEqual({
    method: 'POST',
    url,
    header: { 'Content-Type': 'application/json' },
    body: '{"a":"ž"}',
  })
})

test('a text is sent unchanged, with the headers of the function', () => {
  const header = { 'content-type': 'text/csv', 'X-Count': 3 }
  expect(returned({ method: 'put', url, header, body: 'a;b' })).toEqual({
    method: 'PUT',
    url,
    header: { 'content-type': 'text/csv', 'X-Count': '3' },
    body: 'a;b',
  })
})

test('without data nothing is sent', () => {
  expect(returned({ method: 'GET', url })).toEqual({ method: 'GET', url, header: {}, body: null })
})

test('aliases of fields are accepted, and documented names take precedence', () => {
  expect(returned({ url, headers: { a: 1 }, body: 'x' })).toMatchObject({ header: { a: '1' }, body: 'x' })
  expect(returned({ url, headers: { a: 1 }, header: { b: 2 }, body: 'x', data: 'y' })).toMatchObject({
    header: { b: '2' },
    body: 'y',
  })
  expect(returned({ url, headers: { a: 1 }, header: null, body: 'x', data: null })).toMatchObject({
    header: { a: '1' },
    body: 'x',
  })
})

test('fields of a returned object without effect are reported', () => {
  const ignored = (value: unknown) => ignoredOf(JSON.stringify(value), 'webhook')
  expect(ignored({ url, header: {}, data: 1, method: 'PUT' })).toEqual({ unknown: [], replaced: [] })
  expect(ignored({ URL: url, constructor: 1, headers: {}, body: 1 })).toEqual({
    unknown: ['URL', 'constructor'],
    replaced: [],
  })
  expect(ignored({ headers: {}, header: {}, body: 0, data: 0 })).toEqual({
    unknown: [],
    replaced: [
      { name: 'headers', by: 'header' },
      { name: 'body', by: 'data' },
    ],
  })
  for (const none of ['null', '5', '[1]'])
    expect(ignoredOf(none, 'webhook')).toEqual({ unknown: [], replaced: [] })
})

describe('the size of a result is limited:', () => {
  const deep = (levels: number) => `${'['.repeat(levels)}"[]"${']'.repeat(levels)}`
  const of = (data: string) => requestOf(`{"url":"${url}","data":${data}}`)

  test('levels', () => {
    expect(of(deep(RETURNED_MAX.levels - 1))).toMatchObject({ url })
    expect(of(deep(RETURNED_MAX.levels))).toEqual(failureFor('result_depth', 1000))
    expect(of(deep(500_000))).toEqual(failureFor('result_depth', 1000))
  })

  test('values', () => {
    const list = (length: number) => JSON.stringify(Array.from({ length }, () => 0))
    expect(of(list(RETURNED_MAX.marks - 2))).toMatchObject({ url })
    expect(of(list(RETURNED_MAX.marks))).toEqual(failureFor('result_values', 250_000))
  })

  test('the content of a text does not count', () => {
    const text = '[,{"\\\\'.repeat(100_000)
    expect(of(JSON.stringify(text))).toMatchObject({ body: text })
  })

  test('every JSON value that is small enough is sent', () => {
    fc.assert(
      fc.property(fc.json(), (json) => {
        expect(of(json)).toMatchObject({ url })
      }),
    )
  })
})

test('an address and headers of the greatest length are sent', () => {
  const header = { ...ofHeaders(99), a: 'x'.repeat(15_000) }
  const longest = url.padEnd(8192, 'a')
  expect(returned({ url: longest, header })).toMatchObject({ url: longest, header: { a: header.a } })
})

test('too long addresses and headers are refused before they are parsed', () => {
  const host = String.fromCharCode(...Array.from({ length: 20_000 }, (_, i) => 0x4e00 + i)).repeat(17)
  expect(returned({ url: `http://${host}/` })).toMatchObject({ error_code: 'url_size', error_detail: '8' })
  for (const count of [101, 75_000])
    expect(returned({ url, header: ofHeaders(count) })).toEqual(failureFor('header_count', 100))
  expect(returned({ url, header: { ['x'.repeat(1_000_000)]: 1 } })).toMatchObject({
    error_code: 'header_size',
  })
})

describe('a result is refused with a sentence:', () => {
  test.each<[unknown, string]>([
    ['https://example.com', 'main(job) must return an object { method, url, header, data } or null'],
    [{}, 'url must be an address that begins with http:// or https://'],
    [{ url: 'ftp://example.com' }, 'url must be an address that begins with http:// or https://'],
    [{ url: 'https://a%2Ab.com' }, 'url must be an address that begins with http:// or https://'],
    [{ url: `${url}/${'a'.repeat(8192)}` }, 'url is longer than 8 kB'],
    [{ url: 'https://a b.com' }, 'url must be an address that begins with http:// or https://'],
    [{ url, method: 'BREW' }, 'method must be one of POST, PUT, PATCH, GET, DELETE, HEAD, OPTIONS'],
    [{ url, method: 'GET', data: 1 }, 'data cannot be sent with GET'],
    [{ url, method: 1 }, 'method must be one of POST, PUT, PATCH, GET, DELETE, HEAD, OPTIONS'],
    [{ url, header: 'Host: x' }, 'header must be an object of names and text values'],
    [{ url, header: { Host: 'x' } }, 'header.Host is a header that only the server may set'],
    [{ url, header: { 'Webhook-Id': 'x' } }, 'header.Webhook-Id is a header that only the server may set'],
    [{ url, header: { 'a b': 'x' } }, 'header.a b is not a valid header name'],
    [{ url, header: { ['__proto__']: 'x' } }, 'header.__proto__ is not a valid header name'],
    [{ url, header: { a: 'x\r\nb: c' } }, 'header.a contains a character that a header cannot contain'],
    [{ url, header: ofHeaders(101) }, 'header has more than 100 entries'],
    [{ url, header: { a: 'x'.repeat(16_384) } }, 'header is longer than 16 kB'],
    [{ url, header: { a: ['x'] } }, 'header.a must be text'],
  ])('%.100j', (value, error) => {
    expect(returned(value)).toMatchObject({ error })
  })
})

test('a reason also has a code, and its subject separately', () => {
  expect(returned({ url, header: { Host: 'x' } })).toEqual({
    error: 'header.Host is a header that only the server may set',
    error_code: 'header_reserved',
    error_detail: 'Host',
  })
})
