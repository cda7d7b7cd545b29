import { expect, test } from 'vitest'
import { z } from 'zod'
import {
  type ConnectorInput,
  connectorsApi,
  FAILURES_IN_A_ROW,
  WAITING_COUNTED_MAX,
} from '#contract/connectors'
import { deferOutOfOrder, wakeForgotten } from '../../server/services/deliveries/deviceOrder'
import { type DeliveryKey, takeDeliveries } from '../../server/services/deliveries/take'
import { aDevice, messagesOf } from '../support/builders'
import { deliveryStage, nothingLeft } from '../support/deliveryStage'
import type { TestServer } from '../support/makeServer'
import { operationCalls } from '../support/operations'
import type { Handler } from '../support/receiver'
import { anUplink } from '../support/uplink'
import { aWebhook } from '../support/webhooks'

/** Name of the device and number of the message. */
const sentSchema = z.tuple([z.string(), z.number()])

const stage = deliveryStage()
const { start } = stage

/** Creates a connector that sends the name of the device and the number of the message. */
async function aLine(server: TestServer, values: Partial<ConnectorInput> = {}) {
  const route = await aWebhook(server, {
    transformation: `function main(job) {
      return { url: '${stage.receiver.url}/hook', data: [job.device.name, job.message.body.n] }
    }`,
    order: 'device',
    ...values,
  })
  return {
    ...route,
    ...operationCalls(route),
    change: async (body: Partial<ConnectorInput>) => {
      const answer = await route.on('PUT', '', body)
      expect(answer.status).toBe(200)
    },
    another: async () => aDevice(server, route.space, { tags: route.tags }),
  }
}

const numbered = (count: number, first = 0) => Array.from({ length: count }, (_, i) => ({ n: first + i }))

/** Numbers of a device's messages in the order of arrival. */
const arrivedOf = ({ name }: { name: string }) =>
  stage.receiver.at('/hook').flatMap(({ body }) => {
    const [device, n] = sentSchema.parse(JSON.parse(body))
    return device === name ? [n] : []
  })

/** Answers after a delay, and counts how many requests were open at once. */
function slowly(milliseconds: number) {
  const seen = { open: 0, most: 0 }
  const answer: Handler = (response) => {
    seen.most = Math.max(seen.most, ++seen.open)
    setTimeout(() => {
      seen.open--
      response.writeHead(204).end()
    }, milliseconds)
  }
  stage.receiver.on('/hook', answer)
  return seen
}

/** Fails the messages with these numbers. */
const failing =
  (numbers: readonly number[], status = 400): Handler =>
  (response, { body }) => {
    const [, n] = sentSchema.parse(JSON.parse(body))
    response.writeHead(numbers.includes(n) ? status : 204).end()
  }

test('messages of a device are sent one after the other, those of several devices at the same time', async () => {
  const server = await start()
  const line = await aLine(server)
  const [first, second, third] = [line.device, await line.another(), await line.another()]
  const seen = slowly(50)
  await Promise.all([first, second, third].map((device) => messagesOf(server, device, numbered(15))))
  await stage.receiver.arrivals('/hook', 45)
  const inOrder = Array.from({ length: 15 }, (_, n) => n)
  expect([arrivedOf(first), arrivedOf(second), arrivedOf(third)]).toEqual([inOrder, inOrder, inOrder])
  expect(seen.most).toBeGreaterThan(1)
  expect(seen.most).toBeLessThanOrEqual(3)
})

test('without device order, messages of one device are sent at the same time', async () => {
  const server = await start()
  const line = await aLine(server, { order: undefined })
  const seen = slowly(50)
  await messagesOf(server, line.device, numbered(12))
  await stage.receiver.arrivals('/hook', 12)
  expect(seen.most).toBeGreaterThan(1)
  expect(seen.most).toBeLessThanOrEqual(4)
})

test('a retry holds up the messages of its device, and of no other', async () => {
  const server = await start()
  const line = await aLine(server, { retry_delays: [1, 1, 1, 1, 1] })
  const other = await line.another()
  stage.receiver.on('/hook', (response, { body }) => {
    const isFirst = body === JSON.stringify([line.device.name, 0])
    response.writeHead(isFirst && arrivedOf(other).length < 3 ? 400 : 204).end()
  })
  await messagesOf(server, line.device, numbered(3))
  await messagesOf(server, other, numbered(3))
  await nothingLeft(server)
  const ofDevice = arrivedOf(line.device)
  expect(ofDevice.slice(0, 2)).toEqual([0, 0])
  expect(ofDevice.filter((n) => n > 0)).toEqual([1, 2])
  const all = stage.receiver.at('/hook').map(({ body }) => sentSchema.parse(JSON.parse(body)))
  const lastOfOther = all.findLastIndex(([name]) => name === other.name)
  expect(all.findIndex(([name, n]) => name === line.device.name && n === 1)).toBeGreaterThan(lastOfOther)
})

