import { describe, expect, test } from 'vitest'
import { endpoints } from '#contract'
import { AUTH_ERRORS } from '#contract/auth'
import type { Endpoint } from '#contract/common'
import { can, isKeyPermission, type Permission } from '#contract/permissions'
import { aDevice, aMember, aSpace, aUser } from '../support/builders'
import { aFilledSpace, CALLER_NAMES, CALLERS, type CallerName } from '../support/callers'
import { NOT_FOUND, ROWS, type Row, SPACE } from '../support/permissionRows'
import { serve } from '../support/serve'

const server = await serve()

const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`
const rowOf = (endpoint: Endpoint): Row => ROWS[nameOf(endpoint)] ?? {}

const isOpen = ({ access }: Endpoint) => access === 'public' || access === 'device'

/** The permission that a call of the table needs; null when being known is enough. */
function neededBy(endpoint: Endpoint): Permission | null {
  const [permission = null, ...others] = [endpoint.permission ?? []].flat()
  const { needs = null } = rowOf(endpoint)
  if (others.length > 0 && needs === null) throw new Error(`the row of ${nameOf(endpoint)} has no permission`)
  return needs ?? permission
}

test('every call of the contract has a row', () => {
  expect(Object.keys(ROWS).toSorted()).toEqual(endpoints.map(nameOf).toSorted())
})

const isKey = (caller: CallerName) => /^a (deleted )?key/.test(caller)

const ROLES: Partial<Record<CallerName, Parameters<typeof can>[0]>> = {
  'a stranger': { systemRole: 'user' },
  'an invited guest': { systemRole: 'user' },
  'a user of the space': { systemRole: 'user', spaceRole: 'user' },
  'an admin of the space': { systemRole: 'user', spaceRole: 'admin' },
  'a system admin': { systemRole: 'admin' },
}

/** Whether somebody who sees the space has the permission. */
function isPermitted(caller: CallerName, needed: Permission): boolean {
  const actor = ROLES[caller]
  if (actor) return can(actor, needed)
  // Keys see their space; what only roles have they cannot be granted.
  return needed === 'space:read' || (caller !== 'a key without the permission' && isKeyPermission(needed))
}

/** What the contract says that somebody is answered; the sentence is null where it is allowed. */
function expected(endpoint: Endpoint, caller: CallerName): [number, string | null] {
  const { access, permission, status } = endpoint
  const { outside, answers } = rowOf(endpoint)
  const own = answers?.[caller]
  if (own) return own
  if (caller === 'nobody') return [401, AUTH_ERRORS.badToken]
  if (caller === 'a deleted key') return [401, AUTH_ERRORS.badKey]
  if (isKey(caller) && access === 'bearer') return [403, AUTH_ERRORS.notForKeys]
  const needed = neededBy(endpoint)
  if (!permission || !needed) return [status, null]
  const isOutside = ['a stranger', 'an invited guest', 'a key of another space'].includes(caller)
  if (isOutside && endpoint.path.startsWith(SPACE)) return NOT_FOUND
  const sufficient = [permission].flat()
  if (caller in ROLES && !sufficient.some((one) => isPermitted(caller, one)) && sufficient.length > 1)
    return [403, `forbidden: this needs one of the permissions ${sufficient.join(', ')}`]
  if (!isPermitted(caller, needed)) return [403, `forbidden: this needs the permission ${needed}`]
  return (caller === 'a key limited to another tag' && outside) || [status, null]
}

/** For calls that change nothing. */
const shared = await aFilledSpace(server)

/** Makes the call of the table, in a space of its own if it changes something: some delete it. */
async function callAs(endpoint: Endpoint, caller: CallerName) {
  const isHarmless = isOpen(endpoint) || endpoint.method === 'get' || expected(endpoint, caller)[0] >= 400
  const filled = isHarmless ? shared : await aFilledSpace(server)
  const { body, ids, query = '' } = rowOf(endpoint)
  const named: Record<string, string> = { ...filled.ids, ...ids?.(filled.ids) }
  const path = endpoint.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => named[name] ?? '')
  const credentials = await CALLERS[caller](server, filled, neededBy(endpoint))
  const answer = await server.call(endpoint.method.toUpperCase(), path + query, {
    ...credentials,
    body: endpoint.body && (body?.(filled) ?? {}),
  })
  return { status: answer.status, text: await answer.text() }
}

describe.each(endpoints.filter((endpoint) => !isOpen(endpoint)))('$method $path', (endpoint) => {
  test.each(CALLER_NAMES)('as %s', async (caller) => {
    const { status, text } = await callAs(endpoint, caller)
    const [wanted, sentence] = expected(endpoint, caller)
    expect([status, status < 400 ? null : text]).toEqual([wanted, sentence])
  })
})

test.each(endpoints.filter(isOpen))('$method $path asks nobody who they are', async (endpoint) => {
  const first = await callAs(endpoint, 'nobody')
  const { open, varies } = rowOf(endpoint)
  expect(first.status).toBe(open)
  for (const caller of CALLER_NAMES) {
    const { status, text } = await callAs(endpoint, caller)
    expect({ status, text: varies ? first.text : text }).toEqual(first)
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
