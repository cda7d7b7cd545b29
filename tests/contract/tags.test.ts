import { expect, test } from 'vitest'
import { TAG_IS_LIMIT, type Tag, type TagInput, tagsApi } from '#contract/tags'
import { accessKey, accessKeyTag } from '../../server/db/schema'
import { timeOf } from '../../server/services/common/ids'
import { aConnector, aDevice, aMember, aSpace, aTag, type TestSpace } from '../support/builders'
import { serveSpace } from '../support/serve'

const UNKNOWN = '01890000-0000-7000-8000-000000000000'
const NOW = new Date('2026-11-21T08:20:00.000Z')
const { server, space } = await serveSpace({ now: () => NOW })

const on = async (method: string, path = '', body?: unknown, { id, owner } = space) =>
  server.call(method, `/spaces/${id}/tags${path}`, { token: owner.token, body })

let made = 0

async function create(values: Partial<TagInput> = {}, of = space): Promise<Tag> {
  const answer = await on('POST', '', { name: `roof-${++made}`, color: '#1E88E5', ...values }, of)
  expect(answer.status).toBe(201)
  return tagsApi.create.answer.parse(await answer.json())
}

const list = async (of = space) =>
  tagsApi.list.answer.parse(await (await on('GET', '?limit=1000', undefined, of)).json())

const usage = async (of = space) =>
  tagsApi.usage.answer.parse(await (await on('GET', '/usage', undefined, of)).json())

/** Creates a key that is limited to a tag. */
async function limitKey({ id: spaceId }: TestSpace, tagId: string) {
  const id = crypto.randomUUID()
  await server.db.insert(accessKey).values({ spaceId, id, name: 'gateway', tokenHash: Buffer.from(id) })
  await server.db.insert(accessKeyTag).values({ spaceId, accessKeyId: id, tagId })
}

test('a new tag has the access type write by default', async () => {
  const created = await create({ name: 'roof' })
  expect(created).toEqual({
    id: expect.any(String),
    name: 'roof',
    color: '#1E88E5',
    access_type: 'write',
    created_at: NOW.toISOString(),
    version: 1,
  })
  expect(timeOf(created.id)).toEqual(NOW)
  expect(await (await on('GET', `/${created.id}`)).json()).toEqual(created)
  expect(await create({ access_type: 'read' })).toMatchObject({ access_type: 'read' })
})

test('tags are listed by name', async () => {
  const other = await aSpace(server)
  const zebra = await create({ name: 'zebra' }, other)
  const aspen = await create({ name: 'aspen' }, other)
  expect(await list(other)).toEqual([aspen, zebra])
})

test('any colour with six digits is kept as it was sent', async () => {
  expect(await create({ color: '#a1B2c3' })).toMatchObject({ color: '#a1B2c3' })
})

test('an update without an access type keeps it; its devices show the new name and colour', async () => {
  const { id, created_at } = await create({ access_type: 'read' })
  const device = await aDevice(server, space, { tags: [{ id }] })
  const answer = await on('PUT', `/${id}`, { name: 'cellar', color: '#43A047' })
  expect([answer.status, await answer.json()]).toEqual([
    200,
    { id, name: 'cellar', color: '#43A047', access_type: 'read', created_at, version: 2 },
  ])
  const shown = await server.call('GET', `/spaces/${space.id}/devices/${device.id}`, {
    token: space.owner.token,
  })
  expect(await shown.json()).toMatchObject({ tags: [{ id, name: 'cellar', color: '#43A047' }] })
})

test('a deleted tag disappears, from its devices and connectors as well', async () => {
  const tag = await create()
  const device = await aDevice(server, space, { tags: [tag] })
  const connector = await aConnector(server, space, { tags: [tag] })
  expect((await on('DELETE', `/${tag.id}`)).status).toBe(204)
  for (const path of [`devices/${device.id}`, `connectors/${connector.id}`]) {
    const owner = await server.call('GET', `/spaces/${space.id}/${path}`, { token: space.owner.token })
    expect(await owner.json()).toMatchObject({ tags: [] })
  }
  expect((await on('GET', `/${tag.id}`)).status).toBe(404)
  expect((await on('DELETE', `/${tag.id}`)).status).toBe(404)
})

