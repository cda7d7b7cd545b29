import { expect, test } from 'vitest'
import { type Key, keysApi } from '#contract/keys'
import type { KeyPermission } from '#contract/permissions'
import { outcome } from '../support/answers'
import { aKey, aTag } from '../support/builders'
import { serveSpace } from '../support/serve'

const { server, space } = await serveSpace()

const permissions: KeyPermission[] = [
  'space:key:create',
  'space:key:read',
  'space:key:update',
  'space:key:delete',
  'space:device:read',
]
const [tag, otherTag] = [await aTag(server, space), await aTag(server, space)]
const manager = await aKey(server, space, { permissions })
const limited = await aKey(server, space, { permissions, tags: [tag] })
const as = (key: Key, method: string, path = '', body?: unknown) =>
  server.call(method, `/spaces/${space.id}/keys${path}`, { key: key.id, body })
const GRANTS_MORE = [403, 'forbidden: you can give only permissions that you have yourself']
const GIVES_MORE = [
  403,
  'forbidden: a caller with tags can give only their own tags, and at least one of them',
]

const weaker = await aKey(server, space, { name: 'weaker', permissions: ['space:device:read'], tags: [tag] })
const stronger = await aKey(server, space, { permissions: ['space:device:read', 'space:device:delete'] })
const elsewhere = await aKey(server, space, { permissions: ['space:device:read'], tags: [otherTag] })
const wider = await aKey(server, space, { permissions: ['space:device:read'], tags: [tag, otherTag] })
const whole = await aKey(server, space, { permissions: ['space:device:read'] })

test.each([
  ['without a limit', manager, [manager, limited, weaker, elsewhere, wider, whole]],
  ['limited to a tag', limited, [limited, weaker]],
])('a key %s lists only keys that have no more permissions than itself', async (_, key, seen) => {
  const ids = new Set(seen.map(({ handle }) => handle))
  const listed = keysApi.list.answer.parse(await (await as(key, 'GET')).json())
  expect(new Set(listed.map(({ id }) => id))).toEqual(ids)
  const usage = keysApi.usage.answer.parse(await (await as(key, 'GET', '/usage')).json())
  expect(new Set(usage.map(({ key_id }) => key_id))).toEqual(ids)
})

test.each([
  ['one with more permissions', manager, stronger],
  ['one with more permissions (limited)', limited, stronger],
  ['one with another tag', limited, elsewhere],
  ['one with one tag more', limited, wider],
  ['one without a limit', limited, whole],
])('a key that manages keys does not find %s', async (_, key, target) => {
  for (const method of ['GET', 'PUT', 'DELETE']) {
    const body = method === 'PUT' ? { name: 'stolen', tags: [tag], permissions: [] } : undefined
    expect([method, ...(await outcome(await as(key, method, `/${target.id}`, body)))]).toEqual([
      method,
      404,
      'not found',
    ])
  }
})

test('a key grants a new or existing key no more than it has itself', async () => {
  const stronger = { name: 'stronger', permissions: ['space:device:delete'], tags: [tag] }
  const write = [
    ['POST', ''],
    ['PUT', `/${weaker.id}`],
  ] as const
  for (const [method, path] of write) {
    for (const key of [manager, limited])
      expect(await outcome(await as(key, method, path, stronger))).toEqual(GRANTS_MORE)
    for (const tags of [[], [otherTag], [tag, otherTag]])
      expect(await outcome(await as(limited, method, path, { name: 'wider', tags }))).toEqual(GIVES_MORE)
  }
  const read = await server.call('GET', `/spaces/${space.id}/keys/${weaker.id}`, { token: space.owner.token })
  expect(await read.json()).toEqual(weaker)
})

test('a key can change and delete one that it created', async () => {
  const body = { name: 'made-by-key', permissions: ['space:device:read'], tags: [tag] }
  const made = keysApi.create.answer.parse(await (await as(limited, 'POST', '', body)).json())
  const changed = await as(limited, 'PUT', `/${made.id}`, { ...body, name: 'renamed', permissions: [] })
  expect(await changed.json()).toEqual({ ...made, name: 'renamed', permissions: [], version: 2 })
  expect((await as(limited, 'DELETE', `/${made.id}`)).status).toBe(204)
})
