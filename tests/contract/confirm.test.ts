import { eq } from 'drizzle-orm'
import { generate, generateSecret } from 'otplib'
import { describe, expect, test } from 'vitest'
import { endpoints } from '#contract'
import { AUTH_ERRORS } from '#contract/auth'
import { appUser, authenticator, identity } from '../../server/db/schema'
import { giveCode } from '../../server/services/accounts/oidc/codes'
import { newId } from '../../server/services/common/ids'
import { aKey, aMember, aSpace, aUser, type TestUser } from '../support/builders'
import { aFilledSpace } from '../support/callers'
import { makeServer } from '../support/makeServer'
import { aPasskey, requestOf } from '../support/passkey'
import { serve } from '../support/serve'
import { ageSignIn } from '../support/signIn'

const server = await serve()

const confirm = async (token: string, body: object) => {
  const answer = await server.call('POST', '/auth/confirm', { token, body })
  return [answer.status, await answer.text()]
}

const age = (user: TestUser, minutes: number) => ageSignIn(server, user, minutes)

/** Links an account of an external provider to a person. Returns the provider's id of it. */
async function anIdentity(userId: string) {
  const identityId = newId()
  await server.db.insert(identity).values({ id: newId(), userId, provider: 'github', identityId })
  return identityId
}

/** Body that the console sends after the person has signed in at the provider. */
const aCode = async (identityId: string, { isConfirmation = true } = {}) => ({
  provider: 'github',
  code: await giveCode(server.deps, {
    provider: 'github',
    identityId,
    isConfirmation,
    login: null,
    email: null,
    isEmailVerified: false,
    firstname: null,
    lastname: null,
  }),
})

