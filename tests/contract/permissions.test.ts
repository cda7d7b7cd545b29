import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { endpoints } from '#contract'
import type { Endpoint } from '#contract/common'
import { can } from '#contract/permissions'
import { aDevice, aMember, aSpace, aUser, deviceInput, type TestUser } from '../support/builders'
import { makeServer, type TestServer } from '../support/makeServer'

const ROLES = ['nobody', 'stranger', 'guest', 'member', 'admin', 'system admin'] as const
type Role = (typeof ROLES)[number]

let server: TestServer
beforeAll(async () => {
  server = await makeServer()
})
afterAll(() => server.stop())

/** A space of its own with people in every role, because calls delete it. */
async function aSpaceWithPeople() {
  const space = await aSpace(server)
  const people: Record<Exclude<Role, 'nobody'>, TestUser> = {
    stranger: await aUser(server),
    guest: await aMember(server, space, 'user', { invited: true }),
    member: await aMember(server, space, 'user'),
    admin: space.owner,
    'system admin': await aUser(server, { systemRole: 'admin' }),
  }
  return { space, device: await aDevice(server, space), people }
}

/** What the contract says that somebody gets. */
function expected({ permission, status }: Endpoint, role: Role): number {
  if (role === 'nobody') return 401
  if (role === 'stranger' || role === 'guest') return 404
  if (!permission) throw new Error('no permission to check')
  const systemRole = role === 'system admin' ? 'admin' : 'user'
  const spaceRole = role === 'admin' ? 'admin' : role === 'member' ? 'user' : null
  return can({ systemRole, spaceRole }, permission) ? status : 403
}

const sentenceOf = ({ permission }: Endpoint, status: number): RegExp => {
  if (status === 401) return /^forbidden: bad bearer token$/
  if (status === 403) return new RegExp(`^forbidden: this needs the permission ${permission}$`)
  return status === 404 ? /^not found$/ : /^([[{]|$)/
}

const bodyOf = ({ body, path, method }: Endpoint) => {
  if (!body) return undefined
  return path.endsWith('/devices') && method === 'post' ? deviceInput() : { name: 'new-name' }
}

const inSpaces = endpoints.filter(({ path, permission }) => permission && path.includes('{spaceId}'))

describe.each(inSpaces)('$method $path', (endpoint) => {
  test.each(ROLES)('as %s', async (role) => {
    const { space, device, people } = await aSpaceWithPeople()
    const path = endpoint.path.replace('{spaceId}', space.id).replace('{deviceId}', device.id)
    const token = role === 'nobody' ? undefined : people[role].token
    const answer = await server.call(endpoint.method.toUpperCase(), path, { token, body: bodyOf(endpoint) })
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

test('a device of another space is not found, whatever one may do in one’s own', async () => {
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

test('who is taken out of a space loses it at once', async () => {
  const space = await aSpace(server)
  const member = await aMember(server, space, 'user')
  const path = `/spaces/${space.id}/devices`
  expect((await server.call('GET', path, { token: member.token })).status).toBe(200)
  await server.db.$client.query('delete from space_user where user_id = $1', [member.id])
  expect((await server.call('GET', path, { token: member.token })).status).toBe(404)
})
