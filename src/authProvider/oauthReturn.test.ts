import { expect, test } from 'vitest'
import { readReturn } from './oauthReturn'

const KEPT = 'keycloak.1b9d'

test('the code and the provider are read when the state equals the stored one', () => {
  expect(readReturn(`?code=abc&state=${KEPT}`, KEPT)).toEqual({ provider: 'keycloak', code: 'abc' })
  expect(readReturn('?code=abc&state=my.realm.1b9d', 'my.realm.1b9d').provider).toBe('my.realm')
})

test.each([
  ['?state=keycloak.1b9d', KEPT, 'login.callback.noCode'],
  ['?code=&state=keycloak.1b9d', KEPT, 'login.callback.noCode'],
  ['?code=abc', KEPT, 'login.callback.noState'],
  ['?code=abc&state=keycloak.1b9d', null, 'login.callback.noState'],
  ['?code=abc&state=keycloak.other', KEPT, 'login.callback.otherState'],
  ['?code=abc&state=.1b9d', '.1b9d', 'login.callback.noProvider'],
  ['?code=abc&state=1b9d', '1b9d', 'login.callback.noProvider'],
])('%s is refused with the stored state %s', (search, kept, message) => {
  expect(() => readReturn(search, kept)).toThrow(message)
})

test('the error in a query is shown only when its state is known', () => {
  const search = '?error=Call%20this%20number&state='
  expect(() => readReturn(search + KEPT, KEPT)).toThrow('Call this number')
  expect(() => readReturn(`${search}keycloak.made-up`, KEPT)).toThrow('login.callback.otherState')
  expect(() => readReturn('?error=Call%20this%20number', KEPT)).toThrow('login.callback.noState')
})
