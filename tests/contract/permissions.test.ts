import { describe, expect, test } from 'vitest'
import { endpoints } from '#contract'
import { AUTH_ERRORS } from '#contract/auth'
import type { Endpoint } from '#contract/common'
import { can, isKeyPermission, type Permission } from '#contract/permissions'
import { TAG_COLORS } from '#contract/tags'
import { aDevice, aMember, aSpace, aUser, connectorInput, deviceInput } from '../support/builders'
import { aFilledSpace, CALLER_NAMES, CALLERS, type CallerName, type FilledSpace } from '../support/callers'
import { A_CREDENTIAL } from '../support/passkey'
import { serve } from '../support/serve'

const server = await serve()

type Answer = [status: number, sentence: string]

const NOT_FOUND: Answer = [404, 'not found']
const DEAD_CODE: Answer = [409, 'the code is wrong, has expired or was used already']

/** What a call needs to be tried, and what its endpoint does not say of it. */
interface Row {
  body?: (filled: FilledSpace) => object
  /** What the call must ask for. */
  query?: string
  /** The one of the endpoint's permissions that this call needs. */
  needs?: Permission
  /** Answer to a key that is limited to another tag than that of the thing; without it, it is as to other keys. */
  outside?: Answer
  /** Ids in the path that are not those of their names. */
  ids?: (ids: FilledSpace['ids']) => Record<string, string>
  /** Answers to callers for whom no permission says it. */
  answers?: Partial<Record<CallerName, Answer>>
  /** Status of the answer that anybody gets, for an empty body. */
  open?: number
  /** Each answer is another one. */
  varies?: true
}

const named = { body: () => ({ name: 'new-name' }) }
const colored = { body: () => ({ name: 'new-name', color: TAG_COLORS[0] }) }
const tagged = { body: ({ tag }: FilledSpace) => ({ name: 'new-name', tags: [tag] }) }
const connecting = { body: ({ tag }: FilledSpace) => connectorInput({ tags: [tag] }) }
const varied = { body: () => ({ name: '87654321', value: 'one', environment: 'wmbus' }) }
const ofInvited = { ids: ({ invitedId }: FilledSpace['ids']) => ({ userId: invitedId }) }
/** The answer to every key with tags. */
const toLimited = (sentence: string) => ({
  answers: {
    'a key limited to the tag': [403, sentence],
    'a key limited to another tag': [403, sentence],
  } satisfies Row['answers'],
})
const tagsStay = toLimited('forbidden: a key with tags neither changes nor deletes tags')
const hidden = { outside: NOT_FOUND }
const giving: Answer = [403, 'forbidden: a key with tags gives only its own tags, and at least one of them']
/** The same answer to every person. */
const toPeople = (...answer: Answer) => ({
  answers: {
    'a stranger': answer,
    'an invited guest': answer,
    'a user of the space': answer,
    'an admin of the space': answer,
    'a system admin': answer,
  } satisfies Row['answers'],
})
const SPACE = '/spaces/{spaceId}'
const DEVICE = `${SPACE}/devices/{deviceId}`
const CONNECTOR = `${SPACE}/connectors/{connectorId}`

