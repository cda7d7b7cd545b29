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

it('sends the same browser id each time to servers that use it', () => {
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

it('distinguishes a missing password from a short one', () => {
  expect(checkLogin(form('a@b.cz', ''), []).errors.password).toBe('login.errors.password')
  expect(checkLogin(form('a@b.cz', '1234'), []).errors.password).toBe('login.errors.passwordLength')
})

it('has its own title for an unverified address', () => {
  expect(failureOf(new ApiError(403, AUTH_ERRORS.notVerified, 0)).title).toBe('login.errors.notVerified')
})

it('does not say whether the address or the password was wrong', () => {
  expect(failureOf(new ApiError(401, 'forbidden: bad credentials', 0))).toEqual({
    title: 'login.errors.credentials',
  })
})

it.each([
  [403, 'the known passwords work on this machine only'],
  [429, 'too many attempts'],
])("passes on the server's sentence of a %i", (status, sentence) => {
  expect(failureOf(new ApiError(status, sentence, 0))).toEqual({
    title: 'login.errors.title',
    text: sentence,
  })
})

it('does not show a technical error', () => {
  expect(failureOf(new SyntaxError('Unexpected token <')).text).toBe('common.frontendError')
})

it.each([0, 502, 503, 504])('says for the status %i that the server does not answer', (status) => {
  expect(failureOf(new ApiError(status, '', 0)).text).toBe(NO_ANSWER)
})

it('has the status of a failure without a sentence', () => {
  expect(failureOf(new ApiError(500, '', 0)).text).toBe('HTTP 500')
})

it('says after how many seconds to retry', () => {
  const refused = new ApiError(429, 'too many attempts to sign in, try again in 15 seconds', 0)
  expect(failureOf(refused)).toEqual({ title: 'login.errors.title', seconds: '15' })
})
