import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { DAY } from '#contract/common/durations'
import { keysApi } from '#contract/keys'
import { KEY_PERMISSIONS, type KeyPermission } from '#contract/permissions'
import { accessKeyUse } from '../../server/db/schema'
import { keepHouse } from '../../server/services/administration/housekeeping'
import { standInOf } from '../../server/services/audit/note'
import { newId } from '../../server/services/common/ids'
import { outcome } from '../support/answers'
import { aDevice, aKey, aSpace, aTag } from '../support/builders'
import { makeServer } from '../support/makeServer'
import { serveSpace } from '../support/serve'
import { ageSignIn } from '../support/signIn'

const UNKNOWN = '01890000-0000-4000-8000-000000000000'
const { server, space } = await serveSpace()

const on = async (method: string, path = '', body?: unknown, { id, owner } = space) =>
  server.call(method, `/spaces/${id}/keys${path}`, { token: owner.token, body })

const REFUSED = [401, 'forbidden: bad API key']

async function usageOf(key: string) {
  await server.deps.keyUse.flush()
  const usage = keysApi.usage.answer.parse(await (await on('GET', '/usage')).json())
  return usage.find(({ key_id }) => key_id === key)
}

test('a key is created with its tags and permissions, and has a random id', async () => {
  const tag = await aTag(server, space)
  const permissions = ['space:device:read', 'space:message:read']
  const answer = await on('POST', '', { name: 'reporter', tags: [tag], permissions })
  expect(answer.status).toBe(201)
  const created = keysApi.create.answer.parse(await answer.json())
  expect(created).toMatchObject({ name: 'reporter', tags: [tag], permissions })
  expect(created.id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4/)
  expect(await (await on('GET', `/${created.id}`)).json()).toEqual(created)
})

describe('the id in the body', () => {
  test.each([
    ['of version 4', randomUUID(), true],
    ['of version 7', newId(), true],
    ['of version 1', 'a6e0a3e0-1d1f-11ee-be56-0242ac120002', false],
    ['of no version', '00000000-0000-0000-0000-000000000000', false],
  ])('%s is used as the id or not', async (_, id, isKept) => {
    const created = await aKey(server, space, { id: id.toUpperCase() })
    expect(created.id === id).toBe(isKept)
  })

  test('must not be that of another key, in any space', async () => {
    const mine = await aKey(server, space)
    const other = await aSpace(server)
    for (const of of [space, other]) {
      const answer = await on('POST', '', { id: mine.id.toUpperCase(), name: 'copy-of-it' }, of)
      expect(await outcome(answer)).toEqual([409, 'id belongs to another key'])
    }
    expect(await (await on('GET', `/${mine.id}`)).json()).toEqual(mine)
  })
})

test('an update without permissions keeps them', async () => {
  const key = await aKey(server, space, { permissions: ['space:tag:read'] })
  const renamed = await on('PUT', `/${key.id}`, { name: 'renamed' })
  expect(await renamed.json()).toEqual({ ...key, name: 'renamed', version: 2 })
  const emptied = await on('PUT', `/${key.id}`, { name: 'renamed', permissions: [] })
  expect(await emptied.json()).toMatchObject({ permissions: [] })
})

test('a key also works in upper case, in its space, until it is deleted', async () => {
  const { id: key } = await aKey(server, space, { permissions: ['space:device:read'] })
  const path = `/spaces/${space.id}/devices`
  expect((await server.call('GET', path, { key })).status).toBe(200)
  expect((await server.call('GET', path, { key: key.toUpperCase() })).status).toBe(200)
  expect((await server.call('GET', `/spaces/${space.id.toUpperCase()}/devices`, { key })).status).toBe(200)
  const elsewhere = await server.call('GET', `/spaces/${(await aSpace(server)).id}/devices`, { key })
  expect(await outcome(elsewhere)).toEqual([404, 'not found'])
  expect((await on('DELETE', `/${key}`)).status).toBe(204)
  expect(await outcome(await server.call('GET', path, { key }))).toEqual(REFUSED)
})

