import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { DEVICE_SORTS } from '#contract/devices'
import { KEY_PERMISSIONS } from '#contract/permissions'
import { deviceSession, firmwareJob } from '../../server/db/schema'
import { newId } from '../../server/services/common/ids'
import { aConnector, aDevice, aKey, aMessage, anEvent, aSpace, aTag, deviceInput } from '../support/builders'
import { aDelivery } from '../support/deliveries'
import { callDuring } from '../support/meanwhile'
import { serveSpace } from '../support/serve'

const { server, space } = await serveSpace()
const permissions = [...KEY_PERMISSIONS]
const [mine, second, reading, foreign] = [
  await aTag(server, space, 'mine'),
  await aTag(server, space, 'second'),
  await aTag(server, space, 'reading', 'read'),
  await aTag(server, space, 'foreign'),
]
const { id: key } = await aKey(server, space, { tags: [mine, second, reading], permissions })
const { id: single } = await aKey(server, space, { tags: [mine], permissions })

/** Devices by their tags. */
const inside = await aDevice(server, space, { name: 'inside', tags: [mine] })
const both = await aDevice(server, space, { name: 'both', tags: [mine, second, foreign] })
const readable = await aDevice(server, space, { name: 'readable', tags: [reading, foreign] })
const outside = await aDevice(server, space, { name: 'outside', tags: [foreign] })
const bare = await aDevice(server, space, { name: 'bare' })

const all = [inside, both, readable, outside, bare]
const visible = [inside, both, readable]
const messages = new Map<string, string[]>(all.map(({ id }) => [id, []]))
for (let round = 0; round < 3; round++)
  for (const device of all) messages.get(device.id)?.push(await aMessage(server, device))

const on = (method: string, path: string, body?: unknown, as: string = key) =>
  server.call(method, `/spaces/${space.id}${path}`, { key: as, body })
const said = async (answer: Response | Promise<Response>) => [
  (await answer).status,
  await (await answer).text(),
]
const idsOf = async (answer: Promise<Response>) =>
  z
    .array(z.object({ id: z.string() }))
    .parse(await (await answer).json())
    .map(({ id }) => id)
const countOf = async (path: string, as?: string) =>
  z.object({ count: z.number() }).parse(await (await on('GET', path, undefined, as)).json()).count
const messagesOf = (devices: { id: string }[]) =>
  devices
    .flatMap(({ id }) => messages.get(id) ?? [])
    .toSorted()
    .toReversed()

describe('devices', () => {
  test.each(DEVICE_SORTS)(
    'are listed and paged by %s without those outside of the limit',
    async (sort_by) => {
      for (const order_by of ['asc', 'desc']) {
        const path = `/devices?sort_by=${sort_by}&order_by=${order_by}`
        const listed = await idsOf(on('GET', path))
        expect(listed.toSorted()).toEqual(visible.map(({ id }) => id).toSorted())
        const paged = []
        for (let cursor = ''; ; cursor = `&cursor=${paged.at(-1)}`) {
          const page = await idsOf(on('GET', `${path}&limit=1${cursor}`))
          if (page.length === 0) break
          paged.push(...page)
        }
        expect(paged).toEqual(listed)
      }
    },
  )

  test('are counted and filtered within the limit', async () => {
    expect(await countOf('/devices/count')).toBe(3)
    expect(await countOf(`/devices/count?tag_ids[]=${foreign.id}`)).toBe(2)
    expect(await countOf(`/devices/count?tag_ids[]=${foreign.id}`, single)).toBe(1)
    expect(await idsOf(on('GET', '/devices?name=outside'))).toEqual([])
  })

  test('outside of the limit cannot be cursors', async () => {
    expect(await said(on('GET', `/devices?sort_by=name&cursor=${outside.id}`))).toEqual([
      400,
      'cursor is not the id of a device in this space',
    ])
  })

  test('outside of the limit are not found by any call', async () => {
    await server.db
      .insert(deviceSession)
      .values({ spaceId: space.id, deviceId: outside.id, sessionId: 7, up: {} })
    const job = { spaceId: space.id, deviceId: outside.id, id: newId(), firmwareId: 'one', target: 'app' }
    await server.db.insert(firmwareJob).values({ ...job, scheduledAt: new Date() })
    const path = `/devices/${outside.id}`
    for (const [method, rest, body] of [
      ['GET', '', undefined],
      ['PUT', '', { name: 'stolen', tags: [mine] }],
      ['DELETE', '', undefined],
      ['GET', '/sessions/7', undefined],
      ['GET', '/firmware', undefined],
      ['POST', '/firmware', { firmware: 'two', target: 'app' }],
      ['DELETE', `/firmware/${job.id}`, undefined],
    ] as const)
      expect([method, rest, ...(await said(on(method, path + rest, body)))]).toEqual([
        method,
        rest,
        404,
        'not found',
      ])
    const kept = await server.call('GET', `/spaces/${space.id}${path}`, { token: space.owner.token })
    expect(await kept.json()).toMatchObject({ name: 'outside', tags: [foreign] })
  })
})

