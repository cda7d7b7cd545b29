import { beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { endpoints } from '#contract'
import { CHANGED_SINCE, changedSinceSchema, type Endpoint, UNNAMED_PERSON } from '#contract/common'
import { KEY_PERMISSIONS } from '#contract/permissions'
import { anAlertRule } from '../support/alerts'
import {
  aConnector,
  aDevice,
  aKey,
  aMember,
  aSpace,
  aTag,
  aUser,
  aVariable,
  deviceInput,
  type TestUser,
} from '../support/builders'
import { aConfigTemplate } from '../support/configuration'
import { aMute } from '../support/mutes'
import { aRollout } from '../support/rollouts'
import { serveSpace } from '../support/serve'
import { aShift } from '../support/shifts'
import { anUplink } from '../support/uplink'
import { aView } from '../support/views'

const { server, space } = await serveSpace()
const owner = space.owner
const admin = await aUser(server, { systemRole: 'admin', firstname: 'Dana', lastname: 'Nová' })

const recordSchema = z.looseObject({ version: z.number() })

/** A record for two competing changes. */
interface Scene {
  /** Path of the record. */
  at: string
  /** Token of a person who may change it. */
  token: string
  /** Two changes, of different fields if the record has two. */
  changes: readonly [object, object]
}

const inSpace = (resource: string, { id }: { id: string }) => `/spaces/${space.id}/${resource}/${id}`

let renamed = 0

/** Creates a record for each path with calls that take `If-Match`. */
const SCENES: Record<string, () => Promise<Scene>> = {
  '/profile': async () => ({
    at: '/profile',
    token: (await aUser(server)).token,
    changes: [{ firstname: 'Ada' }, { company: 'Navy' }],
  }),
  '/profile/notifications': async () => ({
    at: '/profile/notifications',
    token: (await aUser(server)).token,
    changes: [{ emails: 'none' }, { quiet_from: '22:00', quiet_to: '07:00' }],
  }),
  '/spaces/{spaceId}': async () => {
    const { id, owner: person } = await aSpace(server)
    return { at: `/spaces/${id}`, token: person.token, changes: [{ name: 'north' }, { name: 'south' }] }
  },
  '/admin/settings': async () => ({
    at: '/admin/settings',
    token: admin.token,
    changes: [{ spaces_per_account: 7 }, { second_factor: 'optional' }],
  }),
  '/spaces/{spaceId}/series/settings': async () => {
    const { id, owner: person } = await aSpace(server)
    const [mine, theirs] = [
      { path: 'level', label: 'Level' },
      { path: 'level', unit: 'm' },
    ]
    return {
      at: `/spaces/${id}/series/settings`,
      token: person.token,
      changes: [{ series: [mine] }, { series: [theirs] }],
    }
  },
  '/spaces/{spaceId}/tags/{tagId}': async () => ({
    at: inSpace('tags', await aTag(server, space)),
    token: owner.token,
    changes: [{ name: `warm-${++renamed}` }, { color: '#123456' }],
  }),
  '/spaces/{spaceId}/alert-rules/{alertRuleId}': async () => ({
    at: inSpace('alert-rules', await anAlertRule(server, space)),
    token: owner.token,
    changes: [{ name: `silent ${++renamed}` }, { enabled: false }],
  }),
  '/spaces/{spaceId}/mutes/{muteId}': async () => ({
    at: inSpace('mutes', await aMute(server, space)),
    token: owner.token,
    changes: [{ name: `work ${++renamed}` }, { note: 'at the gate' }],
  }),
  '/spaces/{spaceId}/shifts/{shiftId}': async () => ({
    at: inSpace('shifts', await aShift(server, space)),
    token: owner.token,
    changes: [{ name: `nights ${++renamed}` }, { timezone: 'Europe/Prague' }],
  }),
  '/spaces/{spaceId}/rollouts/{rolloutId}': async () => ({
    at: inSpace('rollouts', await aRollout(server, space)),
    token: owner.token,
    changes: [{ name: `update ${++renamed}` }, { note: 'pumps first' }],
  }),
  '/spaces/{spaceId}/keys/{keyId}': async () => ({
    at: inSpace('keys', await aKey(server, space)),
    token: owner.token,
    changes: [{ name: `gateway-${++renamed}` }, { permissions: ['space:device:read'] }],
  }),
  '/spaces/{spaceId}/users/{userId}': async () => ({
    at: inSpace('users', await aMember(server, space, 'user')),
    token: owner.token,
    changes: [{ space_role: 'admin' }, { space_role: 'user' }],
  }),
  '/spaces/{spaceId}/variables/{variableId}': async () => ({
    at: inSpace('variables', await aVariable(server, space)),
    token: owner.token,
    changes: [{ value: 'rotated' }, { comment: 'at the gate' }],
  }),
  '/spaces/{spaceId}/devices/{deviceId}': async () => ({
    at: inSpace('devices', await aDevice(server, space)),
    token: owner.token,
    changes: [{ comment: 'at the gate' }, { tags: [await aTag(server, space)] }],
  }),
  '/spaces/{spaceId}/config-templates/{configTemplateId}': async () => ({
    at: inSpace('config-templates', await aConfigTemplate(server, space)),
    token: owner.token,
    changes: [{ name: `battery ${++renamed}` }, { settings: { 'app config mode': 'nb' } }],
  }),
  '/spaces/{spaceId}/views/{viewId}': async () => ({
    at: inSpace('views', await aView(server, space)),
    token: owner.token,
    changes: [{ name: `view ${++renamed}` }, { filter: { name: 'well' } }],
  }),
  '/spaces/{spaceId}/devices/{deviceId}/configuration': async () => ({
    at: `${inSpace('devices', await aDevice(server, space))}/configuration`,
    token: owner.token,
    changes: [{ wished: { 'app config mode': 'nb' } }, { wished: { 'lte config antenna': 'ext' } }],
  }),
  '/spaces/{spaceId}/connectors/{connectorId}': async () => ({
    at: inSpace('connectors', await aConnector(server, space)),
    token: owner.token,
    changes: [{ transformation: 'function main() {}' }, { enabled: false }],
  }),
  '/admin/users/{userId}': async () => ({
    at: `/admin/users/${(await aUser(server)).id}`,
    token: admin.token,
    changes: [{ company: 'Navy' }, { firstname: 'Ada' }],
  }),
  '/users/{userId}': async () => ({
    at: `/users/${(await aUser(server)).id}`,
    token: admin.token,
    changes: [{ company: 'Navy' }, { firstname: 'Ada' }],
  }),
}

const conditional = endpoints.filter(({ isConditional }) => isConditional)
const paths = conditional.flatMap(({ method, path }) => (method === 'put' ? [path] : []))

/** Path to read the record. A person has two paths, one of them only for changes. */
const readAt = (at: string) => at.replace(/^\/users\//, '/admin/users/')

async function read({ at, token }: Scene) {
  const answer = await server.call('GET', readAt(at), { token })
  expect(answer.status).toBe(200)
  return { etag: answer.headers.get('ETag') ?? '', record: recordSchema.parse(await answer.json()) }
}

const change = ({ at, token }: Pick<Scene, 'at' | 'token'>, body: object, ifMatch?: string) =>
  server.call('PUT', at, { token, body, ...(ifMatch !== undefined && { headers: { 'If-Match': ifMatch } }) })

const remove = ({ at, token }: Pick<Scene, 'at' | 'token'>, ifMatch: string) =>
  server.call('DELETE', at, { token, headers: { 'If-Match': ifMatch } })

async function sceneOf(path: string): Promise<Scene> {
  const scene = SCENES[path]
  if (!scene) throw new Error(`no record is made for ${path}`)
  return scene()
}

const hasVersion = ({ answer }: Endpoint) => answer instanceof z.ZodObject && 'version' in answer.shape

test('every record that can be changed has a version, and its changes and its deletion take If-Match', () => {
  // Not read as a record, or changed only once: a password, settings of a browser, the name of a passkey, a message, a
  // SIM card, an invitation, a certificate with its key, a file.
  const others = new Set([
    '/profile/password',
    '/profile/locale',
    '/profile/password/reset',
    '/profile/authenticator',
    '/profile/passkeys/{passkeyId}',
    '/registration/verify',
    '/spaces/{spaceId}/accept',
    '/spaces/{spaceId}/refuse',
    '/spaces/{spaceId}/messages/{messageId}',
    '/admin/sim/{simId}',
    '/spaces/{spaceId}/connectors/{connectorId}/certificate',
    '/spaces/{spaceId}/devices/{deviceId}/notes/{noteId}/files/{fileId}',
  ])
  const changing = endpoints.filter(({ method, path }) => method === 'put' && !others.has(path))
  expect(changing.filter((call) => !hasVersion(call) || !call.isConditional)).toEqual([])
  const deleting = endpoints.filter(({ method, path }) => method === 'delete' && paths.includes(path))
  expect(deleting.filter(({ isConditional }) => !isConditional)).toEqual([])
  expect(Object.keys(SCENES).toSorted()).toEqual(paths.toSorted())
})

describe.each(paths)('%s', (path) => {
  test('has its version in the record and as ETag, and counts each change', async () => {
    const scene = await sceneOf(path)
    const { etag, record } = await read(scene)
    expect(etag).toBe(`"${record.version}"`)
    let { version } = record
    for (const body of [...scene.changes, {}]) {
      const answer = await change(scene, body)
      expect([answer.status, answer.headers.get('ETag')]).toEqual([200, `"${version + 1}"`])
      expect(await answer.json()).toMatchObject({ version: version + 1 })
      version += 1
    }
    expect((await read(scene)).record.version).toBe(version)
  })

  test('can be changed only with its current version or with none', async () => {
    const scene = await sceneOf(path)
    const { etag, record } = await read(scene)
    const [mine, theirs] = scene.changes
    expect((await change(scene, theirs, etag)).status).toBe(200)
    const refused = await change(scene, mine, etag)
    expect([refused.status, refused.headers.get('ETag')]).toEqual([412, `"${record.version + 1}"`])
    expect(changedSinceSchema.parse(await refused.json())).toMatchObject({
      message: CHANGED_SINCE,
      version: record.version + 1,
    })
    const now = await read(scene)
    expect(now.record).toMatchObject({ version: record.version + 1 })
    for (const ifMatch of [`"x", ${now.etag}`, '*', undefined])
      expect((await change(scene, mine, ifMatch)).status, ifMatch).toBe(200)
  })

  test('refuses an invalid If-Match, and a weak or a foreign ETag', async () => {
    const scene = await sceneOf(path)
    const { etag, record } = await read(scene)
    for (const malformed of ['1', '"1', 'W/1', '"1" "2"', '*, "1"', '']) {
      const answer = await change(scene, scene.changes[0], malformed)
      expect([malformed, answer.status]).toEqual([malformed, 400])
    }
    for (const other of [`W/${etag}`, '"other"', '"99999999999999"'])
      expect([other, (await change(scene, scene.changes[0], other)).status]).toEqual([other, 412])
    expect((await read(scene)).record).toEqual(record)
  })

  test('accepts one of two simultaneous changes of the same version', async () => {
    const scene = await sceneOf(path)
    const { etag, record } = await read(scene)
    const answers = await Promise.all(scene.changes.map((body) => change(scene, body, etag)))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 412])
    expect((await read(scene)).record.version).toBe(record.version + 1)
  })
})

