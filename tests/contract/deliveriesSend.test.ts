import { expect, test } from 'vitest'
import { type ConnectorInput, connectorsApi, FAILURES_IN_A_ROW, type Send } from '#contract/connectors'
import { aDevice, messagesOf } from '../support/builders'
import { deliveryStage } from '../support/deliveryStage'
import type { TestServer } from '../support/makeServer'
import { operationCalls } from '../support/operations'
import type { Handler } from '../support/receiver'
import { anUplink } from '../support/uplink'
import { aWebhook, forwards } from '../support/webhooks'

const stage = deliveryStage()
const { share, start } = stage

const numbered = (count: number) => Array.from({ length: count }, (_, n) => ({ n }))

const answers =
  (status: number, headers: Record<string, string> = {}): Handler =>
  (response) =>
    void response.writeHead(status, headers).end()

/** A connector whose retries are hours away. */
type Route = Awaited<ReturnType<typeof aRoute>>
async function aRoute(server: TestServer, values: Partial<ConnectorInput> = {}) {
  const route = await aWebhook(server, {
    transformation: forwards(`${stage.receiver.url}/hook`),
    retry_delays: [43_200, 43_200],
    ...values,
  })
  const run = operationCalls(route)
  return {
    ...route,
    ...run,
    sendNow: async (which: Send = {}) => {
      const answer = await route.on('POST', '/deliveries/send', which)
      if (answer.status !== 200) throw new Error(await answer.text())
      return connectorsApi.send.answer.parse(await answer.json()).count
    },
    becomes: async (state: string): Promise<void> =>
      await expect.poll(async () => (await run.operation()).state).toBe(state),
    /** Counts deliveries with so many attempts. */
    tried: async (attempts: number) =>
      (await route.deliveries()).filter((one) => one.attempts >= attempts).length,
  }
}

/** Creates so many deliveries that have failed and wait for hours. */
async function aBacklog(server: TestServer, count: number, values: Partial<ConnectorInput> = {}) {
  stage.receiver.on('/hook', answers(422))
  const route = await aRoute(server, values)
  await messagesOf(server, route.device, numbered(count))
  server.deps.dueDeliveries.ring()
  await expect.poll(async () => route.tried(1)).toBe(count)
  stage.receiver.on('/hook', answers(204))
  return route
}

const arrivedBodies = () => stage.receiver.at('/hook').map(({ body }) => body)

test('deliveries that wait for a retry are sent at once: one, those of a device, or all', async () => {
  const server = await share()
  const route = await aBacklog(server, 4)
  const [one] = await route.deliveries()
  expect(await route.sendNow({ delivery_id: [one?.id ?? ''] })).toBe(1)
  await stage.receiver.arrivals('/hook', 5)
  expect(arrivedBodies()[4]).toBe(one?.tries[0]?.request_body)

  const other = await aDevice(server, route.space, { tags: route.tags })
  stage.receiver.on('/hook', answers(422))
  await anUplink(server, other, { body: { of: 'other' } })
  await expect.poll(async () => route.tried(1)).toBe(5)
  stage.receiver.on('/hook', answers(204))
  expect(await route.sendNow({ device_id: [other.id] })).toBe(1)
  await stage.receiver.arrivals('/hook', 7)
  expect(arrivedBodies()[6]).toBe('{"of":"other"}')

  expect(await route.sendNow()).toBe(3)
  await stage.receiver.arrivals('/hook', 10)
  await expect
    .poll(async () => (await route.deliveries()).map(({ state }) => state))
    .toEqual(Array.from({ length: 5 }, () => 'delivered'))
  expect(await route.sendNow()).toBe(0)
  const log = await server.call('GET', `/spaces/${route.space.id}/audit?action=delivery.send`, {
    token: route.space.owner.token,
  })
  expect(await log.json()).toMatchObject([
    { target_id: route.connector.id, after: { count: 0 } },
    { after: { count: 3 } },
    { after: { count: 1 } },
    { after: { count: 1 } },
  ])
})

