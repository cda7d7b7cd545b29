import { expect, test } from 'vitest'
import { z } from 'zod'
import { EXAMPLE_ID } from '#contract/common'
import { connectorsApi } from '#contract/connectors'
import { type ReplayCreate, replayStartedSchema } from '#contract/replays'
import { findReplays } from '../../server/services/replays/fill'
import { aDevice, aKey, aMessage, aTag, messagesOf } from '../support/builders'
import { deliveryStage } from '../support/deliveryStage'
import type { TestServer } from '../support/makeServer'
import { operationCalls } from '../support/operations'
import { replayCalls } from '../support/replays'
import { aWebhook, forwards } from '../support/webhooks'

const stage = deliveryStage()
const { start } = stage

async function aRoute(server: TestServer, values: Parameters<typeof aWebhook>[1] = {}) {
  const route = await aWebhook(server, { transformation: forwards(`${stage.receiver.url}/hook`), ...values })
  return { ...route, ...operationCalls(route), ...replayCalls(route) }
}

const numbered = (count: number) => Array.from({ length: count }, (_, n) => ({ n }))
const idsAt = (path = '/hook') => stage.receiver.at(path).map(({ headers }) => headers['webhook-id'])
const repeatedAt = (path = '/hook') =>
  stage.receiver.at(path).map(({ headers }) => headers['webhook-repeats'])

test('a replay can send all messages again, or only those that were not delivered', async () => {
  const server = await start()
  const route = await aRoute(server)
  await route.send({ n: 'delivered' })
  await stage.receiver.arrivals('/hook')
  stage.receiver.on('/hook', (response) => void response.writeHead(400).end())
  await route.send({ n: 'failed' })
  await stage.receiver.arrivals('/hook', 2)
  stage.receiver.on('/hook', (response) => void response.writeHead(204).end())
  await expect
    .poll(async () => (await route.deliveries()).map(({ state }) => state))
    .toEqual(['failed', 'delivered'])
  await aMessage(server, route.device, { body: '{"n":"before"}' })
  const [delivered, failed] = idsAt()
  expect(await route.startReplay({ dry_run: true })).toMatchObject({
    count: 3,
    device_count: 1,
    replay: null,
  })
  const { count, replay } = await route.startReplay()
  expect({ count, replay }).toMatchObject({
    count: 3,
    replay: { state: 'running', total: 3, created_by: route.space.owner.email },
  })
  expect(await route.doneReplay(replay?.id ?? '')).toMatchObject({
    sent: 3,
    skipped: 0,
    pending: 0,
    failed: 0,
    held: null,
  })
  const again = stage.receiver.at('/hook').slice(2)
  expect(again).toHaveLength(3)
  const of = (n: string) => again.find(({ body }) => body.includes(n))?.headers
  expect(of('failed')).toMatchObject({ 'webhook-id': failed })
  expect(of('failed')).not.toHaveProperty('webhook-repeats')
  expect(of('delivered')).toMatchObject({ 'webhook-repeats': delivered })
  expect(of('delivered')?.['webhook-id']).not.toBe(delivered)
  expect(of('before')).not.toHaveProperty('webhook-repeats')
  expect(new Set(idsAt()).size).toBe(4)
  const [newest] = await route.deliveries()
  expect(newest).toMatchObject({ replay_id: replay?.id })
})

test('each message is replayed once by two copies of the server, when one stops and a third one takes over', {
  tags: 'heavy',
}, async () => {
  const server = await start({ lease: 1 })
  const route = await aRoute(server)
  await messagesOf(server, route.device, numbered(80))
  await stage.receiver.arrivals('/hook', 80)
  await expect
    .poll(async () => (await route.on('GET', '/deliveries/count?state=pending')).json())
    .toEqual({ count: 0 })
  const other = await start({ databaseUrl: server.databaseUrl, lease: 1 })
  const { replay } = await route.startReplay()
  await stage.receiver.arrivals('/hook', 100)
  await stage.stop(other)
  await start({ databaseUrl: server.databaseUrl, lease: 1 })
  expect(await route.doneReplay(replay?.id ?? '')).toMatchObject({ sent: 80, total: 80, skipped: 0 })
  const again = stage.receiver.at('/hook').slice(80)
  expect(again).toHaveLength(80)
  expect(new Set(repeatedAt().slice(80)).size).toBe(80)
})

const states = async (route: Awaited<ReturnType<typeof aRoute>>) =>
  (await route.deliveries()).map(({ state }) => state)

