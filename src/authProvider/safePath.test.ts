// @vitest-environment jsdom
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { safePath, storablePath } from './safePath'

const encodedTwice = (text: string) => encodeURIComponent(encodeURIComponent(text))

it.each([
  '/',
  '/spaces',
  '/spaces?invitation=0190a000-0000-7000-8000-000000000001',
  '/space/1/devices?page=2&filter=%7B%22name%22%3A%22100%25%22%7D',
  '/space/1/devices?filter=a%2F%2Fb%5C',
  '/profile?tab=settings#top',
  '/space/p%C5%99%C3%ADstav%20A/devices',
  '/loginpage',
  '/signups',
  `/space/1/dashboard#transformation=${'a'.repeat(80_000)}`,
])('keeps %.80s', (path) => {
  expect(safePath(path)).toBe(path)
})

describe.each([
  [
    'another host',
    [
      '//evil.example/path',
      '///evil.example',
      '/\\evil.example',
      '\\/evil.example',
      '/\t/evil.example',
      '/\n/evil.example',
      '\t//evil.example',
      ' //evil.example',
      '/..//evil.example',
      '/.//evil.example',
      '/a/..//evil.example',
      'https://evil.example/',
      'http:evil.example',
      'https:/spaces',
      'spaces',
      'anna:secret@evil.example',
      '//anna:secret@evil.example/',
      '//evil。example',
    ],
  ],
  [
    'another host once it is decoded',
    ['/%2f%2fevil.example', '/%2Fevil.example', '/%5cevil.example', '/%09/evil.example'],
  ],
  [
    'another host once it is decoded twice',
    [
      encodedTwice('//evil.example'),
      `/${encodedTwice('/evil.example')}`,
      `/${encodedTwice('\\evil.example')}`,
    ],
  ],
  [
    'a script',
    ['javascript:alert(1)', 'JaVaScRiPt:alert(1)', 'data:text/html,<script>', 'blob:x', 'vbscript:x'],
  ],
  [
    'no page',
    ['', '/%zz', '/%', `/${'%25'.repeat(9)}41`, '/a\u0000b', '/space/\u007f', `/${'a'.repeat(100_000)}`],
  ],
  [
    'a page for signed-out people',
    [
      '/login',
      '/login/',
      '/LOGIN',
      '/%6cogin',
      '/%256cogin',
      '/login?next=/spaces',
      '/login#x',
      '/login/forgot-password',
      '/login/new-password?id=1&token=2&email=3',
      '/login/recovery?token=2',
      '/signup?id=1&token=2&email=3',
      '/signup/verification?id=1&token=2&email=3',
      '/callback?code=1&state=2',
      '/setup#token=1',
      '/spaces/../login',
      '/spaces/%2e%2e/login',
    ],
  ],
])('a path that leads to %s', (_where, paths) => {
  it.each(paths)('%.60j is replaced by the list of spaces', (path) => {
    expect(safePath(path)).toBe('/spaces')
  })
})

it('keeps characters that only look like a slash', () => {
  expect(safePath('/\u2215evil.example')).toBe('/%E2%88%95evil.example')
  expect(safePath('/\uff0f\uff0fevil.example')).toBe('/%EF%BC%8F%EF%BC%8Fevil.example')
})

it('replaces an empty path by the list of spaces', () => {
  expect(safePath(null)).toBe('/spaces')
  expect(safePath(undefined)).toBe('/spaces')
})

describe('for any input, the path', () => {
  const dangerous = fc.string({
    unit: fc.constantFrom(...'/\\.:@?#a%2f5c0\t\n\0 ／∕', '%2f', '%5c', '%25', '/login', '//'),
  })
  const anything = fc.oneof(
    dangerous,
    dangerous.map((end) => `/${end}`),
    fc.string({ unit: 'binary' }),
    fc.webUrl(),
  )

  it('stays on the origin and starts with one slash', () => {
    fc.assert(
      fc.property(anything, (path) => {
        const safe = safePath(path)
        expect(safe).toMatch(/^\/(?![/\\])/)
        expect(new URL(safe, window.location.origin).origin).toBe(window.location.origin)
      }),
      { numRuns: 2000 },
    )
  })

  it('is the same when it is checked again', () => {
    fc.assert(
      fc.property(anything, (path) => {
        const safe = safePath(path)
        expect(safePath(safe)).toBe(safe)
      }),
      { numRuns: 2000 },
    )
  })

  it('never leads to a page for signed-out people, in any decoding', () => {
    fc.assert(
      fc.property(anything, (path) => {
        const { pathname } = new URL(safePath(path), window.location.origin)
        expect(decodeURIComponent(pathname).toLowerCase()).not.toMatch(
          /^\/(login|signup|setup|callback)(\/|$)/,
        )
      }),
      { numRuns: 2000 },
    )
  })
})

describe('the path that may be stored', () => {
  it('of a key, whose id is its token, is that of the list of keys', () => {
    expect(storablePath('/space/1/keys/secret')).toBe('/space/1/keys')
    expect(storablePath('/space/1/keys/secret?edit=true#secret')).toBe('/space/1/keys')
    expect(storablePath('/Space/1/%6beys/secret/more')).toBe('/Space/1/%6beys')
  })

  it('is any other safe path', () => {
    for (const path of [
      '/space/1/keys?create=true',
      '/space/1/keys/',
      '/space/1/devices/2',
      '/space/keys/tags/3',
    ])
      expect(storablePath(path)).toBe(path)
    expect(storablePath('//evil.example')).toBe('')
  })
})