test('a deferred delivery names the one that it waits for, and has no time of its next attempt', async () => {
  const server = await start()
  const line = await aLine(server, { retry_delays: [3600] })
  stage.receiver.on('/hook', failing([0]))
  await messagesOf(server, line.device, numbered(3))
  await stage.receiver.arrivals('/hook')
  const waiting = async () => {
    const [last, middle, head] = (await line.deliveries()).toSorted((a, b) =>
      (b.message_id ?? '').localeCompare(a.message_id ?? ''),
    )
    return [head, middle, last].map((one) => [
      one?.attempts,
      one?.in_line,
      one?.waits_for ?? null,
      one?.next_attempt_at === null,
    ])
  }
  const ids = (await line.deliveries())
    .toSorted((a, b) => (a.message_id ?? '').localeCompare(b.message_id ?? ''))
    .map(({ id }) => id)
  await expect.poll(waiting).toEqual([
    [1, true, null, false],
    [0, true, ids[0], true],
    [0, true, ids[1], true],
  ])
})

test('after a permanent failure the next message of the device is sent; a retry by hand goes before those that still wait', async () => {
  const server = await start()
  const line = await aLine(server)
  stage.receiver.on('/hook', failing([1]))
  await messagesOf(server, line.device, numbered(4))
  await nothingLeft(server)
  expect(arrivedOf(line.device)).toEqual([0, 1, 2, 3])
  const failed = (await line.deliveries()).find(({ state }) => state === 'failed')
  expect(failed).toMatchObject({ in_line: true, attempts: 1 })
  const seen = slowly(300)
  await messagesOf(server, line.device, numbered(3, 4))
  await stage.receiver.arrivals('/hook', 5)
  expect(await line.on('POST', `/deliveries/${failed?.id}/retry`)).toMatchObject({ status: 200 })
  await nothingLeft(server)
  expect(arrivedOf(line.device)).toEqual([0, 1, 2, 3, 4, 1, 5, 6])
  expect(seen.most).toBe(1)
})

test('after a function throws or cancels, the next message of the device is sent as well', async () => {
  const server = await start()
  const line = await aLine(server, {
    transformation: `function main({ device, message: { body: { n } } }) {
      if (n === 0) throw new Error('no')
      if (n === 1) return null
      return { url: '${stage.receiver.url}/hook', data: [device.name, n] }
    }`,
  })
  await messagesOf(server, line.device, numbered(4))
  await nothingLeft(server)
  expect(arrivedOf(line.device)).toEqual([2, 3])
})

test('during a pause all messages of a device wait and are counted; a skip cancels them, and later ones are sent in order', {
  tags: 'heavy',
}, async () => {
  const server = await start()
  const line = await aLine(server, { retry_delays: [3600] })
  stage.receiver.on('/hook', failing([0]))
  await messagesOf(server, line.device, numbered(1200))
  await stage.receiver.arrivals('/hook')
  // Those behind the first one are deferred.
  const due = async () =>
    (await server.db.$client.query(`select from delivery where due_at is not null`)).rowCount
  await expect.poll(due).toBe(1)
  await line.pause()
  const held = await line.operation()
  const { rows } = await server.db.$client.query<{ oldest: Date }>(
    'select min(created_at) as oldest from delivery',
  )
  expect(held).toMatchObject({
    state: 'paused',
    waiting: WAITING_COUNTED_MAX + 1,
    oldest_at: rows[0]?.oldest.toISOString(),
  })
  expect(await line.resume({ backlog: 'skip' })).toMatchObject({ count: 1200 })
  await expect.poll(async () => (await line.operation()).skipping).toBeNull()
  await messagesOf(server, line.device, numbered(5, 2000))
  await nothingLeft(server)
  expect(arrivedOf(line.device)).toEqual([0, 2000, 2001, 2002, 2003, 2004])
})

