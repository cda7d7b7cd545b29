import { afterEach, beforeEach, expect, test } from 'vitest'
import { aMessage, messagesOf } from '../support/builders'
import { makeServer, type TestServer } from '../support/makeServer'
import { operationCalls } from '../support/operations'
import { type Receiver, startReceiver } from '../support/receiver'
import { replayCalls } from '../support/replays'
import { aWebhook, forwards } from '../support/webhooks'

let receiver: Receiver
const servers: TestServer[] = []

beforeEach(async () => {
  receiver = await startReceiver()
})
afterEach(async () => {
  await receiver.stop()
  for (const server of servers.splice(0).toReversed()) await server.stop()
})

async function start(options: Parameters<typeof makeServer>[0] = {}) {
  const server = await makeServer({ deliveries: { allowPrivate: true }, ...options })
  servers.push(server)
  return server
}

async function aRoute(server: TestServer, values: Parameters<typeof aWebhook>[1] = {}) {
  const route = await aWebhook(server, { transformation: forwards(`${receiver.url}/hook`), ...values })
  return { ...route, ...operationCalls(route), ...replayCalls(route) }
}

const numbered = (count: number) => Array.from({ length: count }, (_, n) => ({ n }))
const idsAt = (path = '/hook') => receiver.at(path).map(({ headers }) => headers['webhook-id'])
const repeatedAt = (path = '/hook') => receiver.at(path).map(({ headers }) => headers['webhook-repeats'])

test('a message that was never delivered, one that failed and one that was delivered are sent again as each asks for', async () => {
  const server = await start()
  const route = await aRoute(server)
  await route.send({ n: 'delivered' })
  await receiver.arrivals('/hook')
  receiver.on('/hook', (response) => void response.writeHead(400).end())
  await route.send({ n: 'failed' })
  await receiver.arrivals('/hook', 2)
  receiver.on('/hook', (response) => void response.writeHead(204).end())
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
  const again = receiver.at('/hook').slice(2)
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

test('each message has its turn once, in two copies of the server of which one is killed', async () => {
  const server = await start({ lease: 1 })
  const route = await aRoute(server)
  await messagesOf(server, route.device, numbered(80))
  await receiver.arrivals('/hook', 80)
  await expect
    .poll(async () => (await route.on('GET', '/deliveries/count?state=pending')).json())
    .toEqual({ count: 0 })
  const other = await start({ databaseUrl: server.databaseUrl, lease: 1 })
  const { replay } = await route.startReplay()
  await receiver.arrivals('/hook', 100)
  await other.stop()
  servers.pop()
  const third = await start({ databaseUrl: server.databaseUrl, lease: 1 })
  expect(third).toBeTruthy()
  expect(await route.doneReplay(replay?.id ?? '')).toMatchObject({ sent: 80, total: 80, skipped: 0 })
  const again = receiver.at('/hook').slice(80)
  expect(again).toHaveLength(80)
  expect(new Set(repeatedAt().slice(80)).size).toBe(80)
})