test('deliveries that a pause holds are counted, too', async () => {
  const server = await share()
  const route = await aRoute(server)
  await route.pause()
  await messagesOf(server, route.device, numbered(3))
  expect(await route.sendNow()).toBe(3)
  await stage.receiver.arrivals('/hook', 3)
})

test('an attempt by hand uses up no retry', async () => {
  const server = await share()
  const route = await aBacklog(server, 1, { retry_delays: [43_200] })
  stage.receiver.on('/hook', answers(422))
  for (const attempts of [2, 3]) {
    expect(await route.sendNow()).toBe(1)
    await route.settled('pending', attempts)
  }
  const [waiting] = await route.deliveries()
  expect(Date.parse(waiting?.next_attempt_at ?? '') - Date.now()).toBeGreaterThan(40_000_000)
})

test('two tabs that send at the same time send each delivery once', async () => {
  const server = await share()
  const route = await aBacklog(server, 10, { retry_delays: [43_200] })
  const ids = (await route.deliveries()).map(({ id }) => id)
  await Promise.all([
    route.sendNow(),
    route.sendNow(),
    route.sendNow({ delivery_id: ids }),
    route.sendNow({ delivery_id: ids.toReversed() }),
  ])
  await expect
    .poll(async () => (await route.deliveries()).every(({ state }) => state === 'delivered'))
    .toBe(true)
  expect(new Set(arrivedBodies().slice(10)).size).toBe(10)
  expect(arrivedBodies()).toHaveLength(20)
})

test('messages of a device that the receiver has delayed for a day are sent in order', async () => {
  const server = await share()
  stage.receiver.on('/hook', answers(422, { 'Retry-After': '86400' }))
  const route = await aRoute(server, { order: 'device' })
  for (const body of numbered(4)) await anUplink(server, route.device, { body })
  await expect.poll(async () => route.tried(1)).toBe(1)
  stage.receiver.on('/hook', answers(204))
  const [last] = await route.deliveries()
  // The last one is sent after those before it.
  expect(await route.sendNow({ delivery_id: [last?.id ?? ''] })).toBe(1)
  await stage.receiver.arrivals('/hook', 5)
  expect(arrivedBodies().slice(1)).toEqual(numbered(4).map((body) => JSON.stringify(body)))
})

test('a chosen delivery goes before a backlog that a rate limit delays', async () => {
  const server = await share()
  const route = await aRoute(server, { max_rate: 1 })
  await messagesOf(server, route.device, numbered(30))
  const list = await route.on('GET', '/deliveries?limit=1')
  const [newest] = connectorsApi.deliveries.answer.parse(await list.json())
  await route.sendNow({ delivery_id: [newest?.id ?? ''] })
  server.deps.dueDeliveries.ring()
  await stage.receiver.arrivals('/hook', 3)
  const sent = await route.on('GET', '/deliveries?state=delivered')
  expect(connectorsApi.deliveries.answer.parse(await sent.json()).map(({ id }) => id)).toContain(newest?.id)
})

test('an unavailable receiver gets an attempt', async () => {
  const server = await share()
  stage.receiver.on('/hook', answers(503, { 'Retry-After': '86400' }))
  const route = await aRoute(server)
  await messagesOf(server, route.device, numbered(FAILURES_IN_A_ROW + 1))
  server.deps.dueDeliveries.ring()
  await route.becomes('waiting')
  const { probe_at } = await route.operation()
  expect(Date.parse(probe_at ?? '') - Date.now()).toBeGreaterThan(80_000_000)
  stage.receiver.on('/hook', answers(204))
  // The last one may still be in progress.
  const one = (await route.deliveries()).find(({ attempts }) => attempts > 0)
  expect(await route.sendNow({ delivery_id: [one?.id ?? ''] })).toBe(1)
  await expect
    .poll(async () => (await route.deliveries()).find(({ id }) => id === one?.id)?.state)
    .toBe('delivered')
  expect(await route.operation()).toMatchObject({ state: 'on' })
})

