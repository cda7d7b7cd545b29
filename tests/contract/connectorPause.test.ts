import { expect, test } from 'vitest'
import { DAY } from '#contract/common/durations'
import { connectorsApi } from '#contract/connectors'
import { aDevice, messagesOf } from '../support/builders'
import { deliveryStage } from '../support/deliveryStage'
import type { TestServer } from '../support/makeServer'
import { operationCalls } from '../support/operations'
import { trashCalls } from '../support/trash'
import { anUplink } from '../support/uplink'
import { aWebhook, forwards } from '../support/webhooks'

const stage = deliveryStage()
const { share, start } = stage

type Route = Awaited<ReturnType<typeof aRoute>>
async function aRoute(server: TestServer, path = '/hook') {
  const route = await aWebhook(server, { transformation: forwards(stage.receiver.url + path) })
  return { ...route, ...operationCalls(route) }
}

const numbered = (count: number) => Array.from({ length: count }, (_, n) => ({ n }))
const arrivedBodies = () => stage.receiver.at('/hook').map(({ body }) => body)

test('while a connector is paused nothing is sent, and its deliveries wait', async () => {
  const server = await share()
  const route = await aRoute(server)
  const { operation, count } = await route.pause()
  expect(operation).toMatchObject({ state: 'paused', waiting: 0, reason: null })
  expect(operation).toHaveProperty('then', 'deliver')
  expect(Date.parse(operation.until ?? '') - Date.now()).toBeGreaterThan(6.9 * DAY)
  expect(count).toBe(0)
  await route.send({ n: 1 })
  await route.send({ n: 2 })
  // Another connector is not on hold.
  const other = await aRoute(server, '/other')
  await other.send()
  await stage.receiver.arrivals('/other')
  expect(stage.receiver.at('/hook')).toEqual([])
  const [first] = (await route.deliveries()).toSorted((one, two) => one.id.localeCompare(two.id))
  expect(await route.operation()).toMatchObject({ state: 'paused', waiting: 2, oldest_at: first?.created_at })
  expect(first).toMatchObject({ state: 'pending', next_attempt_at: null })
  const connector = connectorsApi.get.answer.parse(await (await route.on('GET', '')).json())
  expect(connector.operation).toEqual(await route.operation())
})

test('a resumed connector sends all pending deliveries, the oldest first', async () => {
  const server = await share()
  const route = await aRoute(server)
  await server.call('PUT', `/spaces/${route.space.id}/connectors/${route.connector.id}`, {
    token: route.space.owner.token,
    body: { max_parallel: 1 },
  })
  await route.pause()
  for (const body of numbered(5)) await route.send(body)
  expect(await route.resume()).toMatchObject({ count: 5, operation: { state: 'on', waiting: null } })
  await stage.receiver.arrivals('/hook', 5)
  expect(arrivedBodies()).toEqual(numbered(5).map((body) => JSON.stringify(body)))
})

test('a connector resumed with a skip cancels pending deliveries, which can be retried by hand, and sends new ones', async () => {
  const server = await share()
  const route = await aRoute(server)
  await route.pause()
  await messagesOf(server, route.device, numbered(1200))
  expect(await route.resume({ backlog: 'skip' })).toMatchObject({
    count: 1200,
    operation: { state: 'on', skipping: { total: 1200 } },
  })
  await expect.poll(async () => (await route.operation()).skipping).toBeNull()
  const { rowCount } = await server.db.$client.query(
    `select from message_event where message_connector_id = $1 and type = 'webhook.cancelled' and body->>'error' = 'skipped'`,
    [route.connector.id],
  )
  expect(rowCount).toBe(1200)
  await route.send({ later: true })
  await stage.receiver.arrivals('/hook')
  expect(arrivedBodies()).toEqual(['{"later":true}'])
  const counted = await route.on('GET', '/deliveries/count?state=cancelled')
  expect(await counted.json()).toEqual({ count: 1200 })
  const listed = await route.on('GET', '/deliveries?state=cancelled&limit=1')
  const [skipped] = connectorsApi.deliveries.answer.parse(await listed.json())
  expect(await route.on('POST', `/deliveries/${skipped?.id}/retry`)).toMatchObject({ status: 200 })
  await stage.receiver.arrivals('/hook', 2)
})