test('a replay of failures sends only messages whose last delivery failed, each with its id', async () => {
  const server = await start()
  const route = await aRoute(server)
  await route.send({ n: 'delivered' })
  await stage.receiver.arrivals('/hook')
  stage.receiver.on('/hook', (response) => void response.writeHead(400).end())
  await route.send({ n: 'failed' })
  await expect.poll(() => states(route)).toEqual(['failed', 'delivered'])
  await aMessage(server, route.device)
  stage.receiver.on('/hook', (response) => void response.writeHead(204).end())
  expect(await route.startReplay({ failed_only: true, dry_run: true })).toMatchObject({
    count: 1,
    sample: [{ body: '{"n":"failed"}' }],
  })
  const { replay } = await route.startReplay({ failed_only: true })
  expect(await route.doneReplay(replay?.id ?? '')).toMatchObject({ sent: 1, total: 1 })
  const [, failed, again] = stage.receiver.at('/hook')
  expect(again?.headers['webhook-id']).toBe(failed?.headers['webhook-id'])
  expect(stage.receiver.at('/hook')).toHaveLength(3)
  // Nothing is left to send.
  expect(await route.startReplay({ failed_only: true, dry_run: true })).toMatchObject({
    count: 0,
    sample: [],
  })
})

test('a replay can be paused, resumed and stopped, keeps its rate, and waits with its connector', async () => {
  const server = await start()
  const route = await aRoute(server)
  for (let n = 0; n < 30; n++) await aMessage(server, route.device)
  const { replay } = await route.startReplay({ rate: 5 })
  const id = replay?.id ?? ''
  await stage.receiver.arrivals('/hook', 3)
  expect((await route.askReplay()).status).toBe(409)
  expect(await route.changeReplay(id, 'pause')).toMatchObject({ state: 'paused', rate: 5 })
  const paused = (await route.replay(id)).sent
  expect(paused).toBeLessThan(30)
  expect(await findReplays(server.db.$client)).toEqual([])
  expect(await route.replay(id)).toMatchObject({ sent: paused })
  await route.pause()
  expect(await route.changeReplay(id, 'resume')).toMatchObject({ state: 'running', held: 'paused' })
  await route.resume()
  await expect.poll(async () => (await route.replay(id)).sent).toBeGreaterThan(paused)
  expect(await route.changeReplay(id, 'stop')).toMatchObject({
    state: 'stopped',
    pending: expect.any(Number),
  })
  const { sent } = await route.replay(id)
  expect(sent).toBeLessThan(30)
  await expect.poll(async () => (await route.replay(id)).pending).toBe(0)
  expect(await findReplays(server.db.$client)).toEqual([])
  expect(await route.replay(id)).toMatchObject({ sent, state: 'stopped' })
  expect((await route.on('POST', `/replays/${id}/resume`)).status).toBe(409)
  const log = await server.call('GET', `/spaces/${route.space.id}/audit?limit=20`, {
    token: route.space.owner.token,
  })
  const actions = z
    .array(z.object({ action: z.string(), actor_name: z.string().nullable() }))
    .parse(await log.json())
  expect(
    actions.filter(({ action }) => action.startsWith('connector.replay')).map(({ action }) => action),
  ).toEqual(['connector.replayStop', 'connector.replayResume', 'connector.replayPause', 'connector.replay'])
})

test('live messages are sent before those of a replay', async () => {
  const server = await start()
  const route = await aRoute(server)
  await route.on('PUT', '', { max_rate: 4 })
  for (let n = 0; n < 20; n++) await aMessage(server, route.device, { body: '"old"' })
  await route.startReplay()
  await stage.receiver.arrivals('/hook', 2)
  for (let n = 0; n < 3; n++) await route.send({ live: true })
  const sent = stage.receiver.at('/hook').length
  // Deliveries that were taken before are sent first.
  const arrived = await stage.receiver.arrivals('/hook', sent + 4)
  expect(arrived.filter(({ body }) => body === '{"live":true}')).toHaveLength(3)
})

test('a replay leaves out pending deliveries, and a connector that is off starts none', async () => {
  const server = await start()
  const route = await aRoute(server)
  await route.pause()
  await route.send()
  const { replay } = await route.startReplay()
  await route.resume()
  expect(await route.doneReplay(replay?.id ?? '')).toMatchObject({ total: 1 })
  await route.on('PUT', '', { enabled: false })
  const refused = await route.askReplay()
  expect([refused.status, await refused.text()]).toEqual([409, 'a disabled connector cannot replay'])
})

const LATER = '2100-01-01T00:00:00.000Z'

