import { afterEach, beforeEach, expect, test } from 'vitest'
import { authApi } from '#contract/auth'
import { DAY, HOUR } from '#contract/common/durations'
import { configSchema } from '#contract/config'
import { setupToken } from '../../server/db/schema'
import { makeSetupToken } from '../../server/services/accounts/setup'
import { aUser } from '../support/builders'
import { makeServer, type TestServer } from '../support/makeServer'

let server: TestServer

beforeEach(async () => {
  server = await makeServer()
})
afterEach(() => server.stop())

const setUp = async (token: string, email = 'first@example.com') =>
  server.call('POST', '/auth/setup', { body: { token, email, password: 'a good password' } })

const check = async (token: string) =>
  (await server.call('POST', '/auth/setup/check', { body: { token } })).status

const aToken = async () => (await makeSetupToken(server.deps)) ?? ''

test('the one-time token creates the first system admin, who is signed in', async () => {
  const answer = await setUp(await aToken())
  expect(answer.status).toBe(201)
  const { access_token: token } = authApi.setup.answer.parse(await answer.json())
  const profile = await server.call('GET', '/profile', { token })
  expect(await profile.json()).toMatchObject({ email: 'first@example.com', system_role: 'admin' })
})

test('every start creates a token, which replaces the former one and ends when it is used', async () => {
  const [first, second] = [await aToken(), await aToken()]
  expect((await setUp(first)).status).toBe(401)
  expect((await setUp(second)).status).toBe(201)
  for (const used of [first, second]) {
    const again = await setUp(used, 'second@example.com')
    expect([again.status, await again.text()]).toEqual([
      401,
      'the link to set up the server is wrong, was used already, or ended when the server was started again',
    ])
  }
  expect(await makeSetupToken(server.deps)).toBeUndefined()
})

test('when copies start at the same time, one token works', async () => {
  const copy = await makeServer({ databaseUrl: server.databaseUrl })
  const tokens = await Promise.all([server, copy, server, copy].map(({ deps }) => makeSetupToken(deps)))
  await copy.stop()
  expect(await server.db.$count(setupToken)).toBe(1)
  const statuses: number[] = []
  for (const token of tokens) statuses.push((await setUp(token ?? '')).status)
  expect(statuses.toSorted((a, b) => a - b)).toEqual([201, 401, 401, 401])
})

test('a token expires after a day, and the answer has the remedy, which works', async () => {
  const token = await aToken()
  const day = DAY
  await server.db.update(setupToken).set({ createdAt: new Date(Date.now() - day) })
  const late = await setUp(token)
  expect([late.status, await late.text()]).toEqual([
    401,
    'the link to set up the server has expired: start the server again, and it prints a new one',
  ])
  expect((await setUp(await aToken())).status).toBe(201)
})

test('a token works until then', async () => {
  const token = await aToken()
  await server.db.update(setupToken).set({ createdAt: new Date(Date.now() - 23.9 * HOUR) })
  expect((await setUp(token)).status).toBe(201)
})

test('when two people use a token at once, one becomes the admin', async () => {
  const token = await aToken()
  const answers = await Promise.all(
    ['a@example.com', 'b@example.com'].map(async (email) => setUp(token, email)),
  )
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 401])
})

test('a wrong token does nothing, and the right one still works', async () => {
  const token = await aToken()
  expect((await setUp('wrong')).status).toBe(401)
  expect((await setUp(token)).status).toBe(201)
})

test('no token is created when there is an admin', async () => {
  await aUser(server, { systemRole: 'admin' })
  expect(await makeSetupToken(server.deps)).toBeUndefined()
})

test('a token from before there was an admin no longer works', async () => {
  const token = await aToken()
  await aUser(server, { systemRole: 'admin' })
  expect((await setUp(token)).status).toBe(401)
})

test('checking a token does not use it up', async () => {
  const token = await aToken()
  expect([await check('wrong'), await check(token), await check(token)]).toEqual([401, 204, 204])
  expect((await setUp(token)).status).toBe(201)
  expect(await check(token)).toBe(401)
})

test('the configuration says that an administrator is needed, until there is one', async () => {
  const needsAdmin = async () =>
    configSchema.parse(await (await server.request('/config.json')).json()).needsAdmin
  await aUser(server)
  expect(await needsAdmin()).toBe(true)
  expect((await setUp(await aToken())).status).toBe(201)
  expect(await needsAdmin()).toBe(false)
})
