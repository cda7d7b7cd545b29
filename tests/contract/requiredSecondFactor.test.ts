import { describe, expect, test } from 'vitest'
import { endpoints } from '#contract'
import { AUTH_ERRORS } from '#contract/auth'
import { secondFactorApi } from '#contract/secondFactor'
import { type SecondFactorRule, settingsApi } from '#contract/settings'
import { giveToken } from '../../server/services/accounts/signIn/tokens'
import { aDevice, aKey, aSpace, aUser, type TestUser } from '../support/builders'
import { makeServer } from '../support/makeServer'
import { anApp } from '../support/secondFactor'
import { serve } from '../support/serve'

const server = await serve()
const admin = await aUser(server, { systemRole: 'admin' })
await anApp(server, admin)

/** Sets as administrator who needs a second factor. */
async function require(second_factor: SecondFactorRule) {
  const answer = await server.call('PUT', '/admin/settings', { token: admin.token, body: { second_factor } })
  expect([answer.status, await answer.json()]).toMatchObject([200, { second_factor }])
}

const statusOf = async (token: string, path = '/spaces', { call } = server) =>
  (await call('GET', path, { token })).status
const remove = async ({ token }: TestUser) =>
  (await server.call('DELETE', '/profile/authenticator', { token })).status
const securityOf = async ({ token }: TestUser) =>
  secondFactorApi.read.answer.parse(await (await server.call('GET', '/profile/security', { token })).json())

test('no second factor is required by default', async () => {
  const answer = await server.call('GET', settingsApi.get.path, { token: admin.token })
  expect(await answer.json()).toMatchObject({ second_factor: 'optional' })
  expect(await statusOf((await aUser(server)).token)).toBe(200)
})

describe.each([
  ['optional', { user: 200, admin: 200 }],
  ['admins', { user: 200, admin: 403 }],
  ['everyone', { user: 403, admin: 403 }],
] as const)('when it is required: %s', (rule, wanted) => {
  test('a person without one is refused, and can work as soon as it is set up', async () => {
    await require(rule)
    for (const systemRole of ['user', 'admin'] as const) {
      const user = await aUser(server, { systemRole })
      expect([systemRole, await statusOf(user.token)]).toEqual([systemRole, wanted[systemRole]])
      expect((await securityOf(user)).is_required).toBe(wanted[systemRole] === 403)
      await anApp(server, user)
      expect(await statusOf(user.token)).toBe(200)
    }
  })

  test('a person who needs one cannot remove the last one', async () => {
    await require(rule)
    for (const systemRole of ['user', 'admin'] as const) {
      const user = await aUser(server, { systemRole })
      await anApp(server, user)
      const isRequired = wanted[systemRole] === 403
      expect([systemRole, await remove(user)]).toEqual([systemRole, isRequired ? 409 : 204])
      expect((await securityOf(user)).recovery_codes).toBe(isRequired ? 10 : 0)
    }
  })
})

test('the app can be removed when there is a passkey, and the recovery codes stay', async () => {
  await require('everyone')
  const user = await aUser(server)
  await anApp(server, user)
  await server.db.$client.query(
    `insert into passkey (id, user_id, name, public_key, counter, transports, is_synced)
     values ($1, $2, 'Phone', '', 0, '[]', true)`,
    [`passkey-of-${user.id}`, user.id],
  )
  expect(await remove(user)).toBe(204)
  expect(await statusOf(user.token)).toBe(200)
  expect((await securityOf(user)).recovery_codes).toBe(10)
})

test('every call is refused with the reason, except those to set one up', async () => {
  await require('everyone')
  const { token } = await aUser(server, { systemRole: 'admin' })
  const secured = endpoints.filter(({ access }) => access === 'bearer' || access === 'bearerOrKey')
  const id = '01890000-0000-7000-8000-000000000000'
  for (const { method, path } of secured.filter(({ isOfEverybody }) => !isOfEverybody)) {
    const answer = await server.call(method.toUpperCase(), path.replaceAll(/\{\w+\}/g, id), {
      token,
      body: method === 'get' ? undefined : {},
    })
    expect([method, path, answer.status, await answer.text()]).toEqual([
      method,
      path,
      403,
      AUTH_ERRORS.noSecondFactor,
    ])
  }
  const open = secured
    .filter(({ isOfEverybody }) => isOfEverybody)
    .map(({ method, path }) => `${method} ${path}`)
  expect(open).toContain('get /profile')
  expect(open).toContain('post /auth/logout')
  expect(open).toContain('put /profile/authenticator')
})

test('it applies at once in other copies of the server', async () => {
  await require('optional')
  const copy = await makeServer({ databaseUrl: server.databaseUrl })
  const user = await aUser(server)
  expect(await statusOf(user.token, '/spaces', copy)).toBe(200)
  await require('everyone')
  expect(await statusOf(user.token, '/spaces', copy)).toBe(403)
  await anApp(server, user)
  expect(await statusOf(user.token, '/spaces', copy)).toBe(200)
  await copy.stop()
})

test('people who signed in at an external provider are exempt, and so are keys and devices', async () => {
  await require('optional')
  const space = await aSpace(server)
  const device = await aDevice(server, space)
  const key = await aKey(server, space, { permissions: ['space:device:read'] })
  await require('everyone')
  const { id, token } = space.owner
  expect(await statusOf(token)).toBe(403)
  const claims = { uid: id, sys: 'user' } as const
  const external = await giveToken(server.deps, server.db, claims, { method: 'provider', provider: 'demo' })
  expect(await statusOf(external)).toBe(200)
  const list = await server.call('GET', `/spaces/${space.id}/devices`, { key: key.id })
  expect(list.status).toBe(200)
  const body = { serial_number: device.serial_number, token: device.token, type: 'data', body: '{}' }
  expect((await server.call('POST', '/devices/uplink', { body })).status).toBe(201)
})

test('only a system administrator can read and change the setting, and only to a known rule', async () => {
  await require('optional')
  const { token } = await aUser(server)
  const body = { second_factor: 'everyone' }
  expect(await statusOf(token, '/admin/settings')).toBe(403)
  expect((await server.call('PUT', '/admin/settings', { token, body })).status).toBe(403)
  const nonsense = { second_factor: 'sometimes' }
  expect((await server.call('PUT', '/admin/settings', { token: admin.token, body: nonsense })).status).toBe(
    400,
  )
  expect(await statusOf(token)).toBe(200)
})
