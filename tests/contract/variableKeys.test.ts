import { describe, expect, test } from 'vitest'
import { HIDDEN } from '#contract/common'
import { keysApi } from '#contract/keys'
import type { KeyPermission } from '#contract/permissions'
import { variablesApi } from '#contract/variables'
import { outcome } from '../support/answers'
import { aDevice, aKey, aTag, aVariable, variableInput } from '../support/builders'
import { serveSpace } from '../support/serve'

const { server, space } = await serveSpace()
const SECRET = '0A1B2C3D4E5F'
const VALUES = 'space:variable:value:read'
const CRUD: KeyPermission[] = [
  'space:variable:create',
  'space:variable:read',
  'space:variable:update',
  'space:variable:delete',
]
const [mine, reading, foreign] = [
  await aTag(server, space, 'mine'),
  await aTag(server, space, 'reading', 'read'),
  await aTag(server, space, 'foreign'),
]
const [inside, readable, outside] = [
  await aDevice(server, space, { tags: [mine] }),
  await aDevice(server, space, { tags: [reading] }),
  await aDevice(server, space, { tags: [foreign] }),
]
const blind = (await aKey(server, space, { permissions: CRUD })).id
const seeing = (await aKey(server, space, { permissions: [...CRUD, VALUES] })).id
const limited = (await aKey(server, space, { permissions: [...CRUD, VALUES], tags: [mine, reading] })).id

const call = (key: string, method: string, path = '', body?: object) =>
  server.call(method, `/spaces/${space.id}/variables${path}`, { key, body })
const read = async (answer: Promise<Response>) => variablesApi.get.answer.parse(await (await answer).json())
const asOwner = (id: string) =>
  read(server.call('GET', `/spaces/${space.id}/variables/${id}`, { token: space.owner.token }))

describe('a key that may not read values', () => {
  test('gets masked values from every call', async () => {
    const { id } = await aVariable(server, space, { value: SECRET, comment: 'Cellar' })
    const answers = await Promise.all(
      [
        await call(blind, 'GET', '?limit=1000'),
        await call(blind, 'GET', `/${id}`),
        await call(blind, 'PUT', `/${id}`, { comment: 'Attic' }),
        await call(blind, 'POST', `/${id}/lock`),
        await call(blind, 'POST', `/${id}/unlock`),
        await call(blind, 'POST', '', variableInput({ value: SECRET })),
      ].map((answer) => answer.text()),
    )
    for (const text of answers) {
      expect(text).not.toContain(SECRET)
      expect([JSON.parse(text)].flat()).toContainEqual(expect.objectContaining({ value: HIDDEN }))
    }
    expect(await asOwner(id)).toMatchObject({ value: SECRET, comment: 'Attic' })
  })

  test('keeps a value by sending back its mask, and can set another value', async () => {
    const { id } = await aVariable(server, space, { value: SECRET })
    const answered = await read(call(blind, 'GET', `/${id}`))
    const kept = await call(blind, 'PUT', `/${id}`, { ...answered, name: 'renamed' })
    expect([kept.status, kept.headers.get('etag')]).toEqual([200, '"2"'])
    expect(await asOwner(id)).toMatchObject({ value: SECRET, name: 'renamed' })
    await call(blind, 'PUT', `/${id}`, { value: 'FFFF' })
    expect(await asOwner(id)).toMatchObject({ value: 'FFFF' })
  })

  test('cannot create a variable from a masked value', async () => {
    const answer = await call(blind, 'POST', '', variableInput({ value: HIDDEN }))
    expect(await outcome(answer)).toEqual([400, 'value must not be the mask of a value'])
  })

  test('cannot grant another key the permission', async () => {
    const permissions: KeyPermission[] = [...CRUD, 'space:key:create', 'space:key:update']
    const manager = await aKey(server, space, { permissions })
    const grant = (granted: KeyPermission[]) =>
      server.call('POST', `/spaces/${space.id}/keys`, {
        key: manager.id,
        body: { name: 'made-by-key', permissions: granted },
      })
    expect(await outcome(await grant([...CRUD, VALUES]))).toEqual([
      403,
      'forbidden: you can give only permissions that you have yourself',
    ])
    expect((await grant(CRUD)).status).toBe(201)
  })
})