describe('two copies of the server on one database', () => {
  test('refuse a key as soon as one has deleted it', async () => {
    const copy = await makeServer({ databaseUrl: server.databaseUrl })
    try {
      const { id: key } = await aKey(server, space, { permissions: ['space:device:read'] })
      const path = `/spaces/${space.id}/devices`
      expect((await copy.call('GET', path, { key })).status).toBe(200)
      await on('DELETE', `/${key}`)
      expect(await outcome(await copy.call('GET', path, { key }))).toEqual(REFUSED)
    } finally {
      await copy.stop()
    }
  })

  test('count the calls of a key together', async () => {
    const copy = await makeServer({ databaseUrl: server.databaseUrl })
    try {
      const { id: key } = await aKey(server, space, { permissions: ['space:device:read'] })
      const copies = Array.from({ length: 20 }, (_, i) => (i % 2 ? copy : server))
      await Promise.all(copies.map((one) => one.call('GET', `/spaces/${space.id}/devices`, { key })))
      await copy.deps.keyUse.flush()
      expect(await usageOf(key)).toMatchObject({ calls: 20, used_permissions: ['space:device:read'] })
    } finally {
      await copy.stop()
    }
  })
})

test.each(['', 'nonsense', UNKNOWN, `${UNKNOWN}x`, `{${UNKNOWN}}`, 'ž'.repeat(2000)])(
  'the key %j is refused like any unknown one',
  async (key) => {
    const answer = await server.call('GET', `/spaces/${space.id}/devices`, {
      headers: { 'X-API-Key': encodeURI(key) },
    })
    expect(await outcome(answer)).toEqual(REFUSED)
  },
)

test('a bearer token takes precedence over a key', async () => {
  const { id: key } = await aKey(server, space, { permissions: ['space:device:read'] })
  const path = `/spaces/${space.id}/devices`
  const answer = await server.call('GET', path, { key, token: 'wrong' })
  expect(await outcome(answer)).toEqual([401, 'forbidden: bad bearer token'])
  expect((await server.call('GET', path, { key: UNKNOWN, token: space.owner.token })).status).toBe(200)
})

test('a key sees only its space, without a role', async () => {
  const { id: key } = await aKey(server, space)
  const seen = await server.call('GET', '/spaces', { key })
  expect(await seen.json()).toMatchObject([
    { id: space.id, name: space.name, user_role: null, invited: false },
  ])
  const one = await server.call('GET', `/spaces/${space.id}`, { key })
  expect(await one.json()).toMatchObject({ id: space.id, user_role: null })
})

describe('the token of a key', () => {
  const listed = async (caller: { token: string } | { key: string } = { token: space.owner.token }) => {
    const answer = await server.call('GET', `/spaces/${space.id}/keys`, caller)
    return keysApi.list.answer.parse(await answer.json())
  }
  const { token } = space.owner

  test('is in lists only for a person who has confirmed their identity', async () => {
    const { id, name, handle } = await aKey(server, space)
    expect(handle).toBe(standInOf(id))
    const find = async () => (await listed()).find((one) => one.name === name)
    expect(await find()).toMatchObject({ id, handle })
    await ageSignIn(server, space.owner, 16)
    expect(await find()).toMatchObject({ id: handle, handle })
    expect(JSON.stringify(await (await on('GET', '/usage')).json())).not.toContain(id)
    const one = await on('GET', `/${handle}/token`)
    expect(await outcome(one)).toEqual([403, 'forbidden: sign in again'])
    const body = { password: space.owner.password }
    expect((await server.call('POST', '/auth/confirm', { token, body })).status).toBe(204)
    expect(await (await on('GET', `/${handle}/token`)).json()).toEqual({ token: id })
    expect(await (await on('GET', `/${id}/token`)).json()).toEqual({ token: id })
    expect(await find()).toMatchObject({ id })
  })

  test('is returned once by the call that creates the key, even without a confirmation', async () => {
    await ageSignIn(server, space.owner, 16)
    const created = await aKey(server, space)
    expect(created.handle).toBe(standInOf(created.id))
    expect((await server.call('GET', '/spaces', { key: created.id })).status).toBe(200)
    expect(await outcome(await server.call('GET', '/spaces', { key: created.handle ?? '' }))).toEqual(REFUSED)
  })

  test('and its handle both address the key, and the answer has the one of the request', async () => {
    const key = await aKey(server, space)
    const handle = key.handle ?? ''
    for (const id of [key.id, handle, handle.toUpperCase()]) {
      expect(await (await on('GET', `/${id}`)).json()).toEqual({ ...key, id: id.toLowerCase() })
    }
    const renamed = await on('PUT', `/${handle}`, { name: 'by-handle' })
    expect(await renamed.json()).toMatchObject({ id: handle, name: 'by-handle', version: 2 })
    expect((await on('GET', `/${handle}`, undefined, await aSpace(server))).status).toBe(404)
    await server.call('POST', '/auth/confirm', { token, body: { password: space.owner.password } })
    expect((await on('DELETE', `/${handle}`)).status).toBe(204)
    expect((await on('GET', `/${key.id}`)).status).toBe(404)
  })

  test('is in no list for a key, because a listed key may get more permissions later', async () => {
    const permissions: KeyPermission[] = ['space:key:read', 'space:device:read']
    const manager = await aKey(server, space, { permissions })
    const other = await aKey(server, space, { permissions: ['space:device:read'] })
    const seen = await listed({ key: manager.id })
    expect(seen.map(({ id }) => id)).toEqual(expect.arrayContaining([manager.handle, other.handle]))
    expect(JSON.stringify(seen)).not.toContain(other.id)
    const usage = await server.call('GET', `/spaces/${space.id}/keys/usage`, { key: manager.id })
    expect(await usage.text()).not.toContain(other.id)
  })
})