test('after a pause the backlog of each device is sent in order, within the limits of the connector', async () => {
  const server = await start()
  const line = await aLine(server, { max_parallel: 2, max_rate: 100 })
  const devices = [line.device, await line.another(), await line.another()]
  await line.pause()
  for (const device of devices) await messagesOf(server, device, numbered(10))
  const seen = slowly(10)
  await line.resume()
  await nothingLeft(server)
  for (const device of devices) expect(arrivedOf(device)).toEqual(Array.from({ length: 10 }, (_, n) => n))
  expect(seen.most).toBeLessThanOrEqual(2)
})

test('a receiver that asks to retry later gets nothing of the device until then', async () => {
  const server = await start()
  const line = await aLine(server, { retry_delays: [1] })
  let asked = false
  stage.receiver.on('/hook', (response) => {
    response.writeHead(asked ? 204 : 429, { 'Retry-After': '2' }).end()
    asked = true
  })
  await messagesOf(server, line.device, numbered(2))
  const [first, second] = await stage.receiver.arrivals('/hook', 2)
  expect(Number(second?.at) - Number(first?.at)).toBeGreaterThanOrEqual(2000)
  await nothingLeft(server)
  expect(arrivedOf(line.device)).toEqual([0, 0, 1])
})

test('a change of the order applies to new messages; earlier ones keep theirs', async () => {
  const server = await start()
  const line = await aLine(server, { order: 'any' })
  const seen = slowly(60)
  await line.pause()
  await messagesOf(server, line.device, numbered(4))
  await line.change({ order: 'device' })
  await messagesOf(server, line.device, numbered(4, 10))
  await line.change({ order: 'any' })
  await messagesOf(server, line.device, numbered(4, 20))
  await line.change({ order: 'device' })
  await messagesOf(server, line.device, numbered(4, 30))
  // A client that does not know the order keeps it.
  await line.change({ name: 'renamed' })
  await line.resume()
  await nothingLeft(server)
  expect(arrivedOf(line.device).filter((n) => (n >= 10 && n < 20) || n >= 30)).toEqual([
    10, 11, 12, 13, 30, 31, 32, 33,
  ])
  expect(arrivedOf(line.device)).toHaveLength(16)
  expect(seen.most).toBeGreaterThan(1)
  expect(seen.most).toBeLessThanOrEqual(4)
})

test('a deleted device holds up no other, and leaves nothing behind', async () => {
  const server = await start()
  const line = await aLine(server, { retry_delays: [3600] })
  const other = await line.another()
  stage.receiver.on('/hook', (response, { body }) => {
    response.writeHead(body.startsWith(`["${line.device.name}"`) ? 400 : 204).end()
  })
  await messagesOf(server, line.device, numbered(50))
  await stage.receiver.arrivals('/hook')
  const answer = await server.call('DELETE', `/spaces/${line.space.id}/devices/${line.device.id}`, {
    token: line.space.owner.token,
  })
  expect(answer.status).toBe(204)
  await messagesOf(server, other, numbered(3))
  await stage.receiver.arrivals('/hook', 4)
  expect(arrivedOf(other)).toEqual([0, 1, 2])
  expect(await line.deliveries()).toHaveLength(3)
})

const ROOM = { perConnector: 4, perPerson: 32, free: 100 }

/** Takes and defers deliveries as one more copy of the server would. */
async function take({ db }: TestServer, lease = 60) {
  const taken: DeliveryKey[] = []
  const { outOfOrder } = await takeDeliveries(db.$client, ROOM, lease, (key) => taken.push(key))
  for (const one of outOfOrder) await deferOutOfOrder(db.$client, one)
  return taken
}

test('one delivery of a device is taken, and the same again when its lease has expired', async () => {
  const server = await start({ deliveries: undefined })
  const line = await aLine(server)
  await messagesOf(server, line.device, numbered(3))
  const [first, ...others] = await take(server, 1)
  expect(others).toEqual([])
  expect(await take(server)).toEqual([])
  await expect.poll(() => take(server), { interval: 300 }).toEqual([first])
})

test('the queue of a device goes on after an older copy without device order has finished its first delivery', async () => {
  const server = await start({ deliveries: undefined })
  const line = await aLine(server)
  await messagesOf(server, line.device, numbered(3))
  const [first] = await take(server)
  await server.db.$client.query(
    `update delivery set state = 'delivered', due_at = null, is_taken = false where id = $1`,
    [first?.id],
  )
  expect(await take(server)).toEqual([])
  await wakeForgotten(server.db.$client)
  expect(await take(server)).toHaveLength(1)
})

