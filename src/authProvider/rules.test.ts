import { describe, expect, it } from 'vitest'
import { AUTH_ERRORS } from '#contract/auth/errors'
import { ruleFor } from './rules'

const signedIn = { hasToken: true, retrySetAt: null }
const signedOut = { hasToken: false, retrySetAt: null }
const denied = (status: number, body = 'forbidden', sentAt = 1000) => ({ status, body, sentAt })

describe.each([401, 403])('a %i of a secured call', (status) => {
  it('with a bad bearer token clears everything, remembers the path and goes to the sign-in', () => {
    const bad = denied(status, AUTH_ERRORS.badToken)
    const expected = { forget: 'everything', rememberPath: true, goTo: '/login' }
    expect(ruleFor(bad, signedIn)).toEqual(expected)
    expect(ruleFor(bad, { hasToken: true, retrySetAt: 1 })).toEqual(expected)
  })

  it('goes to the spaces the first time, and keeps the token', () => {
    expect(ruleFor(denied(status), signedIn)).toEqual({
      forget: 'nothing',
      rememberPath: false,
      goTo: '/spaces',
    })
  })

  it('clears the tokens the second time', () => {
    const again = { hasToken: true, retrySetAt: 999 }
    expect(ruleFor(denied(status), again)).toEqual({ forget: 'tokens', rememberPath: false, goTo: '/login' })
  })

  it('of a call that started before the first denial does not count as the second', () => {
    const parallel = { hasToken: true, retrySetAt: 1001 }
    expect(ruleFor(denied(status), parallel)?.goTo).toBe('/spaces')
  })

  it('without a token clears the session, remembers the path and goes to the sign-in', () => {
    expect(ruleFor(denied(status), signedOut)).toEqual({
      forget: 'everything',
      rememberPath: true,
      goTo: '/login',
    })
  })
})

describe('a 403 for a missing second factor', () => {
  const call = denied(403, AUTH_ERRORS.noSecondFactor)
  it('leads to the setup and back, any number of times', () => {
    const expected = { forget: 'nothing', rememberPath: true, goTo: '/profile/security' }
    expect(ruleFor(call, signedIn)).toEqual(expected)
    expect(ruleFor(call, { hasToken: true, retrySetAt: 999 })).toEqual(expected)
  })

  it('leads to the sign-in without a token', () => {
    expect(ruleFor(call, signedOut)?.goTo).toBe('/login')
  })
})

it.each([0, 400, 404, 409, 413, 429, 500])('a %i does not affect the session', (status) => {
  expect(ruleFor(denied(status), signedIn)).toBeNull()
})
