import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { endpoints } from '#contract'
import { AUTH_ERRORS } from '#contract/auth'
import { appUser, authSession } from '../../server/db/schema'
import { newId } from '../../server/services/ids'
import { aKey, aMember, aSpace, aUser, type TestUser } from '../support/builders'
import { aFilledSpace } from '../support/callers'
import { serve } from '../support/serve'

const MINUTE = 60_000
const server = await serve({ settings: { trustProxy: true } })

let lastAddress = 1
const anAddress = () => `198.51.100.${lastAddress++}`

const confirm = async (token: string, body: object, address = anAddress()) => {
  const answer = await server.call('POST', '/auth/confirm', {
    token,
    body,
    headers: { 'X-Forwarded-For': address },
  })
  return [answer.status, await answer.text()]
}

/** Moves the sign-in of a person into the past. */
const age = async ({ id }: TestUser, minutes: number) => {
  const confirmedAt = new Date(Date.now() - minutes * MINUTE)
  await server.db.update(authSession).set({ confirmedAt }).where(eq(authSession.userId, id))
}

/** Everything in the database that a call could change, apart from when the session was last used. */
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

test.each(endpoints.filter(({ isCritical }) => isCritical))(
  '$method $path needs a sign-in of the last 15 minutes',
  async ({ method, path }) => {
    const { ids, space } = await aFilledSpace(server)
    const { owner: admin } = space
    await server.db.update(appUser).set({ systemRole: 'admin' }).where(eq(appUser.id, admin.id))
    const known: Record<string, string> = ids
    const url = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => known[name] ?? newId())
    const call = async () => {
      // Who calls is asked before what they send.
      const answer = await server.call(method.toUpperCase(), url, { token: admin.token, body: {} })
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

test('the right password makes this session recent, and no other', async () => {
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

test('an account without a password has none that is right', async () => {
  const user = await aUser(server)
  await server.db.update(appUser).set({ passwordHash: null }).where(eq(appUser.id, user.id))
  expect((await confirm(user.token, { password: 'nobody has this password' }))[0]).toBe(409)
})

test('guesses are counted together with those of the sign-in', async () => {
  const user = await aUser(server)
  const attacker = anAddress()
  const statuses: unknown[] = []
  for (let i = 0; i < 6; i++) {
    statuses.push((await confirm(user.token, { password: `guess number ${i}` }, attacker))[0])
    const body = { email: user.email, password: `guess number ${i}` }
    const headers = { 'X-Forwarded-For': attacker }
    statuses.push((await server.call('POST', '/auth/login', { body, headers })).status)
  }
  expect(statuses).toEqual([409, 401, 409, 401, 409, 401, 409, 401, 409, 401, 429, 429])
  expect((await confirm(user.token, { password: user.password }, attacker))[0]).toBe(429)
  expect((await confirm(user.token, { password: user.password }))[0]).toBe(204)
})

test('whoever is right is not slowed down', async () => {
  const user = await aUser(server)
  const address = anAddress()
  for (let i = 0; i < 15; i++)
    expect((await confirm(user.token, { password: user.password }, address))[0]).toBe(204)
})

test('a confirmation holds one thing', async () => {
  const { token, password } = await aUser(server)
  for (const body of [{}, { code: '123456' }, { provider: 'github' }, { password, provider: 'a', code: 'b' }])
    expect(await confirm(token, body)).toEqual([
      400,
      'the body must hold a password, a passkey, or a provider and its code',
    ])
})

test('keys are not asked', async () => {
  const space = await aSpace(server)
  await age(space.owner, 16)
  const member = await aMember(server, space, 'user')
  const key = await aKey(server, space, { permissions: ['space:user:delete', 'space:key:delete'] })
  for (const path of [`users/${member.id}`, `keys/${(await aKey(server, space)).id}`]) {
    const answer = await server.call('DELETE', `/spaces/${space.id}/${path}`, { key: key.id })
    expect([path, answer.status]).toEqual([path, 204])
  }
})
