import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { authApi } from '#contract/auth'
import { DAY, MINUTE } from '#contract/common/durations'
import { sessionsApi } from '#contract/sessions'
import { authSession } from '../../server/db/schema'
import { readUserAgent } from '../../server/services/common/userAgent'
import { aUser, type TestUser } from '../support/builders'
import { makeServer } from '../support/makeServer'
import { serve } from '../support/serve'

let clock = Date.parse('2026-11-21T08:00:00.000Z')
const server = await serve({ now: () => new Date(clock), settings: { trustProxy: true } })

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

async function signIn({ email, password }: TestUser, userAgent = FIREFOX, address = '198.51.100.7') {
  const answer = await server.call('POST', '/auth/login', {
    body: { email, password },
    headers: { 'User-Agent': userAgent, 'X-Forwarded-For': address },
  })
  return authApi.login.answer.parse(await answer.json()).access_token
}

const use = async (token: string, address = '198.51.100.7') =>
  (await server.call('GET', '/profile', { token, headers: { 'X-Forwarded-For': address } })).status

async function sessionsOf(token: string) {
  const answer = await server.call('GET', '/profile/sessions', {
    token,
    headers: { 'X-Forwarded-For': '198.51.100.7' },
  })
  return sessionsApi.list.answer.parse(await answer.json())
}

const currentOf = async (token: string) => (await sessionsOf(token)).find(({ is_current }) => is_current)

const idOf = async (token: string) => (await currentOf(token))?.id ?? ''

const end = async (token: string, id: string) =>
  (await server.call('DELETE', `/profile/sessions/${id}`, { token })).status

test('sessions are listed with browser, system, address and method, the last used first', async () => {
  const user = await aUser(server)
  clock += MINUTE
  const phone = await signIn(user, 'curl/8.5.0', '198.51.100.8')
  clock += 10 * MINUTE
  const here = await signIn(user)
  const [first, second, third] = await sessionsOf(here)
  expect(first).toEqual({
    id: await idOf(here),
    browser: 'Firefox',
    system: 'Linux',
    address: '198.51.100.7',
    method: 'password',
    provider: null,
    created_at: new Date(clock).toISOString(),
    last_used_at: new Date(clock).toISOString(),
    is_current: true,
  })
  expect(second).toMatchObject({ browser: 'curl', system: null, address: '198.51.100.8', is_current: false })
  // The session of the builder has no user agent.
  expect(third).toMatchObject({ browser: null, system: null, address: null })

  clock += 10 * MINUTE
  await use(phone, '198.51.100.9')
  expect((await sessionsOf(phone)).map(({ address, is_current }) => [address, is_current])).toEqual([
    ['198.51.100.9', true],
    ['198.51.100.7', false],
    [null, false],
  ])
})

test('the list has only valid sessions of the caller', async () => {
  const [user, other] = [await aUser(server), await aUser(server)]
  const ended = await signIn(user)
  await server.call('POST', '/auth/logout', { token: ended })
  await signIn(other)
  clock += 31 * DAY
  const here = await signIn(user)
  expect(await sessionsOf(here)).toHaveLength(1)
})

test('an ended session is refused at once, by every copy of the server, and ends once', async () => {
  const copy = await makeServer({ databaseUrl: server.databaseUrl, now: () => new Date(clock) })
  const user = await aUser(server)
  const [here, there] = [await signIn(user), await signIn(user)]
  const id = await idOf(there)
  expect(await end(here, id)).toBe(204)
  for (const { call } of [server, copy]) {
    const answer = await call('GET', '/profile', { token: there })
    expect([answer.status, await answer.text()]).toEqual([401, 'forbidden: bad bearer token'])
  }
  expect(await end(here, id)).toBe(404)
  expect(await use(here)).toBe(200)
  await copy.stop()
})

test("somebody else's session is not found, and continues", async () => {
  const [user, other] = [await aUser(server), await aUser(server)]
  expect(await end(user.token, await idOf(other.token))).toBe(404)
  expect(await end(user.token, 'nonsense')).toBe(404)
  expect(await use(other.token)).toBe(200)
})

test('all other sessions of the person end, and those of other people continue', async () => {
  const [user, other] = [await aUser(server), await aUser(server)]
  const [here, there] = [await signIn(user), await signIn(user)]
  expect((await server.call('DELETE', '/profile/sessions', { token: here })).status).toBe(204)
  expect([await use(here), await use(there), await use(user.token), await use(other.token)]).toEqual([
    200, 401, 401, 200,
  ])
})

describe('the last use', () => {
  const noted = async (token: string) => {
    const current = await currentOf(token)
    return [current?.last_used_at, current?.address]
  }

  test('is recorded every five minutes, with the address', async () => {
    const here = await signIn(await aUser(server))
    const signedInAt = new Date(clock).toISOString()
    clock += 5 * MINUTE - 1
    expect(await use(here, '198.51.100.9')).toBe(200)
    expect(await noted(here)).toEqual([signedInAt, '198.51.100.7'])
    clock += 1
    await use(here, '198.51.100.9')
    expect(await noted(here)).toEqual([new Date(clock).toISOString(), '198.51.100.9'])
  })

  test('is written by one of many simultaneous calls', async () => {
    await server.db.$client.query(`
      create table written (jti uuid);
      create function note_written() returns trigger language plpgsql as
        'begin insert into written values (new.jti); return new; end';
      create trigger written before update on auth_session for each row execute function note_written()`)
    const here = await signIn(await aUser(server))
    clock += 5 * MINUTE
    expect(await Promise.all(Array.from({ length: 20 }, () => use(here)))).toEqual(Array(20).fill(200))
    const { rows } = await server.db.$client.query('select jti from written')
    expect(rows).toEqual([{ jti: await idOf(here) }])
  })

  test('does not make a call wait for another one that locks the row', async () => {
    const here = await signIn(await aUser(server))
    const id = await idOf(here)
    clock += 5 * MINUTE
    await server.db.transaction(async (tx) => {
      await tx.select().from(authSession).where(eq(authSession.jti, id)).for('update')
      expect(await use(here)).toBe(200)
    })
  })
})

test.each([
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
    'Safari',
    'iOS',
  ],
  ['python-requests/2.32.3', 'python-requests', null],
  ['node', 'node', null],
  [`${'x'.repeat(200)}/1.0`, 'x'.repeat(40), null],
  ['Mozilla/5.0 (compatible; Something/1.0)', null, null],
  ['()', null, null],
  [' ', null, null],
  ['', null, null],
  [null, null, null],
])('the browser and system are read from %s', (userAgent, browser, system) => {
  expect(readUserAgent(userAgent)).toEqual({ browser, system })
})