test.each(['deliver', 'skip'] as const)('a pause ends by itself, and %ss its backlog', async (then) => {
  const server = await start()
  // With several copies it ends once.
  await start({ databaseUrl: server.databaseUrl })
  const route = await aRoute(server)
  await route.pause(undefined, then)
  await route.send({ n: 1 })
  await route.pause(new Date(Date.now() + 1000).toISOString(), then)
  await route.settled(then === 'deliver' ? 'delivered' : 'cancelled', then === 'deliver' ? 1 : 0)
  expect(arrivedBodies()).toEqual(then === 'deliver' ? ['{"n":1}'] : [])
  expect(await route.operation()).toMatchObject({ state: 'on', until: null })
  const log = await server.call('GET', `/spaces/${route.space.id}/audit?action=connector.pauseEnd`, {
    token: route.space.owner.token,
  })
  expect(await log.json()).toMatchObject([{ actor_type: 'server', after: { backlog: then, count: 1 } }])
})

test.each([
  ['resumed', async (route: Route) => route.resume()],
  ['asked to send all', async (route: Route) => route.on('POST', '/deliveries/send', {})],
  ['at the end of its pause', async (route: Route) => route.pause(new Date(Date.now() + 1000).toISOString())],
])(
  'a connector that is %s goes on, and a device in the trash waits until it is restored',
  async (_, goOn) => {
    const server = await share()
    const route = await aRoute(server)
    const trash = trashCalls(server)
    const other = await aDevice(server, route.space, { tags: route.tags })
    await route.pause()
    await route.send({ of: 'deleted' })
    await anUplink(server, other, { body: { of: 'other' } })
    await trash.deleteAll(route.space, 'device', [route.device.id])
    await trash.finish()
    await goOn(route)
    await stage.receiver.arrivals('/hook')
    await expect.poll(async () => (await route.operation()).state).toBe('on')
    await anUplink(server, other, { body: { of: 'later' } })
    await stage.receiver.arrivals('/hook', 2)
    expect(arrivedBodies()).toEqual(['{"of":"other"}', '{"of":"later"}'])
    await trash.restoreAll(route.space, { ids: [(await trash.entryOf(route.space, route.device.id)).id] })
    await stage.receiver.arrivals('/hook', 3)
    expect(arrivedBodies()[2]).toBe('{"of":"deleted"}')
  },
)

test('a pause that expired while no server ran ends when the next one starts', async () => {
  const first = await start({ deliveries: undefined })
  const route = await aRoute(first)
  await route.pause()
  await route.send({ n: 1 })
  await first.db.$client.query("update connector_operation set until = now() - interval '1 minute'")
  await start({ databaseUrl: first.databaseUrl })
  expect(await stage.receiver.arrivals('/hook')).toHaveLength(1)
})

test('a running attempt is completed when its connector is paused', async () => {
  const server = await share()
  const route = await aRoute(server)
  stage.receiver.on('/hook', (response) => void setTimeout(() => response.writeHead(200).end(), 300))
  await route.send()
  await stage.receiver.arrivals('/hook')
  await route.pause()
  await route.settled('delivered')
  expect(await route.operation()).toMatchObject({ state: 'paused', waiting: 0 })
})

test.each([
  ['a time that is over', { until: '2020-01-01T00:00:00.000Z' }, 'until must be later than now'],
  [
    'longer than deliveries are kept',
    { until: '2100-01-01T00:00:00.000Z' },
    'until must be at most 30 days ahead',
  ],
])('a pause until %s is refused', async (_, body, message) => {
  const server = await share()
  const route = await aRoute(server)
  const answer = await route.on('POST', '/pause', body)
  expect([answer.status, await answer.text()]).toEqual([400, message])
})

test('a connector that is off cannot be paused, and creates no deliveries', async () => {
  const server = await share()
  const route = await aRoute(server)
  const switchTo = async (enabled: boolean) => route.on('PUT', '', { enabled })
  await switchTo(false)
  expect((await route.on('POST', '/pause', {})).status).toBe(409)
  expect(await route.resume({ backlog: 'skip' })).toMatchObject({ count: 0, operation: { state: 'off' } })
  expect(await route.operation()).toMatchObject({ state: 'off', waiting: null })
  await route.send()
  expect(await route.deliveries()).toEqual([])
})

test('a changed pause keeps its start and backlog, and does not raise the version of the connector', async () => {
  const server = await share()
  const route = await aRoute(server)
  const { operation } = await route.pause()
  await route.send()
  const until = new Date(Date.now() + DAY).toISOString()
  const changed = await route.pause(until, 'skip')
  expect(changed).toMatchObject({
    count: 1,
    operation: { state: 'paused', since: operation.since, until, waiting: 1 },
  })
  expect(changed.operation).toHaveProperty('then', 'skip')
  expect(await (await route.on('GET', '')).json()).toMatchObject({ version: route.connector.version })
})
