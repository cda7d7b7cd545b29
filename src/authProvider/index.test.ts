// @vitest-environment jsdom
import { beforeEach, describe, expect, it } from 'vitest'
import { AUTH_ERRORS } from '#contract/auth/errors'
import { ApiError } from '../dataProvider/client'
import { authProvider, REFUSED, roleInToken } from '.'
import { getSignOutReason, setToken } from './session'

const tokenOf = (claims: object) =>
  `head.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.signature`

it('reads the role, even from a token with base64url characters', () => {
  const token = tokenOf({ sys: 'admin', note: 'ž?>~~~' })
  expect(token).toMatch(/[-_]/)
  expect(roleInToken(token)).toBe('admin')
})

it.each([null, '', 'no token', 'head.%%%.signature', tokenOf({ sys: 'root' }), tokenOf({})])(
  'treats %s as a user',
  (token) => expect(roleInToken(token)).toBe('user'),
)

describe('a denied call', () => {
  const deny = (body: string) =>
    authProvider.checkError(new ApiError(403, body, Date.now() + 1000)).then(
      () => 'nothing',
      (denial: unknown) => denial,
    )

  beforeEach(() => {
    localStorage.clear()
    sessionStorage.clear()
    setToken('a.b.c', true)
  })

  it('shows on the next page that access was refused, and after a second one on the sign-in', async () => {
    expect(await deny('forbidden')).toMatchObject({ redirectTo: '/spaces', message: REFUSED })
    expect(getSignOutReason()).toBeNull()
    expect(await deny('forbidden')).toMatchObject({ redirectTo: '/login', message: false })
    expect(getSignOutReason()).toBe('refused')
  })

  it('shows on the sign-in that the token was no longer valid; earlier calls change nothing', async () => {
    await deny(AUTH_ERRORS.badToken)
    expect(getSignOutReason()).toBe('expired')
    await deny('forbidden')
    expect(getSignOutReason()).toBe('expired')
  })
})
