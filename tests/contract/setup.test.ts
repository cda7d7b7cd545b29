import { afterEach, beforeEach, expect, test } from 'vitest'
import { authApi } from '#contract/auth'
import { makeSetupToken } from '../../server/services/account/setup'
import { aUser } from '../support/builders'
import { makeServer, type TestServer } from '../support/makeServer'

let server: TestServer

beforeEach(async () => {
  server = await makeServer()
})
afterEach(() => server.stop())

const setUp = async (token: string, email = 'first@example.com') =>
  server.call('POST', '/auth/setup', { body: { token, email, password: 'a good password' } })

const aToken = async () => (await makeSetupToken(server.db)) ?? ''

test('the one-time token creates the first system admin, who is signed in', async () => {
  const answer = await setUp(await aToken())
  expect(answer.status).toBe(201)
  const { access_token: token } = authApi.setup.answer.parse(await answer.json())
  const profile = await server.call('GET', '/profile', { token })
  expect(await profile.json()).toMatchObject({ email: 'first@example.com', system_role: 'admin' })
})

test('every start gives a token, and all end when one is used', async () => {
  const [first, second] = [await aToken(), await aToken()]
  expect((await setUp(second)).status).toBe(201)
  for (const used of [first, second]) {
    const again = await setUp(used, 'second@example.com')
    expect([again.status, await again.text()]).toEqual([
      401,
      'the link to set up the server is wrong or was used already',
    ])
  }
  expect(await makeSetupToken(server.db)).toBeUndefined()
})

test('when two people use it at once, one becomes the admin', async () => {
  const token = await aToken()
  const answers = await Promise.all(
    ['a@example.com', 'b@example.com'].map(async (email) => setUp(token, email)),
  )
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 401])
})

test('a wrong token does nothing, and the right one is still good', async () => {
  const token = await aToken()
  expect((await setUp('wrong')).status).toBe(401)
  expect((await setUp(token)).status).toBe(201)
})

test('where there is an admin, no token is given', async () => {
  await aUser(server, { systemRole: 'admin' })
  expect(await makeSetupToken(server.db)).toBeUndefined()
})

test('a token that was given before somebody became admin is useless', async () => {
  const token = await aToken()
  await aUser(server, { systemRole: 'admin' })
  expect((await setUp(token)).status).toBe(401)
})