test.each([
  ['paused', async ({ pause }: Route): Promise<void> => void (await pause())],
  [
    'stopped',
    async ({ send, becomes }: Route): Promise<void> => {
      stage.receiver.on('/hook', answers(410))
      await send({ n: 'gone' })
      await becomes('stopped')
      stage.receiver.on('/hook', answers(204))
    },
  ],
] as const)('a connector that is %s sends chosen deliveries, and the others wait', async (state, hold) => {
  const server = await share()
  const route = await aRoute(server, { max_parallel: 1 })
  await hold(route)
  const before = arrivedBodies().length
  await messagesOf(server, route.device, numbered(5))
  const chosen = (await route.deliveries()).slice(1, 4).map(({ id }) => id)
  expect(await route.sendNow({ delivery_id: chosen })).toBe(3)
  // Sending again at once sends none of them twice.
  await route.sendNow({ delivery_id: chosen })
  await expect
    .poll(async () =>
      (await route.deliveries()).filter((one) => one.state === 'delivered').map(({ id }) => id),
    )
    .toEqual(chosen)
  expect(arrivedBodies()).toHaveLength(before + 3)
  expect(await route.operation()).toMatchObject({ state, waiting: state === 'paused' ? 2 : 3 })
  // Sending all resumes the connector.
  await route.sendNow()
  await stage.receiver.arrivals('/hook', before + (state === 'paused' ? 5 : 6))
  expect(await route.operation()).toMatchObject({ state: 'on' })
})

test('resuming a connector with its backlog makes all deliveries due, also those that wait for a retry', async () => {
  const server = await share()
  const route = await aBacklog(server, 3)
  await route.pause()
  expect(await route.resume()).toMatchObject({ count: 3 })
  await stage.receiver.arrivals('/hook', 6)
})

test('so does a pause that ends by itself', async () => {
  const server = await share()
  const route = await aBacklog(server, 3)
  await route.pause(new Date(Date.now() + 1000).toISOString())
  await stage.receiver.arrivals('/hook', 6)
  expect(await route.operation()).toMatchObject({ state: 'on' })
})

/** Creates so many deliveries that wait for a day. */
const fill = async ({ db }: TestServer, { space, connector, device }: Route, count: number) => {
  const { rows } = await db.$client.query<{ id: string }>(
    `insert into delivery (space_id, connector_id, id, device_id, created_at, next_attempt_at, due_at, attempts)
     select $1, $2, uuidv7(), $3, now() - interval '1 hour', now() + interval '1 day', now() + interval '1 day', 1
     from generate_series(1, $4) returning id`,
    [space.id, connector.id, device.id, count],
  )
  return rows.map(({ id }) => id).toSorted()
}

test('a backlog of several thousand becomes due, and no delivery of another connector', async () => {
  const server = await start({ deliveries: undefined })
  const route = await aRoute(server)
  await fill(server, route, 3500)
  await fill(server, await aRoute(server), 1)
  const due = async () =>
    (await server.db.$client.query(`select connector_id from delivery where due_at <= now()`)).rowCount
  expect(await route.sendNow()).toBe(3500)
  expect(await due()).toBe(3500)
  expect(await route.sendNow()).toBe(0)
})

test('at most a thousand chosen deliveries are sent during a pause', async () => {
  const server = await start({ deliveries: undefined })
  const route = await aRoute(server)
  const ids = await fill(server, route, 1200)
  await route.pause()
  expect(await route.sendNow({ device_id: [route.device.id] })).toBe(1000)
  expect(await route.sendNow({ delivery_id: ids.slice(-100) })).toBe(0)
})

test.each([
  [{ delivery_id: [] }, 'delivery_id is required'],
  [{ delivery_ids: ['01890000-0000-7000-8000-000000000000'] }, /delivery_ids/],
])('a body that could select all by mistake is refused: %j', async (body, sentence) => {
  const server = await share()
  const route = await aRoute(server)
  const answer = await route.on('POST', '/deliveries/send', body)
  expect(answer.status).toBe(400)
  expect(await answer.text()).toMatch(sentence)
})