test('that leave the limit meanwhile are not deleted', async () => {
  const { id } = await aDevice(server, space, { tags: [mine] })
  const answer = await callDuring(
    server,
    async (client) => {
      await client.query('select from device where id = $1 for no key update', [id])
      await client.query('delete from device_tag where device_id = $1', [id])
    },
    () => on('DELETE', `/devices/${id}`),
  )
  expect(answer.status).toBe(404)
  expect((await server.call('GET', `/spaces/${space.id}/devices/${id}`, space.owner)).status).toBe(200)
})

describe('messages', () => {
  test('are listed, paged and counted only for devices of the limit', async () => {
    for (const [as, devices] of [
      [key, visible],
      [single, [inside, both]],
    ] as const) {
      const wanted = messagesOf([...devices])
      expect(await idsOf(on('GET', '/messages?limit=100', undefined, as))).toEqual(wanted)
      expect(await countOf('/messages/count', as)).toBe(wanted.length)
      const rest = await idsOf(on('GET', `/messages?limit=4&cursor=${wanted[1]}`, undefined, as))
      expect(rest).toEqual(wanted.slice(2, 6))
      expect(await idsOf(on('GET', '/messages?limit=2&offset=3', undefined, as))).toEqual(wanted.slice(3, 5))
    }
  })

  test('of silent devices are found once each among many of others', async () => {
    const other = await aSpace(server)
    const tags = [await aTag(server, other), await aTag(server, other)]
    const quiet = await aDevice(server, other, { tags })
    const { id } = await aKey(server, other, { tags, permissions })
    const at = new Date(Date.now() - 60_000)
    const old = [await aMessage(server, quiet, { at }), await aMessage(server, quiet, { at })]
    const busy = await aDevice(server, other)
    for (let i = 0; i < 45; i++) await aMessage(server, busy)
    const path = `/spaces/${other.id}/messages?limit=2`
    expect(await idsOf(server.call('GET', path, { key: id }))).toEqual(old.toReversed())
  })

  test('can be filtered by devices and tags of the limit; others are unknown', async () => {
    expect(await idsOf(on('GET', `/messages?device_id=${both.id}`))).toEqual(messagesOf([both]))
    expect(await idsOf(on('GET', `/messages?tag_id=${mine.id}`))).toEqual(messagesOf([inside, both]))
    expect(await idsOf(on('GET', `/messages?tag_id=${second.id}&device_id=${inside.id}`))).toEqual([])
    for (const list of ['/messages', '/messages/count'])
      for (const [name, id] of [
        ['device', outside.id],
        ['device', bare.id],
        ['tag', foreign.id],
      ] as const) {
        const sentence = `${name}_id is the id of no ${name} in this space`
        expect(await said(on('GET', `${list}?${name}_id=${id}`))).toEqual([400, sentence])
      }
  })

  test('of other devices are not found, nor are their events', async () => {
    const [id = ''] = messagesOf([outside])
    await anEvent(server, id)
    const pending = await aMessage(server, outside, {
      type: 'shell',
      direction: 'down',
      downState: 'pending',
    })
    expect(await said(on('GET', `/messages/${id}`))).toEqual([404, 'not found'])
    expect(await said(on('GET', `/messages/${id}/events`))).toEqual([404, 'not found'])
    expect(await said(on('PUT', `/messages/${pending}`, { down_state: 'cancelled' }))).toEqual([
      404,
      'not found',
    ])
    const downlink = { device_id: outside.id, type: 'shell', body: ['info show'] }
    expect(await said(on('POST', '/messages', downlink))).toEqual([404, 'not found'])
    const [own = ''] = messagesOf([inside])
    expect((await on('GET', `/messages/${own}`)).status).toBe(200)
    expect((await on('GET', `/messages/${own}/events`)).status).toBe(200)
  })
})

test('tags are counted on the devices, connectors and keys within the limit', async () => {
  const other = await aSpace(server)
  const [own, more] = [await aTag(server, other, 'own'), await aTag(server, other, 'more')]
  for (const tags of [[own], [own, more], [more], []]) {
    await aDevice(server, other, { tags })
    await aConnector(server, other, { tags })
  }
  const limited = await aKey(server, other, { tags: [own], permissions })
  await aKey(server, other, { tags: [own, more] })
  const answer = await server.call('GET', `/spaces/${other.id}/tags/usage`, { key: limited.id })
  expect(await answer.json()).toEqual([
    { tag_id: more.id, devices: 1, connectors: 0, keys: 0 },
    { tag_id: own.id, devices: 2, connectors: 1, keys: 1 },
  ])
})

