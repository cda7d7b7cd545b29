import { describe, expect, test } from 'vitest'
import { endpoints } from '#contract'
import type { Endpoint } from '#contract/common'
import { can, type Permission } from '#contract/permissions'
import { deviceSession, firmwareJob } from '../../server/db/schema'
import { newId } from '../../server/services/ids'
import {
  aConnector,
  aDevice,
  aMember,
  aMessage,
  aSpace,
  aUser,
  connectorInput,
  deviceInput,
  type TestSpace,
  type TestUser,
} from '../support/builders'
import { aDelivery } from '../support/deliveries'
import { serve } from '../support/serve'

const ROLES = ['nobody', 'stranger', 'guest', 'member', 'admin', 'system admin'] as const
type Role = (typeof ROLES)[number]

const server = await serve()

/** Somebody who has the role in the space; undefined for nobody. */
const PEOPLE: Record<Role, (space: TestSpace) => Promise<TestUser> | TestUser | undefined> = {
  nobody: () => undefined,
  stranger: () => aUser(server),
  guest: (space) => aMember(server, space, 'user', { invited: true }),
  member: (space) => aMember(server, space, 'user'),
  admin: (space) => space.owner,
  'system admin': () => aUser(server, { systemRole: 'admin' }),
}

/** A space of its own, because calls delete it, with one of each thing that calls name. */
async function aFilledSpace() {
  const space = await aSpace(server)
  const device = await aDevice(server, space)
  const at = server.deps.now()
  const jobId = newId(at)
  const ofDevice = { spaceId: space.id, deviceId: device.id }
  const downlink = { type: 'shell', direction: 'down', downState: 'pending', body: '["info show"]' } as const
  const messageId = await aMessage(server, device, downlink)
  await server.db.insert(deviceSession).values({ ...ofDevice, sessionId: 1, up: {} })
  await server.db
    .insert(firmwareJob)
    .values({ ...ofDevice, id: jobId, firmwareId: 'one', target: 'app', scheduledAt: at })
  const connector = await aConnector(server, space)
  const deliveryId = await aDelivery(server, { space, connector, device }, { state: 'failed' })
  const { id: userId } = await aMember(server, space, 'user', { invited: true })
  const ids = { ...ofDevice, userId, messageId, sessionId: '1', jobId, connectorId: connector.id, deliveryId }
  return { ids, space }
}

/** What a call needs besides the permission of its endpoint, by its method and path. */
const NEEDS: Record<string, Permission> = {
  'post /spaces/{spaceId}/messages': 'space:device:shell:create',
  'put /spaces/{spaceId}/messages/{messageId}': 'space:device:shell:delete',
}
const needOf = ({ method, path }: Endpoint) => NEEDS[`${method} ${path}`]

/** What the contract says that somebody gets. */
function expected(endpoint: Endpoint, role: Role): number {
  const { permission, status } = endpoint
  if (role === 'nobody') return 401
  if (role === 'stranger' || role === 'guest') return 404
  if (!permission) throw new Error('no permission to check')
  const systemRole = role === 'system admin' ? 'admin' : 'user'
  const spaceRole = role === 'admin' ? 'admin' : role === 'member' ? 'user' : null
  const needed = [permission, needOf(endpoint) ?? permission]
  return needed.every((one) => can({ systemRole, spaceRole }, one)) ? status : 403
}

const sentenceOf = (endpoint: Endpoint, status: number): RegExp => {
  const permission = needOf(endpoint) ?? endpoint.permission
  if (status === 401) return /^forbidden: bad bearer token$/
  if (status === 403) return new RegExp(`^forbidden: this needs the permission ${permission}$`)
  return status === 404 ? /^not found$/ : /^([[{]|$)/
}

const BODIES: Record<string, (deviceId: string) => object> = {
  'post /spaces/{spaceId}/devices': () => deviceInput(),
  'post /spaces/{spaceId}/connectors': () => connectorInput(),
  'put /spaces/{spaceId}/connectors/{connectorId}': () => connectorInput(),
  'post /spaces/{spaceId}/messages': (device_id) => ({ device_id, type: 'shell', body: ['info show'] }),
  'post /spaces/{spaceId}/users/invite': () => ({ email: 'new@example.com', space_role: 'user' }),
  'put /spaces/{spaceId}/users/{userId}': () => ({ space_role: 'user' }),
  'put /spaces/{spaceId}/messages/{messageId}': () => ({ down_state: 'cancelled' }),
  'post /spaces/{spaceId}/devices/{deviceId}/firmware': () => ({ firmware: 'two', target: 'other' }),
}

const bodyOf = ({ body, path, method }: Endpoint, deviceId: string) =>
  body && (BODIES[`${method} ${path}`]?.(deviceId) ?? { name: 'new-name' })

const inSpaces = endpoints.filter(({ path, permission }) => permission && path.includes('{spaceId}'))

describe.each(inSpaces)('$method $path', (endpoint) => {
  test.each(ROLES)('as %s', async (role) => {
    const { ids, space } = await aFilledSpace()
    const caller = await PEOPLE[role](space)
    const path = Object.entries(ids).reduce<string>(
      (all, [name, id]) => all.replace(`{${name}}`, id),
      endpoint.path,
    )
    const body = bodyOf(endpoint, ids.deviceId)
    const answer = await server.call(endpoint.method.toUpperCase(), path, { token: caller?.token, body })
    expect(answer.status).toBe(expected(endpoint, role))
    expect(await answer.text()).toMatch(sentenceOf(endpoint, answer.status))
  })
})

test('every call that is not public or a device’s asks for a token', async () => {
  const secured = endpoints.filter(({ access }) => access === 'bearer')
  for (const { method, path } of secured) {
    const filled = path.replaceAll(/\{\w+\}/g, '01890000-0000-7000-8000-000000000000')
    const answer = await server.call(method.toUpperCase(), filled)
    expect([path, answer.status, await answer.text()]).toEqual([path, 401, 'forbidden: bad bearer token'])
  }
})

test('a device of another space is not found, whatever the caller may do in their own', async () => {
  const [mine, other] = [await aSpace(server), await aSpace(server)]
  const device = await aDevice(server, other)
  for (const method of ['GET', 'PUT', 'DELETE']) {
    const body = method === 'PUT' ? { name: 'stolen' } : undefined
    const path = `/spaces/${mine.id}/devices/${device.id}`
    const answer = await server.call(method, path, { token: mine.owner.token, body })
    expect([method, answer.status]).toEqual([method, 404])
  }
  const read = await server.call('GET', `/spaces/${other.id}/devices/${device.id}`, {
    token: other.owner.token,
  })
  expect(await read.json()).toMatchObject({ name: device.name })
})

test('a space that is unknown looks like one that the caller may not see', async () => {
  const { token } = await aUser(server)
  const admin = await aUser(server, { systemRole: 'admin' })
  for (const id of ['01890000-0000-7000-8000-000000000000', 'nonsense', '%00']) {
    for (const caller of [token, admin.token]) {
      const answer = await server.call('GET', `/spaces/${id}/devices`, { token: caller })
      expect([id, answer.status, await answer.text()]).toEqual([id, 404, 'not found'])
    }
  }
})

test('a removed member loses access to the space at once', async () => {
  const space = await aSpace(server)
  const member = await aMember(server, space, 'user')
  const path = `/spaces/${space.id}/devices`
  expect((await server.call('GET', path, { token: member.token })).status).toBe(200)
  await server.db.$client.query('delete from space_user where user_id = $1', [member.id])
  expect((await server.call('GET', path, { token: member.token })).status).toBe(404)
})
