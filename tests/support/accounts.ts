import { payloadOf } from './invitations'
import type { TestServer } from './makeServer'

type Caller = Pick<TestServer, 'call'>

let lastPerson = 1
/** A new e-mail address. */
export const anAddress = () => `eva-${lastPerson++}@example.com`

let lastHost = 1
/** A new network address, for a server that trusts its proxy. */
const aHost = () => `198.51.${Math.floor(lastHost / 250)}.${(lastHost++ % 250) + 1}`

/** Headers of a call from a network address, by default a new one. */
export const from = (address = aHost()) => ({ 'X-Forwarded-For': address })

/** The password that tests choose first. */
export const PASSWORD = 'my first password'
/** The password that tests choose next. */
export const NEXT = 'my next password'

/** Answer to a link that does not work. */
export const DEAD = [401, 'the link is wrong, has expired or was used already']

/** Registers with a password, as the sign-up page does. */
export const register = async (
  server: Caller,
  email: string,
  { data = PASSWORD, headers = from(), ...values }: Record<string, unknown> & { headers?: object } = {},
) =>
  server.call('POST', '/registration/new', {
    body: { id: null, token: null, space_id: null, email, provider: 'password', data, ...values },
    headers: { ...headers },
  })

/** Asks for a reset e-mail. */
export const forget = async (server: Caller, email: string, headers: Record<string, string> = from()) =>
  server.call('POST', '/profile/password/forgot', { body: { email }, headers })

/** Sets a new password with the link of an e-mail, as its page does. */
export const reset = async (server: Caller, link: string, values: object = {}) =>
  server.call('PUT', '/profile/password/reset', {
    body: { ...payloadOf(link), password: NEXT, ...values },
    headers: from(),
  })

/** Signs in from a network address, by default a new one. */
export const signInFrom = async (server: Caller, email: string, password: string, address?: string) =>
  server.call('POST', '/auth/login', { body: { email, password }, headers: from(address) })