test('a tag that limits a key cannot be deleted, and its devices keep it', async () => {
  const tag = await create()
  const device = await aDevice(server, space, { tags: [tag] })
  await limitKey(space, tag.id)
  const answer = await on('DELETE', `/${tag.id}`)
  expect([answer.status, await answer.text()]).toEqual([409, TAG_IS_LIMIT])
  expect(await list()).toContainEqual(tag)
  const kept = await server.call('GET', `/spaces/${space.id}/devices/${device.id}`, {
    token: space.owner.token,
  })
  expect(await kept.json()).toMatchObject({ tags: [{ id: tag.id }] })
})

test('a space whose keys are limited to tags can be deleted', async () => {
  const other = await aSpace(server)
  await limitKey(other, (await create({}, other)).id)
  const path = `/spaces/${other.id}`
  expect((await server.call('DELETE', path, { token: other.owner.token })).status).toBe(204)
  expect((await server.call('GET', path, { token: other.owner.token })).status).toBe(404)
})

test('the usage counts the devices, connectors and keys of each tag of the space, by name', async () => {
  const [one, other] = [await aSpace(server), await aSpace(server)]
  const roof = await create({ name: 'roof' }, one)
  const cellar = await create({ name: 'cellar' }, one)
  const unused = await create({ name: 'unused' }, one)
  await aDevice(server, one, { tags: [roof] })
  await aDevice(server, one, { tags: [roof, cellar] })
  await aDevice(server, one)
  await aConnector(server, one, { tags: [roof] })
  await limitKey(one, cellar.id)
  await aDevice(server, other, { tags: [await create({}, other)] })
  expect(await usage(one)).toEqual([
    { tag_id: cellar.id, devices: 1, connectors: 0, keys: 1 },
    { tag_id: roof.id, devices: 2, connectors: 1, keys: 0 },
    { tag_id: unused.id, devices: 0, connectors: 0, keys: 0 },
  ])
})

test.each(['GET', 'PUT', 'DELETE'])('%s of a tag that is unknown or of another space', async (method) => {
  const other = await aSpace(server)
  const foreign = await create({}, other)
  const body = method === 'PUT' ? { name: 'mine', color: '#000000' } : undefined
  for (const id of [UNKNOWN, 'not-a-uuid', foreign.id]) {
    const answer = await on(method, `/${id}`, body)
    expect([answer.status, await answer.text()]).toEqual([404, 'not found'])
  }
  expect(await list(other)).toEqual([foreign])
})

test.each([
  ['name', { color: '#000000' }],
  ['color', { name: 'roof' }],
])('a new tag needs its %s', async (field, body) => {
  const answer = await on('POST', '', body)
  expect([answer.status, await answer.text()]).toEqual([400, `${field} is required`])
})

test.each<[values: object, sentence: unknown]>([
  [{ name: '' }, 'name is required'],
  [{ name: '2nd' }, expect.stringMatching(/^name must have at least 3 characters, begin with/)],
  [{ color: null }, 'color must be text'],
  [{ color: 'red' }, 'color must be a colour like #1A2B3C'],
  [{ color: '#FFF' }, 'color must be a colour like #1A2B3C'],
  [{ access_type: 'none' }, 'access_type must be one of read, write'],
])('a tag with %j is refused', async (values, sentence) => {
  const tag = await create()
  const before = await list()
  for (const [method, path] of [
    ['POST', ''],
    ['PUT', `/${tag.id}`],
  ] as const) {
    const answer = await on(method, path, { name: 'roof', color: '#000000', ...values })
    expect([answer.status, await answer.text()]).toEqual([400, sentence])
  }
  expect(await list()).toEqual(before)
})

test('a person who can only read the space reads its tags and their usage, and cannot change them', async () => {
  const { id } = await aTag(server, space)
  const { token } = await aMember(server, space, 'user')
  const status = async (method: string, path: string) => {
    const body = method === 'GET' || method === 'DELETE' ? undefined : { name: 'mine', color: '#000000' }
    return (await server.call(method, `/spaces/${space.id}/tags${path}`, { token, body })).status
  }
  expect([await status('GET', ''), await status('GET', `/${id}`), await status('GET', '/usage')]).toEqual([
    200, 200, 200,
  ])
  expect([await status('POST', ''), await status('PUT', `/${id}`), await status('DELETE', `/${id}`)]).toEqual(
    [403, 403, 403],
  )
})