test('a space is deleted with its keys', async () => {
  const other = await aSpace(server)
  const { id: key } = await aKey(server, other, { tags: [await aTag(server, other)] })
  expect((await server.call('DELETE', `/spaces/${other.id}`, { token: other.owner.token })).status).toBe(204)
  expect(await outcome(await server.call('GET', '/spaces', { key }))).toEqual(REFUSED)
})

describe('the usage of a key', () => {
  test('is empty before the first call', async () => {
    const { id } = await aKey(server, space)
    expect(await usageOf(id)).toEqual({
      key_id: id,
      handle: standInOf(id),
      last_used_at: null,
      last_used_from: null,
      calls: 0,
      used_permissions: [],
    })
  })

  test('has the permissions that calls needed, even when they failed for another reason', async () => {
    const permissions: KeyPermission[] = ['space:device:shell:create', 'space:device:config:create']
    const { id: key } = await aKey(server, space, { permissions })
    const device = await aDevice(server, space)
    const downlink = { device_id: device.id, type: 'shell', body: ['info show'] }
    expect((await server.call('POST', `/spaces/${space.id}/messages`, { key, body: downlink })).status).toBe(
      201,
    )
    const unknown = { ...downlink, device_id: UNKNOWN, type: 'config' }
    expect((await server.call('POST', `/spaces/${space.id}/messages`, { key, body: unknown })).status).toBe(
      404,
    )
    expect((await server.call('GET', `/spaces/${space.id}/devices`, { key })).status).toBe(403)
    const { last_used_at, ...usage } = (await usageOf(key)) ?? {}
    expect(usage).toEqual({
      key_id: key,
      handle: standInOf(key),
      last_used_from: 'local',
      calls: 2,
      used_permissions: permissions.toSorted(),
    })
    expect(Math.abs(Date.parse(last_used_at ?? '') - Date.now())).toBeLessThan(60_000)
  })

  test('counts the calls of a day, keeps permissions for 90 days, and is then deleted', async () => {
    const { id: key } = await aKey(server, space, { permissions: ['space:device:read', 'space:tag:read'] })
    const { keyUse, now } = server.deps
    const of = { spaceId: space.id, keyId: key }
    const ago = (days: number) => new Date(now().getTime() - days * DAY)
    keyUse.note(of, ['space:tag:read'], ago(91), 'local')
    keyUse.note(of, ['space:message:read'], ago(89), 'local')
    keyUse.note(of, ['space:device:read'], ago(0.5), '192.0.2.1')
    keyUse.note(of, ['space:tag:delete'], ago(2), '192.0.2.2')
    expect(await usageOf(key)).toMatchObject({
      last_used_from: '192.0.2.1',
      calls: 1,
      used_permissions: ['space:device:read', 'space:message:read', 'space:tag:delete'],
    })
    await keepHouse(server.deps, { messageRetentionDays: undefined, deliveryRetentionDays: 30 })
    expect(await server.db.$count(accessKeyUse, eq(accessKeyUse.accessKeyId, key))).toBe(3)
  })

  test('of a key that was deleted meanwhile does not block that of others', async () => {
    const [gone, kept] = [await aKey(server, space), await aKey(server, space)]
    await on('DELETE', `/${gone.id}`)
    for (const { id: keyId } of [gone, kept])
      server.deps.keyUse.note({ spaceId: space.id, keyId }, ['space:read'], server.deps.now(), 'local')
    expect(await usageOf(kept.id)).toMatchObject({ calls: 1 })
  })
})

