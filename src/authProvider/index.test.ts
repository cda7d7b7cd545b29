// @vitest-environment jsdom
import { expect, it } from 'vitest'
import { roleInToken } from '.'

const tokenOf = (claims: object) =>
  `head.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.signature`

it('reads the role, also where the token holds letters that base64 writes otherwise', () => {
  const token = tokenOf({ sys: 'admin', note: 'ž?>~~~' })
  expect(token).toMatch(/[-_]/)
  expect(roleInToken(token)).toBe('admin')
})

it.each([null, '', 'no token', 'head.%%%.signature', tokenOf({ sys: 'root' }), tokenOf({})])(
  'takes %s for a user',
  (token) => expect(roleInToken(token)).toBe('user'),
)
