import { describe, expect, test } from 'vitest'
import { endpoints } from '#contract'
import { AUTH_ERRORS } from '#contract/auth'
import type { Endpoint } from '#contract/common'
import type { KeyPermission } from '#contract/permissions'
import { aDevice, aMember, aSpace, aUser } from '../support/builders'
import { aFilledSpace, CALLER_NAMES, CALLERS, type CallerName } from '../support/callers'
import { makeCall, ROWS } from '../support/callRows'
import { serve } from '../support/serve'
import { LINES, lineOf } from './permissions.table'

const server = await serve()

const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`
const rowOf = (endpoint: Endpoint) => ROWS[nameOf(endpoint)] ?? {}
const isOpen = ({ access }: Endpoint) => access === 'public' || access === 'device' || access === 'guest'

test('every call of the contract has one line in the table, and can be tested', () => {
  const calls = endpoints.map(nameOf).toSorted()
  expect(LINES.map(({ call }) => call).toSorted()).toEqual(calls)
  expect(Object.keys(ROWS).toSorted()).toEqual(calls)
})

const KEYS: ReadonlySet<CallerName> = new Set(['key', 'lesser', 'tagged', 'astray', 'foreign', 'deleted'])
const LIMITED: ReadonlySet<CallerName> = new Set(['tagged', 'astray'])

/** Sentence of the refusal of a caller. */
function sentenceTo(caller: CallerName, endpoint: Endpoint, status: number): string | undefined {
  const { limited, outside, foreign, needs } = rowOf(endpoint)
  const { permission } = lineOf(nameOf(endpoint))
  if (status === 401) return caller === 'deleted' ? AUTH_ERRORS.badKey : AUTH_ERRORS.badToken
  if (status === 404) return 'not found'
  if (KEYS.has(caller) && endpoint.access === 'bearer') return AUTH_ERRORS.notForKeys
  if (!KEYS.has(caller) && endpoint.access === 'key') return AUTH_ERRORS.onlyForKeys
  if (LIMITED.has(caller) && limited) return limited
  if (caller === 'astray' && outside) return outside
  if (caller === 'foreign' && foreign) return foreign
  const [, ...others] = [endpoint.permission ?? []].flat()
  return others.length > 0 && !KEYS.has(caller)
    ? `forbidden: this needs one of the permissions ${[endpoint.permission].flat().join(', ')}`
    : `forbidden: this needs the permission ${(!KEYS.has(caller) && needs) || permission}`
}

/** Expected answer to a caller by the table; the sentence is null for a success. */
function expected(endpoint: Endpoint, caller: CallerName) {
  const answer = lineOf(nameOf(endpoint)).answers.get(caller)
  if (answer === 'yes') return rowOf(endpoint).allowed ?? [endpoint.status, null]
  return [answer, sentenceTo(caller, endpoint, answer ?? 0)]
}

/** Space for calls that can be repeated. */
const shared = await aFilledSpace(server)

const known = new Map<string, ReturnType<(typeof CALLERS)[CallerName]>>()

/** Credentials of a caller in the shared space. */
function credentialsOf(caller: CallerName, needed: string | null, more: readonly KeyPermission[] = []) {
  const name = KEYS.has(caller) ? [caller, needed, ...more].join(' ') : caller
  const credentials = known.get(name) ?? CALLERS[caller](server, shared, needed, more)
  known.set(name, credentials)
  return credentials
}

/** Makes the call of the table. */
async function callAs(endpoint: Endpoint, caller: CallerName) {
  const { permission, answers } = lineOf(nameOf(endpoint))
  if (!rowOf(endpoint).once || answers.get(caller) !== 'yes')
    return makeCall(server, endpoint, shared, await credentialsOf(caller, permission, rowOf(endpoint).more))
  const filled = await aFilledSpace(server)
  return makeCall(
    server,
    endpoint,
    filled,
    await CALLERS[caller](server, filled, permission, rowOf(endpoint).more),
  )
}

describe('every caller gets the answer of the table', () => {
  test.each(endpoints.filter((endpoint) => !isOpen(endpoint)))('$method $path', async (endpoint) => {
    const answers: unknown[] = []
    for (const caller of CALLER_NAMES) {
      const { status, text } = await callAs(endpoint, caller)
      answers.push([caller, status, status < 400 ? null : text])
    }
    expect(answers).toEqual(CALLER_NAMES.map((caller) => [caller, ...expected(endpoint, caller)]))
  })
})

test.each(endpoints.filter(isOpen))('$method $path needs no authentication', async (endpoint) => {
  const { open, varies } = rowOf(endpoint)
  const { answers } = lineOf(nameOf(endpoint))
  expect(new Set(answers.values())).toEqual(new Set(['yes']))
  const first = await callAs(endpoint, 'nobody')
  expect(first.status).toBe(open)
  for (const caller of CALLER_NAMES) {
    const { status, text } = await callAs(endpoint, caller)
    expect({ status, text: varies ? first.text : text }).toEqual(first)
  }
})

test('a device of another space is not found, whatever the caller may do in their own space', async () => {
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

test('an unknown space looks like one that the caller may not see', async () => {
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