test.each([
  ['a time that ends before it begins', { after: LATER }, 'after must be earlier than before, and than now'],
  ['a device of elsewhere', { device_id: EXAMPLE_ID }, 'device_id has the id of no device in this space'],
  ['a tag of elsewhere', { tag_id: [EXAMPLE_ID] }, 'tag_id has the id of no tag in this space'],
  ['too high a rate', { rate: 101 }, null],
  ['a field with another name', { devices: [EXAMPLE_ID] }, null],
])('a replay with %s is refused', async (_, input, sentence) => {
  const server = await start({ deliveries: undefined })
  const route = await aRoute(server)
  const answer = await route.on('POST', '/replays', {
    after: '2026-01-01T00:00:00.000Z',
    before: LATER,
    dry_run: true,
    ...input,
  })
  const text = await answer.text()
  expect([answer.status, sentence && text]).toEqual([400, sentence])
})

test('devices, tags and types select the messages, and a key with tags replays only those of its devices', async () => {
  const server = await start({ deliveries: undefined })
  const route = await aRoute(server)
  const { space, tags, device } = route
  const other = await aTag(server, space)
  const apart = await aDevice(server, space, { tags: [other] })
  const both = await aDevice(server, space, { tags: [...tags, other] })
  for (const one of [device, apart, both]) await aMessage(server, one)
  await aMessage(server, device, { type: 'session' })
  const countOf = async (input: Partial<ReplayCreate>, key?: string) => {
    const body = { after: '2026-01-01T00:00:00.000Z', before: LATER, dry_run: true, ...input }
    const path = `/spaces/${space.id}/connectors/${route.connector.id}/replays`
    const answer = await server.call(
      'POST',
      path,
      key === undefined ? { token: space.owner.token, body } : { key, body },
    )
    return answer.status === 200 ? replayStartedSchema.parse(await answer.json()).count : answer.status
  }
  expect(await countOf({})).toBe(2)
  expect(await countOf({ type: ['session'] })).toBe(1)
  expect(await countOf({ type: ['session', 'data'] })).toBe(3)
  expect(await countOf({ tag_id: other.id })).toBe(2)
  expect(await countOf({ device_id: [apart.id, device.id] })).toBe(2)
  expect(await countOf({ device_id: both.id, tag_id: other.id })).toBe(1)
  const key = await aKey(server, space, {
    tags,
    permissions: ['space:connector:update', 'space:connector:read', 'space:message:read'],
  })
  expect(await countOf({}, key.id)).toBe(2)
  expect(await countOf({ device_id: [device.id] }, key.id)).toBe(1)
  expect(await countOf({ device_id: [apart.id] }, key.id)).toBe(400)
  expect(await countOf({ tag_id: other.id }, key.id)).toBe(400)
  const blind = await aKey(server, space, { permissions: ['space:connector:update'] })
  expect(await countOf({}, blind.id)).toBe(403)
})

test('deliveries are filtered, counted and retried by their replay', async () => {
  const server = await start()
  const route = await aRoute(server)
  stage.receiver.on('/hook', (response) => void response.writeHead(400).end())
  await route.send({ n: 1 })
  await route.send({ n: 2 })
  await expect.poll(async () => states(route)).toEqual(['failed', 'failed'])
  const { replay } = await route.startReplay()
  const id = replay?.id ?? ''
  await route.doneReplay(id)
  await expect.poll(async () => (await route.replay(id)).failed).toBe(2)
  // It belongs to no replay.
  await route.send({ n: 3 })
  await expect.poll(async () => states(route)).toEqual(['failed', 'failed', 'failed'])

  const listed = await route.on('GET', `/deliveries?replay_id=${id}&state=failed`)
  const found = connectorsApi.deliveries.answer.parse(await listed.json())
  expect(found.map(({ replay_id }) => replay_id)).toEqual([id, id])
  const countOf = async (query: string) => (await route.on('GET', `/deliveries/count?${query}`)).json()
  expect(await countOf(`replay_id=${id}`)).toEqual({ count: 2 })
  expect(await countOf(`replay_id=${id}&state=delivered`)).toEqual({ count: 0 })
  expect(await countOf(`replay_id=${EXAMPLE_ID}`)).toEqual({ count: 0 })
  expect((await route.on('GET', '/deliveries?replay_id=last')).status).toBe(400)
  stage.receiver.on('/hook', (response) => void response.writeHead(204).end())
  expect(await (await route.on('POST', '/deliveries/retry', { replay_id: [id] })).json()).toEqual({
    count: 2,
  })
  await expect
    .poll(async () => (await states(route)).toSorted())
    .toEqual(['delivered', 'delivered', 'failed'])
})