/** Everything in the database that a call could change, except when the session was last used. */
async function everything() {
  const { rows } = await server.db.$client.query<{ name: string }>(
    `select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
  )
  const contents = new Map<string, unknown>()
  for (const { name } of rows) {
    const { rows } = await server.db.$client.query(
      `select md5(string_agg(t::text, chr(10) order by t::text)) as content from "${name}" t`,
    )
    contents.set(name, rows)
  }
  return contents
}

test.each(endpoints.filter(({ isCritical }) => isCritical === true))(
  '$method $path needs a sign-in of the last 15 minutes',
  async ({ method, path }) => {
    const { ids, space } = await aFilledSpace(server)
    const { owner: admin } = space
    await server.db.update(appUser).set({ systemRole: 'admin' }).where(eq(appUser.id, admin.id))
    const known: Record<string, string> = ids
    const url = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => known[name] ?? newId())
    const call = async () => {
      // The caller is checked before the body.
      const answer = await server.call(method.toUpperCase(), url, {
        token: admin.token,
        ...(method !== 'get' && { body: {} }),
      })
      return [answer.status, await answer.text()]
    }
    await age(admin, 16)
    const before = await everything()
    expect(await call()).toEqual([403, AUTH_ERRORS.notRecent])
    expect(await everything()).toEqual(before)
    await age(admin, 14)
    expect((await call())[0]).not.toBe(403)
  },
)

test('the right password confirms this session, and no other', async () => {
  const user = await aUser(server)
  const space = await aSpace(server, user)
  const [key, other] = [await aKey(server, space), await aKey(server, space)]
  await age(user, 16)
  const remove = async (id: string) =>
    (await server.call('DELETE', `/spaces/${space.id}/keys/${id}`, { token: user.token })).status
  expect(await remove(key.id)).toBe(403)
  expect(await confirm(user.token, { password: user.password })).toEqual([204, ''])
  expect(await remove(key.id)).toBe(204)
  await age(user, 14)
  expect(await remove(other.id)).toBe(204)

  const signedIn = await server.call('POST', '/auth/login', {
    body: { email: user.email, password: user.password },
  })
  const { access_token: there } = JSON.parse(await signedIn.text())
  await age(user, 16)
  await confirm(there, { password: user.password })
  expect(await remove(newId())).toBe(403)
})

test('a wrong password is a conflict, so that nobody is signed out, and changes nothing', async () => {
  const user = await aUser(server)
  const space = await aSpace(server, user)
  await age(user, 16)
  expect(await confirm(user.token, { password: 'a wrong one' })).toEqual([409, 'the password is wrong'])
  const answer = await server.call('DELETE', `/spaces/${space.id}`, { token: user.token })
  expect([answer.status, await answer.text()]).toEqual([403, AUTH_ERRORS.notRecent])
})

test('an account without a password accepts none', async () => {
  const user = await aUser(server)
  await server.db.update(appUser).set({ passwordHash: null }).where(eq(appUser.id, user.id))
  expect((await confirm(user.token, { password: 'nobody has this password' }))[0]).toBe(409)
})

test('wrong guesses count for the account, from any address, and do not block a sign-in', async () => {
  const user = await aUser(server)
  const statuses: unknown[] = []
  for (let i = 0; i < 12; i++)
    statuses.push((await confirm(user.token, { password: `guess number ${i}` }))[0])
  expect(statuses).toEqual([...Array(10).fill(409), 429, 429])
  expect((await confirm(user.token, { password: user.password }))[0]).toBe(429)
  const body = { email: user.email, password: user.password }
  expect((await server.call('POST', '/auth/login', { body })).status).toBe(200)
})

test('the right password is never slowed down', async () => {
  const user = await aUser(server)
  for (let i = 0; i < 15; i++) expect((await confirm(user.token, { password: user.password }))[0]).toBe(204)
})

test('a confirmation takes exactly one proof', async () => {
  const { token, password } = await aUser(server)
  for (const body of [{}, { code: '123456' }, { provider: 'github' }, { password, provider: 'a', code: 'b' }])
    expect(await confirm(token, body)).toEqual([
      400,
      'the body must hold a password, a passkey, or a provider and its code',
    ])
})

test('keys need no confirmation', async () => {
  const space = await aSpace(server)
  const member = await aMember(server, space, 'user')
  const key = await aKey(server, space, { permissions: ['space:user:delete', 'space:key:delete'] })
  await age(space.owner, 16)
  for (const path of [`users/${member.id}`, `keys/${(await aKey(server, space)).id}`]) {
    const answer = await server.call('DELETE', `/spaces/${space.id}/${path}`, { key: key.id })
    expect([path, answer.status]).toEqual([path, 204])
  }
})

describe('an account with an authenticator app', () => {
  async function withApp() {
    const user = await aUser(server)
    const secret = generateSecret()
    await server.db.insert(authenticator).values({ userId: user.id, secret, setUpAt: new Date() })
    return { ...user, code: () => generate({ secret }) }
  }

  test('needs its code beside the password', async () => {
    const { token, password, code } = await withApp()
    expect(await confirm(token, { password })).toEqual([409, AUTH_ERRORS.secondFactor])
    expect(await confirm(token, { password: 'a wrong one', code: await code() })).toEqual([
      409,
      'the password is wrong',
    ])
    expect(await confirm(token, { password, code: '000000' })).toEqual([
      409,
      'the code is wrong or was used already',
    ])
    expect((await confirm(token, { password, code: await code() }))[0]).toBe(204)
  })

  test('needs no code when a provider confirms', async () => {
    const { id, token } = await withApp()
    expect((await confirm(token, await aCode(await anIdentity(id))))[0]).toBe(204)
  })
})

describe('a passkey', () => {
  test('is enough alone, and its challenge works once', async () => {
    const user = await aUser(server)
    const space = await aSpace(server, user)
    const passkey = await aPasskey(server, user)
    await age(user, 16)
    const proof = passkey.sign(await requestOf(server))
    expect((await confirm(user.token, { passkey: proof }))[0]).toBe(204)
    const answer = await server.call('DELETE', `/spaces/${space.id}`, { token: user.token })
    expect(answer.status).toBe(204)
    expect((await confirm(user.token, { passkey: proof }))[0]).toBe(409)
  })

  test('without user verification needs the password', async () => {
    const user = await aUser(server)
    const passkey = await aPasskey(server, user)
    const sign = async () => passkey.sign(await requestOf(server), { isUnverified: true })
    expect((await confirm(user.token, { passkey: await sign() }))[0]).toBe(409)
    expect(await confirm(user.token, { password: user.password })).toEqual([409, AUTH_ERRORS.secondFactor])
    expect((await confirm(user.token, { password: user.password, passkey: await sign() }))[0]).toBe(204)
  })

  test('of another account is refused, alone or beside the password', async () => {
    const [user, other] = [await aUser(server), await aUser(server)]
    await aPasskey(server, user)
    const foreign = await aPasskey(server, other)
    const refused = [409, 'the passkey belongs to another account']
    const { token, password } = user
    expect(await confirm(token, { passkey: foreign.sign(await requestOf(server)) })).toEqual(refused)
    expect(await confirm(token, { password, passkey: foreign.sign(await requestOf(server)) })).toEqual(
      refused,
    )
  })
})

describe('a provider', () => {
  test('confirms when it asked the person to sign in again; its code works once', async () => {
    const user = await aUser(server)
    const space = await aSpace(server, user)
    const sent = await aCode(await anIdentity(user.id))
    await age(user, 16)
    expect((await confirm(user.token, sent))[0]).toBe(204)
    const answer = await server.call('DELETE', `/spaces/${space.id}`, { token: user.token })
    expect(answer.status).toBe(204)
    expect((await confirm(user.token, sent))[0]).toBe(409)
  })

  test('does not confirm without a new sign-in', async () => {
    const user = await aUser(server)
    const sent = await aCode(await anIdentity(user.id), { isConfirmation: false })
    expect(await confirm(user.token, sent)).toEqual([409, 'the provider did not ask who you are'])
  })

  test('does not confirm for an identity of another account, or of none', async () => {
    const [user, other] = [await aUser(server), await aUser(server)]
    const refused = [409, 'this sign-in belongs to another account']
    expect(await confirm(user.token, await aCode(await anIdentity(other.id)))).toEqual(refused)
    expect(await confirm(user.token, await aCode(newId()))).toEqual(refused)
  })
})

test('passwords are refused where they are switched off', async () => {
  const { deps, databaseUrl } = server
  const console = { ...deps.settings.console, passwordLogin: false }
  const closed = await makeServer({ databaseUrl, settings: { console } })
  const { token, password } = await aUser(server)
  const answer = await closed.call('POST', '/auth/confirm', { token, body: { password } })
  expect([answer.status, await answer.text()]).toEqual([409, AUTH_ERRORS.passwordLoginOff])
  await closed.stop()
})
