// @vitest-environment jsdom
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { safePath } from './safePath'

it.each(['/spaces', '/space/1/devices?page=2&filter=%7B%7D', '/profile?tab=settings#top'])(
  'keeps %s',
  (path) => {
    expect(safePath(path)).toBe(path)
  },
)

it.each([
  null,
  '',
  'spaces',
  'https://evil.example/',
  '//evil.example/path',
  '/\\evil.example',
  '/\t/evil.example',
  '/..//evil.example',
  '/.//evil.example',
  'javascript:alert(1)',
  '/login',
  '/login/new-password?id=1',
])('replaces %j by the spaces', (path) => {
  expect(safePath(path)).toBe('/spaces')
})

it('never leaves the origin, whatever it is given', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...'/\\.:@?#a%2f5c\t\n ') }), (path) => {
      const target = new URL(safePath(path), window.location.origin)
      expect(target.origin).toBe(window.location.origin)
    }),
  )
})