/** Every call of the contract. */
const ROWS: Record<string, Row> = {
  'post /auth/login': { open: 400 },
  'post /auth/logout': {},
  'post /auth/confirm': { body: ({ space }) => ({ password: space.owner.password }) },
  'get /auth/oauth2/providers': { open: 200 },
  'post /auth/oauth2/code': { open: 400 },
  'post /auth/setup': { open: 400 },
  'post /auth/passkeys/options': { open: 200, varies: true },
  'post /auth/passkeys/login': { open: 400 },
  'post /registration/complete': { open: 400 },
  'put /registration/verify': { open: 400 },
  'post /devices/uplink': { open: 400 },
  'post /devices/uplinks': { open: 400 },
  'get /profile': {},
  'put /profile': { body: () => ({ firstname: 'Eva', lastname: 'Malá' }) },
  'get /profile/authentications': {},
  'post /profile/authentications': {
    body: () => ({ provider: 'keycloak', code: 'made-up' }),
    answers: {
      'a stranger': DEAD_CODE,
      'an invited guest': DEAD_CODE,
      'a user of the space': DEAD_CODE,
      'an admin of the space': DEAD_CODE,
      'a system admin': DEAD_CODE,
    },
  },
  'delete /profile/authentication/{authenticationId}': {
    answers: {
      'a stranger': NOT_FOUND,
      'an invited guest': NOT_FOUND,
      'a user of the space': NOT_FOUND,
      'a system admin': NOT_FOUND,
    },
  },
  'get /profile/sessions': {},
  'delete /profile/sessions': {},
  'delete /profile/sessions/{sessionId}': {
    ids: ({ signInId }) => ({ sessionId: signInId }),
    answers: {
      'a stranger': NOT_FOUND,
      'an invited guest': NOT_FOUND,
      'a user of the space': NOT_FOUND,
      'a system admin': NOT_FOUND,
    },
  },
  'post /profile/passkeys/options': {},
  'post /profile/passkeys': {
    body: () => ({ name: 'A laptop', credential: A_CREDENTIAL }),
    ...toPeople(409, 'the passkey was begun too long ago, try again'),
  },
  'put /profile/passkeys/{passkeyId}': { ...named, ...toPeople(...NOT_FOUND) },
  'delete /profile/passkeys/{passkeyId}': toPeople(...NOT_FOUND),

  'get /profile/security': {},
  'post /profile/authenticator': {},
  'put /profile/authenticator': {
    body: () => ({ code: '123456' }),
    ...toPeople(409, 'no authenticator app is being set up, begin again'),
  },
  'delete /profile/authenticator': {},
  'post /profile/recovery-codes': toPeople(409, 'recovery codes need a second factor, set one up first'),

  'get /admin/settings': {},
  'put /admin/settings': { body: () => ({ second_factor: 'optional' }) },

  'get /spaces': {},
  'post /spaces': named,
  [`get ${SPACE}`]: {},
  [`put ${SPACE}`]: named,
  [`delete ${SPACE}`]: {},
  [`put ${SPACE}/accept`]: { answers: { 'a stranger': NOT_FOUND, 'a system admin': NOT_FOUND } },

  [`get ${SPACE}/tags`]: {},
  [`get ${SPACE}/tags/usage`]: {},
  [`post ${SPACE}/tags`]: colored,
  [`get ${SPACE}/tags/{tagId}`]: {},
  [`put ${SPACE}/tags/{tagId}`]: { ...colored, ...tagsStay },
  [`delete ${SPACE}/tags/{tagId}`]: tagsStay,

  [`get ${SPACE}/keys`]: {},
  [`get ${SPACE}/keys/usage`]: {},
  [`post ${SPACE}/keys`]: { ...tagged, outside: giving },
  [`get ${SPACE}/keys/{keyId}`]: hidden,
  [`put ${SPACE}/keys/{keyId}`]: { ...tagged, ...hidden },
  [`delete ${SPACE}/keys/{keyId}`]: hidden,

  [`get ${SPACE}/users`]: {},
  [`get ${SPACE}/users/invitations`]: {},
  [`post ${SPACE}/users/invite`]: {
    body: () => ({ email: 'new@example.com', space_role: 'user' }),
    ...toLimited('forbidden: a key with tags invites nobody, because people see every device'),
  },
  [`get ${SPACE}/users/{userId}`]: {},
  [`put ${SPACE}/users/{userId}`]: { body: () => ({ space_role: 'user' }) },
  [`delete ${SPACE}/users/{userId}`]: {},
  [`post ${SPACE}/users/{userId}/invitation`]: ofInvited,
  [`post ${SPACE}/users/{userId}/invitation/link`]: ofInvited,

  [`get ${SPACE}/variables`]: {},
  [`get ${SPACE}/variables/count`]: {},
  [`post ${SPACE}/variables`]: varied,
  [`get ${SPACE}/variables/{variableId}`]: {},
  [`put ${SPACE}/variables/{variableId}`]: varied,
  [`delete ${SPACE}/variables/{variableId}`]: {},

  [`get ${SPACE}/devices`]: {},
  [`get ${SPACE}/devices/count`]: {},
  [`get ${SPACE}/devices/search`]: { query: '?text=pump' },
  [`post ${SPACE}/devices`]: {
    body: ({ tag }) => deviceInput({ tags: [tag] }),
    outside: [400, 'tags must hold at least one tag of the key'],
  },
  [`get ${DEVICE}`]: hidden,
  [`put ${DEVICE}`]: { ...tagged, ...hidden },
  [`delete ${DEVICE}`]: hidden,
  [`get ${DEVICE}/sessions/{sessionId}`]: hidden,
  [`get ${DEVICE}/firmware`]: hidden,
  [`post ${DEVICE}/firmware`]: { body: () => ({ firmware: 'two', target: 'other' }), ...hidden },
  [`delete ${DEVICE}/firmware/{jobId}`]: hidden,

  [`get ${SPACE}/messages`]: {},
  [`get ${SPACE}/messages/count`]: {},
  [`post ${SPACE}/messages`]: {
    body: ({ ids }) => ({ device_id: ids.deviceId, type: 'shell', body: ['info show'] }),
    needs: 'space:device:shell:create',
    ...hidden,
  },
  [`get ${SPACE}/messages/{messageId}`]: hidden,
  [`get ${SPACE}/messages/{messageId}/events`]: hidden,
  [`put ${SPACE}/messages/{messageId}`]: {
    body: () => ({ down_state: 'cancelled' }),
    needs: 'space:device:shell:delete',
    ...hidden,
  },

  [`get ${SPACE}/connectors`]: {},
  [`post ${SPACE}/connectors`]: { ...connecting, outside: giving },
  [`get ${CONNECTOR}`]: hidden,
  [`put ${CONNECTOR}`]: { ...connecting, ...hidden },
  [`delete ${CONNECTOR}`]: hidden,
  [`get ${CONNECTOR}/statistics`]: hidden,
  [`get ${CONNECTOR}/secret`]: hidden,
  [`post ${CONNECTOR}/secret`]: hidden,
  [`get ${CONNECTOR}/deliveries`]: hidden,
  [`get ${CONNECTOR}/deliveries/count`]: hidden,
  [`post ${CONNECTOR}/deliveries/retry`]: { body: () => ({}), ...hidden },
  [`get ${CONNECTOR}/deliveries/{deliveryId}`]: hidden,
  [`post ${CONNECTOR}/deliveries/{deliveryId}/retry`]: hidden,
}

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
  if (caller === 'nobody' || (isKey(caller) && access === 'bearer')) return [401, AUTH_ERRORS.badToken]
  if (caller === 'a deleted key') return [401, AUTH_ERRORS.badKey]
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
