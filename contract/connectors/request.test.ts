import { describe, expect, test } from 'vitest'
import { requestOf } from './request'

const returned = (value: unknown) => requestOf(JSON.stringify(value))
const url = 'https://example.com/hook'

test('nothing returned cancels the delivery', () => {
  expect(requestOf('null')).toBeNull()
})

test('an object is sent as JSON by POST, and says so', () => {
  expect(returned({ url, data: { a: 'ž' } })).toEqual({
    method: 'POST',
    url,
    header: { 'Content-Type': 'application/json' },
    body: '{"a":"ž"}',
  })
})

test('a text is sent as it is, and the headers are those of the function', () => {
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

test('data that is nested too deeply to be written is refused', () => {
  const data = `${'['.repeat(100_000)}${']'.repeat(100_000)}`
  expect(requestOf(`{"url":"${url}","data":${data}}`)).toMatchObject({ error_code: 'data_depth' })
})

describe('is refused in a sentence:', () => {
  test.each<[unknown, string]>([
    ['https://example.com', 'main(job) must return an object { method, url, header, data } or null'],
    [{}, 'url must be an address that begins with http:// or https://'],
    [{ url: 'ftp://example.com' }, 'url must be an address that begins with http:// or https://'],
    [{ url: 'https://a%2Ab.com' }, 'url must be an address that begins with http:// or https://'],
    [{ url: 'https://a b.com' }, 'url must be an address that begins with http:// or https://'],
    [{ url, method: 'BREW' }, 'method must be one of POST, PUT, PATCH, GET, DELETE, HEAD, OPTIONS'],
    [{ url, method: 'GET', data: 1 }, 'data cannot be sent with GET'],
    [{ url, method: 1 }, 'method must be one of POST, PUT, PATCH, GET, DELETE, HEAD, OPTIONS'],
    [{ url, header: 'Host: x' }, 'header must be an object of names and texts'],
    [{ url, header: { Host: 'x' } }, 'header.Host is a header that the server writes itself'],
    [{ url, header: { 'Webhook-Id': 'x' } }, 'header.Webhook-Id is a header that the server writes itself'],
    [{ url, header: { 'a b': 'x' } }, 'header.a b is no name of a header'],
    [{ url, header: { a: 'x\r\nb: c' } }, 'header.a holds a character that no header can hold'],
    [{ url, header: { a: ['x'] } }, 'header.a must be a text'],
  ])('%j', (value, error) => {
    expect(returned(value)).toMatchObject({ error })
  })
})

test('a reason is a code as well, and says apart what it is about', () => {
  expect(returned({ url, header: { Host: 'x' } })).toEqual({
    error: 'header.Host is a header that the server writes itself',
    error_code: 'header_reserved',
    error_detail: 'Host',
  })
})