test('many messages of one device do not hide those of another', { tags: 'heavy' }, async () => {
  const server = await start({ deliveries: undefined })
  const line = await aLine(server)
  const other = await line.another()
  await messagesOf(server, line.device, numbered(2000))
  await anUplink(server, other, { body: { n: 0 } })
  const taken: DeliveryKey[] = []
  for (let round = 0; round < 8; round++) taken.push(...(await take(server)))
  expect(taken).toHaveLength(2)
})

test('with two copies, lost leases and retries, the order is kept and no queue of a device stalls', {
  tags: 'heavy',
}, async () => {
  const one = await start({ lease: 2 })
  const two = await start({ databaseUrl: one.databaseUrl, lease: 2 })
  const line = await aLine(one, { retry_delays: [1, 1, 1] })
  const devices = [line.device, ...(await Promise.all([1, 2, 3].map(async () => line.another())))]
  let requests = 0
  stage.receiver.on('/hook', (response) => void response.writeHead(++requests % 20 === 0 ? 400 : 204).end())
  for (let round = 0; round < 4; round++) {
    await Promise.all(
      devices.map((device) => messagesOf(round % 2 ? one : two, device, numbered(10, round * 10))),
    )
    // A copy that takes some and is killed before it sends them.
    await takeDeliveries(one.db.$client, { ...ROOM, free: 2 }, 1, () => undefined)
  }
  await nothingLeft(one)
  for (const device of devices) {
    // A message that was sent again counts by its first arrival.
    const numbers = [...new Set(arrivedOf(device))]
    expect(numbers).toEqual(Array.from({ length: 40 }, (_, n) => n))
  }
})

test('with skips and retries by hand, no queue of a device stalls, and its messages are never sent at the same time', {
  tags: 'heavy',
}, async () => {
  const one = await start()
  const two = await start({ databaseUrl: one.databaseUrl })
  const line = await aLine(one)
  const devices = [line.device, await line.another(), await line.another()]
  const open = new Map<string, number>()
  let most = 0
  stage.receiver.on('/hook', (response, { body }) => {
    const [device, n] = sentSchema.parse(JSON.parse(body))
    const count = (open.get(device) ?? 0) + 1
    open.set(device, count)
    most = Math.max(most, count)
    setTimeout(() => {
      open.set(device, (open.get(device) ?? 1) - 1)
      response.writeHead(n % 4 === 3 ? 400 : 204).end()
    }, 3)
  })
  for (let round = 0; round < 12; round++) {
    await Promise.all(
      devices.map((device) => messagesOf(round % 2 ? one : two, device, numbered(15, round * 15))),
    )
    if (round % 3 === 1) await line.pause()
    await line.on('POST', '/deliveries/retry', {})
    if (round % 3 === 2) await line.resume({ backlog: round % 2 ? 'skip' : 'deliver' })
    const cancelled = await line.on('GET', '/deliveries?state=cancelled&limit=20')
    const skipped = connectorsApi.deliveries.answer.parse(await cancelled.json())
    await Promise.all(skipped.map(({ id }) => line.on('POST', `/deliveries/${id}/retry`)))
  }
  await nothingLeft(one)
  expect(most).toBe(1)
})

test.each([
  ['answers 503', 503, 'waiting'],
  ['has an error of its own with one message', 500, 'on'],
])(
  'with device order and a receiver that %s (%i), the connector is %s after its failures in a row',
  { tags: 'heavy' },
  async (_, status, state) => {
    const server = await start()
    const line = await aLine(server, { retry_delays: Array.from({ length: FAILURES_IN_A_ROW }, () => 1) })
    stage.receiver.on('/hook', failing([0], status))
    await messagesOf(server, line.device, numbered(2))
    await stage.receiver.arrivals('/hook', FAILURES_IN_A_ROW)
    await expect.poll(async () => (await line.operation()).state).toBe(state)
    stage.receiver.on('/hook', failing(state === 'on' ? [0] : [], status))
    await line.resume()
    await nothingLeft(server)
    // The first one is delivered or has failed permanently; then the next one is sent.
    expect(arrivedOf(line.device)).toEqual([...Array.from({ length: FAILURES_IN_A_ROW + 1 }, () => 0), 1])
  },
)