test.each(conditional.flatMap(({ method, path }) => (method === 'delete' ? [path] : [])))(
  '%s is deleted only in the known version',
  async (path) => {
    const scene = await sceneOf(path)
    const { etag } = await read(scene)
    await change(scene, scene.changes[0])
    expect((await remove(scene, etag)).status).toBe(412)
    const now = await read(scene)
    expect((await remove(scene, now.etag)).status).toBe(204)
  },
)

test('pages of other origins can read and send an ETag', async () => {
  const answer = await server.call('GET', '/profile', { token: owner.token })
  expect(answer.headers.get('Access-Control-Expose-Headers')).toContain('ETag')
  const allowed = await server.request('/v2/profile', {
    method: 'OPTIONS',
    headers: {
      Origin: 'https://other.example',
      'Access-Control-Request-Method': 'PUT',
      'Access-Control-Request-Headers': 'if-match',
    },
  })
  expect(allowed.headers.get('Access-Control-Allow-Headers')).toContain('if-match')
})

describe('a refused change names', () => {
  let colleague: TestUser
  beforeAll(async () => {
    colleague = await aMember(server, space, 'admin', {
      user: await aUser(server, { firstname: 'Dana', lastname: 'Nová' }),
    })
  })

  const refusalOf = async (answer: Response) => {
    expect(answer.status).toBe(412)
    return changedSinceSchema.parse(await answer.json())
  }

  test('who has changed which fields since, people by name and keys too', async () => {
    const at = inSpace('devices', await aDevice(server, space))
    const key = await aKey(server, space, { name: 'gateway', permissions: [...KEY_PERMISSIONS] })
    await change({ at, token: colleague.token }, { name: 'pump' })
    await server.call('PUT', at, { key: key.id, body: { comment: 'at the gate', label: { floor: '2' } } })
    const refusal = await refusalOf(await change({ at, token: owner.token }, { comment: 'mine' }, '"1"'))
    expect(refusal.changes).toEqual([
      { fields: ['name'], by: 'Dana Nová', at: expect.any(String) },
      { fields: expect.arrayContaining(['comment', 'label']), by: 'gateway', at: expect.any(String) },
    ])
    const later = await refusalOf(await change({ at, token: owner.token }, { comment: 'mine' }, '"2"'))
    expect(later.changes.map(({ by }) => by)).toEqual(['gateway'])
  })

  test('no value', async () => {
    const at = inSpace('variables', await aVariable(server, space, { value: 'old secret' }))
    await change({ at, token: colleague.token }, { value: 'new secret' })
    const answer = await change({ at, token: owner.token }, { comment: 'mine' }, '"1"')
    expect(await answer.clone().text()).not.toContain('secret')
    expect((await refusalOf(answer)).changes).toMatchObject([{ fields: ['value'], by: 'Dana Nová' }])
  })

  test('no token of a key', async () => {
    const key = await aKey(server, space)
    const at = inSpace('keys', key)
    await change({ at, token: colleague.token }, { permissions: ['space:device:read'] })
    const answer = await change({ at, token: owner.token }, { name: 'mine' }, '"1"')
    expect(await answer.clone().text()).not.toContain(key.id)
    expect((await refusalOf(answer)).changes).toMatchObject([{ fields: ['permissions'], by: 'Dana Nová' }])
  })

  test('a person without a name by e-mail address, and nobody to a key that may not read people', async () => {
    const tag = await aTag(server, space)
    const at = inSpace('tags', tag)
    await change({ at, token: owner.token }, { name: 'renamed' })
    const refusal = await refusalOf(await change({ at, token: colleague.token }, { name: 'mine' }, '"1"'))
    expect(refusal.changes).toMatchObject([{ fields: ['name'], by: owner.email }])
    const key = await aKey(server, space, { permissions: ['space:tag:update'] })
    const answer = await server.call('PUT', at, {
      key: key.id,
      body: { name: 'mine' },
      headers: { 'If-Match': '"1"' },
    })
    expect((await refusalOf(answer)).changes).toMatchObject([{ fields: ['name'], by: UNNAMED_PERSON }])
  })
})