test('a key cannot change its tags: a read-only one stays read-only', async () => {
  const sentence = 'forbidden: a caller with tags cannot change or delete tags'
  const changed = { name: 'reading', color: reading.color, access_type: 'write' }
  expect(await said(on('PUT', `/tags/${reading.id}`, changed))).toEqual([403, sentence])
  expect(await said(on('DELETE', `/tags/${foreign.id}`))).toEqual([403, sentence])
  expect(await (await on('GET', `/tags/${reading.id}`)).json()).toMatchObject({ access_type: 'read' })
})

test('deliveries of a device that has lost the tag of the key disappear with the device', async () => {
  const device = await aDevice(server, space, { name: 'leaving', tags: [mine] })
  const connector = await aConnector(server, space, { tags: [mine] })
  const kept = await aDelivery(server, { space, connector, device: inside }, { state: 'failed' })
  const lost = await aDelivery(server, { space, connector, device }, { state: 'failed' })
  const path = `/connectors/${connector.id}/deliveries`
  expect((await idsOf(on('GET', path))).toSorted()).toEqual([kept, lost].toSorted())
  await server.call('PUT', `/spaces/${space.id}/devices/${device.id}`, {
    token: space.owner.token,
    body: { name: device.name, tags: [foreign] },
  })
  expect(await idsOf(on('GET', path))).toEqual([kept])
  expect(await countOf(`${path}/count`)).toBe(1)
  expect(await said(on('GET', `${path}/${lost}`))).toEqual([404, 'not found'])
  expect(await said(on('POST', `${path}/${lost}/retry`))).toEqual([404, 'not found'])
  expect(await (await on('POST', `${path}/retry`, {})).json()).toEqual({ count: 1 })
})

test('a device that shares only read-only tags with the key can be read but not changed', async () => {
  const sentence = 'forbidden: the tags that you share with this device only let you read it'
  const path = `/devices/${readable.id}`
  expect((await on('GET', path)).status).toBe(200)
  const pending = await aMessage(server, readable, { type: 'shell', direction: 'down', downState: 'pending' })
  for (const [method, target, body] of [
    ['PUT', path, { name: 'renamed', tags: [reading] }],
    ['DELETE', path, undefined],
    ['POST', `${path}/firmware`, { firmware: 'two', target: 'app' }],
    ['DELETE', `${path}/firmware/${newId()}`, undefined],
    ['POST', '/messages', { device_id: readable.id, type: 'shell', body: ['info show'] }],
    ['PUT', `/messages/${pending}`, { down_state: 'cancelled' }],
  ] as const)
    expect([method, target, ...(await said(on(method, target, body)))]).toEqual([
      method,
      target,
      403,
      sentence,
    ])
})

describe('tags of a device', () => {
  const tagsOf = async (answer: Response) =>
    z
      .object({ tags: z.array(z.object({ id: z.string() })) })
      .parse(await answer.json())
      .tags.map(({ id }) => id)

  test('outside of the limit stay, whether or not they are sent', async () => {
    const device = await aDevice(server, space, { tags: [mine, foreign] })
    for (const tags of [[second], [second, foreign]]) {
      const answer = await on('PUT', `/devices/${device.id}`, { name: device.name, tags })
      expect((await tagsOf(answer)).toSorted()).toEqual([second.id, foreign.id].toSorted())
    }
  })

  test.each([
    ['none', [], 'tags must contain at least one of your tags'],
    ['only others', [foreign], 'tags must contain at least one of your tags'],
    ['others too', [mine, foreign], 'tags must contain only your tags and those of the device'],
  ])('cannot become %s', async (_, tags, sentence) => {
    const device = await aDevice(server, space, { tags: [mine] })
    expect(await said(on('PUT', `/devices/${device.id}`, { name: 'changed', tags }))).toEqual([400, sentence])
    expect(await said(on('POST', '/devices', deviceInput({ tags })))).toEqual([400, sentence])
    expect(await (await on('GET', `/devices/${device.id}`)).json()).toMatchObject({
      name: device.name,
      tags: [mine],
    })
  })

  test('in the limit make a new device visible to the key', async () => {
    const created = await on('POST', '/devices', deviceInput({ tags: [mine] }))
    expect(created.status).toBe(201)
    expect(await tagsOf(created)).toEqual([mine.id])
  })
})
