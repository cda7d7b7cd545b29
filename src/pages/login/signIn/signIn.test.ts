import { expect, it } from 'vitest'
import { AUTH_ERRORS } from '#contract/auth/errors'
import { clearSession } from '../../../authProvider/session'
import { ApiError, NO_ANSWER } from '../../../dataProvider/client'
import { checkLogin } from './checkLogin'
import { failureOf } from './signIn'

const form = (email: string, password: string) => {
  const data = new FormData()
  data.set('email', email)
  data.set('password', password)
  return data
}

it('accepts an address and a password of five characters', () => {
  expect(checkLogin(form(' Demo@Example.com ', '12345'), [])).toEqual({
    login: { email: 'demo@example.com', password: '12345' },
    errors: {},
  })
})

it('says what the browser is known by, the same each time, to servers that ask for it', () => {
  const browserOf = (capabilities: string[]) =>
    checkLogin(form('demo@example.com', '12345'), capabilities).login?.browser
  const known = browserOf(['known-browser'])
  expect(known).toMatch(/^[\w-]{43}$/)
  clearSession()
  expect(browserOf(['known-browser'])).toBe(known)
  expect(browserOf([])).toBeUndefined()
})

it.each(['', 'demo', 'demo@', '@example.com', 'a b@example.com'])(
  'asks for a valid e-mail instead of %j',
  (email) => {
    expect(checkLogin(form(email, '12345'), []).errors.email).toBe('login.errors.email')
  },
)

it('tells a missing password from a short one', () => {
  expect(checkLogin(form('a@b.cz', ''), []).errors.password).toBe('login.errors.password')
  expect(checkLogin(form('a@b.cz', '1234'), []).errors.password).toBe('login.errors.passwordLength')
})

it('has a title of its own for an address that is not verified', () => {
  expect(failureOf(new ApiError(403, AUTH_ERRORS.notVerified, 0)).title).toBe('login.errors.notVerified')
})

it('says nothing about which of the two was wrong', () => {
  expect(failureOf(new ApiError(401, 'forbidden: bad credentials', 0))).toEqual({
    title: 'login.errors.credentials',
  })
})

it.each([
  [403, 'the known passwords work on this machine only'],
  [429, 'too many attempts'],
])("hands on the server's sentence of a %i", (status, sentence) => {
  expect(failureOf(new ApiError(status, sentence, 0))).toEqual({
    title: 'login.errors.title',
    text: sentence,
  })
})

it('does not show the error of a program', () => {
  expect(failureOf(new SyntaxError('Unexpected token <')).text).toBe('common.frontendError')
})

it.each([0, 502, 503, 504])('names a server that does not answer, by the status %i', (status) => {
  expect(failureOf(new ApiError(status, '', 0)).text).toBe(NO_ANSWER)
})

it('names the status of a failure without a sentence', () => {
  expect(failureOf(new ApiError(500, '', 0)).text).toBe('HTTP 500')
})

it('says in how many seconds to try again', () => {
  const refused = new ApiError(429, 'too many attempts to sign in, try again in 15 seconds', 0)
  expect(failureOf(refused)).toEqual({ title: 'login.errors.title', seconds: '15' })
})