describe('the version of a device', () => {
  const versionOf = async (at: string, { token } = owner) =>
    (await read({ at, token, changes: [{}, {}] })).record.version

  test('stays when it sends messages', async () => {
    const device = await aDevice(server, space)
    await anUplink(server, device, { type: 'session', body: { up: {} } })
    await anUplink(server, device)
    expect(await versionOf(inSpace('devices', device))).toBe(1)
  })

  test('is raised when its hardware is replaced, and when one of its tags is deleted', async () => {
    const tag = await aTag(server, space)
    const device = await aDevice(server, space, { tags: [tag] })
    const connector = await aConnector(server, space, { tags: [tag] })
    const { serial_number, token: claim } = deviceInput()
    const replaced = await server.call('POST', `${inSpace('devices', device)}/replace`, {
      token: owner.token,
      body: { serial_number, token: claim },
    })
    expect(replaced.status).toBe(200)
    expect(await versionOf(inSpace('devices', device))).toBe(2)
    expect((await server.call('DELETE', inSpace('tags', tag), { token: owner.token })).status).toBe(204)
    expect(await versionOf(inSpace('devices', device))).toBe(3)
    expect(await versionOf(inSpace('connectors', connector))).toBe(2)
  })

  test('is raised when one of its changes is undone', async () => {
    const device = await aDevice(server, space)
    const at = inSpace('devices', device)
    await change({ at, token: owner.token }, { comment: 'at the gate' })
    const log = await server.call('GET', `/spaces/${space.id}/audit?target=${device.id}&limit=1`, {
      token: owner.token,
    })
    const [entry] = z.array(z.looseObject({ id: z.string() })).parse(await log.json())
    const undone = await server.call('POST', `/spaces/${space.id}/audit/${entry?.id}/undo`, {
      token: owner.token,
    })
    expect(undone.status).toBe(200)
    expect(await versionOf(at)).toBe(3)
    const answer = await change({ at, token: owner.token }, { comment: 'mine' }, '"2"')
    expect(changedSinceSchema.parse(await answer.json()).changes).toMatchObject([{ fields: ['comment'] }])
  })

  test('continues when the device returns to a space', async () => {
    const there = await aSpace(server, owner)
    const device = await aDevice(server, space)
    await change({ at: inSpace('devices', device), token: owner.token }, { comment: 'at the gate' })
    const move = (from: string, to: string) =>
      server.call('POST', `/spaces/${from}/devices/${device.id}/move`, {
        token: owner.token,
        body: { space_id: to },
      })
    expect((await move(space.id, there.id)).status).toBe(200)
    expect((await move(there.id, space.id)).status).toBe(200)
    expect(await versionOf(inSpace('devices', device))).toBe(4)
  })
})
