import { randomBytes, randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { from } from '../support/accounts'
import { aUser } from '../support/builders'
import { A_CREDENTIAL } from '../support/passkey'
import { serve } from '../support/serve'

const server = await serve({ settings: { trustProxy: true } })

const link = { id: randomUUID(), token: 'x', email: 'eva@example.com' }
const registration = { ...link, space_id: randomUUID(), provider: 'password', data: 'a password' }
const login = { email: 'eva@example.com', password: 'a password', code: '123456' }

/** A valid body of each call that takes secrets or addresses of people. */
const BODIES: [call: string, body: Record<string, unknown>][] = [
  ['POST /auth/login', login],
  ['POST /auth/setup', { ...login, token: 'x' }],
  ['POST /auth/recovery', { token: 'x' }],
  ['POST /auth/oauth2/code', { provider: 'google', code: 'x' }],
  ['POST /auth/passkeys/login', A_CREDENTIAL],
  ['POST /auth/confirm', { password: 'a password', code: '123456' }],
  ['POST /auth/confirm', { provider: 'google', code: 'x' }],
  ['POST /registration/new', registration],
  ['POST /registration/complete', registration],
  ['PUT /registration/verify', link],
  ['POST /profile/password/forgot', { email: 'eva@example.com' }],
  ['PUT /profile/password/reset', { ...link, password: 'a password' }],
  ['PUT /profile/password', { current_password: 'a password', password: 'a password' }],
  ['POST /profile/authentications', { provider: 'google', code: 'x' }],
  ['POST /profile/passkeys', { name: 'phone', credential: A_CREDENTIAL }],
  ['PUT /profile/authenticator', { code: '123456' }],
]

/** Text that no database compresses. */
const noise = (length: number) => randomBytes(length).toString('hex').slice(0, length)

const HOSTILE: Record<string, unknown> = {
  'a long text': noise(9000),
  'a huge text': noise(900_000),
  'a long address': `${noise(9000)}@example.com`,
  'a NUL character': 'a\0b@example.com',
  'half a character': '\ud800',
  'line breaks': 'eva@example.com\r\nBcc: all@example.com',
  nothing: '',
  null: null,
  'a number': 1e308,
  'a list': [[]],
  'an object': { __proto__: null, toString: 1 },
}

test.each(BODIES)('%s answers any input with a sentence', async (call, body) => {
  const [method = '', path = ''] = call.split(' ')
  const { token } = await aUser(server)
  for (const field of Object.keys(body))
    for (const [what, value] of Object.entries(HOSTILE)) {
      const headers = from()
      const answer = await server.call(method, path, { token, headers, body: { ...body, [field]: value } })
      expect([field, what, answer.status < 500]).toEqual([field, what, true])
    }
})