test('a key that may read values gets them in every answer, which counts as use of the permission', async () => {
  const { id } = await aVariable(server, space, { value: SECRET })
  for (const [method, path, body] of [
    ['GET', `/${id}`],
    ['PUT', `/${id}`, { comment: 'Attic' }],
    ['POST', `/${id}/lock`],
    ['POST', `/${id}/unlock`],
  ] as const)
    expect(await read(call(seeing, method, path, body))).toMatchObject({ value: SECRET })
  expect(await (await call(seeing, 'GET')).json()).toContainEqual(await asOwner(id))
  await server.deps.keyUse.flush()
  const usage = await server.call('GET', `/spaces/${space.id}/keys/usage`, { token: space.owner.token })
  const used = keysApi.usage.answer.parse(await usage.json()).find(({ key_id }) => key_id === seeing)
  expect(used?.calls).toBe(5)
  expect(used?.used_permissions.toSorted()).toEqual(['space:variable:read', 'space:variable:update', VALUES])
})

test('people of every role can read values', async () => {
  const { id } = await aVariable(server, space, { value: SECRET })
  expect(await asOwner(id)).toMatchObject({ value: SECRET })
})

describe('a key with tags', () => {
  test('sees the variables of its devices, and not those of the space', async () => {
    const own = await aVariable(server, space, { device_id: inside.id, name: 'of-inside' })
    const others = [
      await aVariable(server, space, { device_id: outside.id, name: 'of-outside' }),
      await aVariable(server, space, { name: 'of-space' }),
    ]
    for (const query of ['name=of-', 'name=of-&sort_by=name'])
      expect(await (await call(limited, 'GET', `?${query}`)).json()).toEqual([{ ...own, device_name: null }])
    expect(await (await call(limited, 'GET', '/count?name=of-')).json()).toEqual({ count: 1 })
    for (const { id } of others)
      for (const [method, path, body] of [
        ['GET', ''],
        ['PUT', '', { comment: 'stolen' }],
        ['POST', '/lock'],
        ['DELETE', ''],
      ] as const)
        expect(await outcome(await call(limited, method, `/${id}${path}`, body))).toEqual([404, 'not found'])
    const cursor = `?sort_by=name&cursor=${others[0]?.id}`
    expect(await outcome(await call(limited, 'GET', cursor))).toEqual([
      400,
      'cursor is not the id of a variable in this space',
    ])
    expect((await call(limited, 'DELETE', `/${own.id}`)).status).toBe(204)
  })

  test('can create variables only for these devices', async () => {
    const create = (device_id: string | null) => call(limited, 'POST', '', variableInput({ device_id }))
    expect((await create(inside.id)).status).toBe(201)
    expect(await outcome(await create(null))).toEqual([
      403,
      'forbidden: a caller with tags creates only variables of devices that they see',
    ])
    expect(await outcome(await create(outside.id))).toEqual([
      400,
      'device_id is not the id of a device in this space',
    ])
  })

  test('cannot change variables of a device that it can only read', async () => {
    const { id } = await aVariable(server, space, { device_id: readable.id })
    const refused = [403, 'forbidden: the tags that you share with this device only let you read it']
    expect((await call(limited, 'GET', `/${id}`)).status).toBe(200)
    for (const [method, path, body] of [
      ['POST', '', variableInput({ device_id: readable.id })],
      ['PUT', `/${id}`, { comment: 'changed' }],
      ['POST', `/${id}/lock`],
      ['DELETE', `/${id}`],
    ] as const)
      expect([method, await outcome(await call(limited, method, path, body))]).toEqual([method, refused])
  })
})