test('the log never contains the id of a key', async () => {
  const { id: key } = await aKey(server, space, { permissions: [...KEY_PERMISSIONS] })
  const target = await aKey(server, space)
  const keys = `/spaces/${space.id}/keys`
  const one = `${keys}/${target.id}`
  const before = server.logged.length
  for (const [method, path] of [
    ['GET', one],
    ['PUT', one],
    ['GET', one.toUpperCase()],
    ['GET', `${one}/`],
    ['GET', `${one}/more/${key}`],
    ['GET', one.replace('keys', '%6beys')],
    ['GET', `${keys}//${target.id}`],
    ['GET', `${keys}%2F${target.id}`],
    ['PATCH', one],
    ['DELETE', one],
    ['DELETE', one],
    ['GET', `${keys}/usage`],
    ['GET', `/spaces/${space.id}/devices`],
  ] as const)
    await server.call(method, path, { key, ...(method === 'PUT' && { body: { name: 'renamed' } }) })
  await server.request(`/space/${space.id}/keys/${target.id}?edit=true`)
  await server.call('GET', `/spaces/${space.id}/devices`, { key: target.id })
  await server.db.$client.query('alter table access_key rename to access_key_away')
  const failed = await server.call('GET', one, { token: space.owner.token })
  await server.db.$client.query('alter table access_key_away rename to access_key')
  expect(failed.status).toBe(500)
  const lines = server.logged.slice(before)
  expect(lines.length).toBeGreaterThan(16)
  expect(lines.join('\n').toLowerCase()).not.toMatch(new RegExp(`${key}|${target.id}`))
  expect(lines.some((line) => line.includes(`${keys}/usage`))).toBe(true)
})

describe('a rotated key', () => {
  test('works at once with its new token, and no longer with the former one', async () => {
    const tag = await aTag(server, space)
    const permissions: KeyPermission[] = ['space:device:read', 'space:key:read']
    const old = await aKey(server, space, { tags: [{ id: tag.id }], permissions })
    expect((await server.call('GET', `/spaces/${space.id}/devices`, { key: old.id })).status).toBe(200)
    await server.deps.keyUse.flush()

    const answer = await on('POST', `/${old.handle}/rotate`)
    expect(answer.status).toBe(200)
    const key = keysApi.rotate.answer.parse(await answer.json())
    expect(key).toEqual({ ...old, id: key.id, version: 2 })
    expect(key.id).not.toBe(old.id)
    expect(await outcome(await server.call('GET', `/spaces/${space.id}/devices`, { key: old.id }))).toEqual(
      REFUSED,
    )
    expect((await server.call('GET', `/spaces/${space.id}/devices`, { key: key.id })).status).toBe(200)
    expect((await usageOf(key.id))?.calls).toBe(2)
    expect((await on('GET', `/${old.id}`)).status).toBe(404)

    const { rows } = await server.db.$client.query(
      `select action from audit_entry where space_id = $1 and target_id = $2 order by id`,
      [space.id, old.handle],
    )
    expect(rows.map(({ action }) => action)).toEqual(['key.create', 'key.rotate'])
  })

  test('keeps its handle, by which it is found, changed, rotated again, deleted and logged', async () => {
    const { id: first, handle } = await aKey(server, space, { permissions: ['space:key:create'] })
    const rotate = async () =>
      keysApi.rotate.answer.parse(await (await on('POST', `/${handle}/rotate`)).json())
    await rotate()
    const { id } = await rotate()
    expect(
      (await server.call('POST', `/spaces/${space.id}/keys`, { key: id, body: { name: 'made-by-it' } }))
        .status,
    ).toBe(201)
    expect(await (await on('GET', `/${handle}/token`)).json()).toEqual({ token: id })
    // Otherwise both would have the same handle.
    const again = await on('POST', '', { id: first, name: 'again' })
    expect(await outcome(again)).toEqual([409, 'id belongs to another key'])
    expect((await on('PUT', `/${handle}`, { name: 'renamed-by-handle' })).status).toBe(200)
    expect((await on('DELETE', `/${handle}`)).status).toBe(204)
    const { rows } = await server.db.$client.query(
      `select action, coalesce(actor_id::text = $2, false) as is_own from audit_entry
        where space_id = $1 and $2 in (target_id::text, actor_id::text) order by id`,
      [space.id, handle],
    )
    expect(rows.map(({ action, is_own }) => [action, is_own])).toEqual([
      ['key.create', false],
      ['key.rotate', false],
      ['key.rotate', false],
      ['key.create', true],
      ['key.update', false],
      ['key.delete', false],
    ])
  })

  test('of another space is not found, and only a recent sign-in gets the token', async () => {
    const other = await aSpace(server)
    const key = await aKey(server, space)
    expect((await on('POST', `/${key.id}/rotate`, undefined, other)).status).toBe(404)
    const old = await aSpace(server)
    const own = await aKey(server, old)
    await ageSignIn(server, old.owner, 20)
    expect(await outcome(await on('POST', `/${own.id}/rotate`, undefined, old))).toEqual([
      403,
      'forbidden: sign in again',
    ])
  })
})
