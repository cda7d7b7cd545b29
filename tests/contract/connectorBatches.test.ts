import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { type ConnectorInput, connectorsApi, type DeliveryDetail } from '#contract/connectors'
import { deleteNext } from '../../server/services/background/deletion'
import { emptyTrash } from '../../server/services/trash/empty'
import { aDevice, aKey, messagesOf } from '../support/builders'
import { A_PERSON } from '../support/callers'
import { deliveryStage, nothingLeft } from '../support/deliveryStage'
import type { TestServer } from '../support/makeServer'
import { operationCalls } from '../support/operations'
import type { Handler, Received } from '../support/receiver'
import { aWebhook, type WebhookRoute } from '../support/webhooks'

/** Id, device and number of each message. */
const sentSchema = z.object({
  attempt: z.number(),
  messages: z.array(z.object({ id: z.string(), device: z.string(), n: z.number() })),
})

const stage = deliveryStage()
const { share, start } = stage

const CODE = (url: string) => `function main(job) {
  if (job.messages.some(({ body }) => body.poison)) throw new Error('no such message')
  const messages = job.messages.map(({ id, device, body }) => ({ id, device: device.name, n: body.n }))
  return { url: '${url}/hook', data: { attempt: job.attempt, messages } }
}`

/** Creates a connector that sends up to five messages in a request, or those of a second. */
async function batching(server: TestServer, values: Partial<ConnectorInput> = {}) {
  const route = await aWebhook(server, {
    transformation: CODE(stage.receiver.url),
    batch_size: 5,
    batch_seconds: 1,
    ...values,
  })
  return {
    ...route,
    ...operationCalls(route),
    another: async () => aDevice(server, route.space, { tags: route.tags }),
  }
}

const numbered = (count: number, first = 0) => Array.from({ length: count }, (_, i) => ({ n: first + i }))
const sentIn = ({ body }: Received) => sentSchema.parse(JSON.parse(body))
const numbersIn = (request: Received) => sentIn(request).messages.map(({ n }) => n)
const idOf = ({ headers }: Received) => String(headers['webhook-id'])
const byValue = (one: number, other: number) => one - other
/** Message numbers of each request that has arrived. */
const arrivedNumbers = () => stage.receiver.at('/hook').map(numbersIn)

/** Deliveries by the numbers of their messages. */
async function byNumber(
  server: TestServer,
  { space, deliveries }: Pick<WebhookRoute, 'space' | 'deliveries'>,
): Promise<Map<number, DeliveryDetail>> {
  const { rows } = await server.db.$client.query<{ id: string; n: number }>(
    `select id, (body::jsonb->>'n')::int as n from message where space_id = $1 and type = 'data'`,
    [space.id],
  )
  const numbers = new Map(rows.map(({ id, n }) => [id, n]))
  return new Map(
    (await deliveries()).map((delivery) => [numbers.get(delivery.message_id ?? '') ?? -1, delivery]),
  )
}

/** Answers each request with the next handler; the last one repeats. */
function answers(...handlers: Handler[]) {
  let count = 0
  stage.receiver.on('/hook', (response, request) =>
    handlers[Math.min(count++, handlers.length - 1)]?.(response, request),
  )
}
const status =
  (code: number): Handler =>
  (response) =>
    void response.writeHead(code).end()
const json =
  (of: (request: Received) => unknown): Handler =>
  (response, request) =>
    void response.writeHead(200).end(JSON.stringify(of(request)))

test('messages are sent in one request as soon as there are enough; the others wait for more', async () => {
  const server = await share()
  const route = await batching(server, { batch_seconds: 300 })
  const { device, deliveries } = route
  await messagesOf(server, device, numbered(7))
  const [first] = await stage.receiver.arrivals('/hook')
  if (!first) throw new Error('nothing arrived')
  expect(numbersIn(first)).toHaveLength(5)
  await expect
    .poll(async () => (await deliveries()).filter(({ state }) => state === 'pending').length)
    .toBe(2)
  const found = await byNumber(server, route)
  // Each delivery has what was sent with all of them.
  for (const n of numbersIn(first))
    expect(found.get(n)).toMatchObject({
      state: 'delivered',
      batch_id: idOf(first),
      tries: [{ batch_id: idOf(first), request_body: first.body, status: 204 }],
    })
  expect(arrivedNumbers()).toHaveLength(1)
})

test('a request is sent incomplete when its first message has waited long enough', async () => {
  const server = await share()
  const { device } = await batching(server)
  await messagesOf(server, device, numbered(3))
  await stage.receiver.arrivals('/hook')
  expect(arrivedNumbers().flat().toSorted(byValue)).toEqual([0, 1, 2])
})

test('deliveries can be filtered by their batch', async () => {
  const server = await share()
  const route = await batching(server, { batch_seconds: 300 })
  const { device, on } = route
  await messagesOf(server, device, numbered(10))
  const [first] = await stage.receiver.arrivals('/hook', 2)
  await nothingLeft(server, route)
  const answer = await on('GET', `/deliveries?batch_id=${first && idOf(first)}`)
  expect(connectorsApi.deliveries.answer.parse(await answer.json())).toHaveLength(5)
})

test('a batch of one is sent at once', async () => {
  const server = await share()
  const { send } = await batching(server, { batch_size: 1, batch_seconds: 300 })
  await send({ n: 0 })
  await stage.receiver.arrivals('/hook')
  expect(arrivedNumbers()).toEqual([[0]])
})

test('a failed batch is retried unchanged and with the same id', async () => {
  const server = await share()
  const route = await batching(server, { retry_delays: [1, 1] })
  const { device, deliveries } = route
  answers(status(503), status(204))
  await messagesOf(server, device, numbered(5))
  const [first, second] = await stage.receiver.arrivals('/hook', 2)
  if (!first || !second) throw new Error('nothing arrived')
  expect(idOf(second)).toBe(idOf(first))
  expect(sentIn(second)).toEqual({ ...sentIn(first), attempt: 1 })
  await nothingLeft(server, route)
  const all = await deliveries()
  expect(all.map(({ state, attempts }) => [state, attempts])).toEqual(
    Array.from({ length: 5 }, () => ['delivered', 2]),
  )
})

test('messages that the receiver asks for again are retried with later ones; the others are delivered', async () => {
  const server = await share()
  const route = await batching(server, { retry_delays: [1], batch_results: true })
  const { device } = route
  answers(
    json((request) => ({
      retry: sentIn(request)
        .messages.filter(({ n }) => n % 2 === 1)
        .map(({ id }) => id),
    })),
    status(204),
  )
  await messagesOf(server, device, numbered(5))
  const [first, second] = await stage.receiver.arrivals('/hook', 2)
  if (!first || !second) throw new Error('nothing arrived')
  expect(sentIn(second)).toMatchObject({ attempt: 1, messages: [{ n: 1 }, { n: 3 }] })
  expect(idOf(second)).not.toBe(idOf(first))
  await nothingLeft(server, route)
  const found = await byNumber(server, route)
  expect(found.get(0)).toMatchObject({ state: 'delivered', attempts: 1 })
  expect(found.get(1)).toMatchObject({ state: 'delivered', attempts: 2, batch_id: idOf(second) })
  expect(found.get(1)?.tries[0]).toMatchObject({ status: 200, error_code: 'answer_again' })
})

test('the ids of these messages are also read from a compressed answer', async () => {
  const server = await share()
  const route = await batching(server, { batch_size: 2, retry_delays: [1], batch_results: true })
  const { device, deliveries } = route
  answers((response, request) => {
    const retry = sentIn(request).messages.map(({ id }) => id)
    response.setHeader('Content-Encoding', 'gzip').end(gzipSync(JSON.stringify({ retry })))
  }, status(204))
  await messagesOf(server, device, numbered(2))
  await stage.receiver.arrivals('/hook', 2)
  await nothingLeft(server, route)
  const [one] = await deliveries()
  expect(one).toMatchObject({ state: 'delivered', attempts: 2 })
  expect(one?.tries[0]).toMatchObject({ status: 200, error_code: 'answer_again' })
})

test('without the option an answer cannot ask for messages again', async () => {
  const server = await share()
  const route = await batching(server, { retry_delays: [1] })
  const { device, deliveries } = route
  answers(json((request) => ({ retry: sentIn(request).messages.map(({ id }) => id) })))
  await messagesOf(server, device, numbered(5))
  await nothingLeft(server, route)
  expect((await deliveries()).map(({ state, attempts }) => [state, attempts])).toEqual(
    Array.from({ length: 5 }, () => ['delivered', 1]),
  )
})

test.each([
  ['an id that is not of the request', () => ({ retry: ['unknown'] }), '"unknown"'],
  ['no list', () => ({ retry: true }), 'true'],
])('an answer with %s fails the whole batch, and the attempt says why', async (_what, answer, detail) => {
  const server = await share()
  const route = await batching(server, { batch_size: 3, retry_delays: [1], batch_results: true })
  const { device, deliveries } = route
  answers(json(answer), status(204))
  await messagesOf(server, device, numbered(3))
  const [first, second] = await stage.receiver.arrivals('/hook', 2)
  expect(first && second && idOf(first) === idOf(second)).toBe(true)
  await nothingLeft(server, route)
  for (const { state, tries } of await deliveries()) {
    expect(state).toBe('delivered')
    expect(tries[0]).toMatchObject({ status: 200, error_code: 'answer_retry', error_detail: detail })
  }
})

test('an answer that cannot be decoded fails the whole batch, because it may ask for any message', async () => {
  const server = await share()
  const route = await batching(server, { batch_size: 2, batch_results: true })
  const { device, deliveries } = route
  answers((response) => void response.setHeader('Content-Encoding', 'zstd').end('?'))
  await messagesOf(server, device, numbered(2))
  await nothingLeft(server, route)
  for (const { state, tries } of await deliveries()) {
    expect(state).toBe('failed')
    expect(tries[0]).toMatchObject({ error_code: 'answer_retry', error_detail: 'Content-Encoding: zstd' })
  }
})

test('a message that makes the function throw fails alone, and does not hold up the others', async () => {
  const server = await share()
  const route = await batching(server, { retry_delays: [] })
  const { device } = route
  await messagesOf(server, device, [{ n: 0 }, { n: 1 }, { n: 2, poison: true }, { n: 3 }, { n: 4 }])
  await nothingLeft(server, route)
  const found = await byNumber(server, route)
  expect([0, 1, 2, 3, 4].map((n) => found.get(n)?.state)).toEqual([
    'delivered',
    'delivered',
    'failed',
    'delivered',
    'delivered',
  ])
  expect(arrivedNumbers().flat().toSorted(byValue)).toEqual([0, 1, 3, 4])
})

test('a message that the receiver refuses does not hold up the others; halves of a batch use up no retry', async () => {
  const server = await share()
  const route = await batching(server, { retry_delays: [1] })
  const { device } = route
  stage.receiver.on('/hook', (response, request) =>
    response.writeHead(numbersIn(request).includes(3) ? 422 : 204).end(),
  )
  await messagesOf(server, device, numbered(5))
  await nothingLeft(server, route)
  const found = await byNumber(server, route)
  expect([0, 1, 2, 3, 4].filter((n) => found.get(n)?.state === 'delivered')).toEqual([0, 1, 2, 4])
  expect(found.get(3)?.state).toBe('failed')
  // Alone it got its retry, with the same request.
  const alone = stage.receiver.at('/hook').filter((request) => String(numbersIn(request)) === '3')
  expect(new Set(alone.map(idOf)).size).toBe(1)
  expect(alone).toHaveLength(2)
  const accepted = stage.receiver.at('/hook').filter((request) => !numbersIn(request).includes(3))
  expect(accepted.flatMap(numbersIn).toSorted(byValue)).toEqual([0, 1, 2, 4])
})

test('a message fails permanently only in an attempt of its own', async () => {
  const server = await share()
  const route = await batching(server, { retry_delays: [1] })
  const { device } = route
  stage.receiver.on('/hook', (response, request) =>
    numbersIn(request).includes(3) ? response.destroy() : response.writeHead(204).end(),
  )
  await messagesOf(server, device, numbered(5))
  await nothingLeft(server, route)
  const found = await byNumber(server, route)
  expect([0, 1, 2, 3, 4].filter((n) => found.get(n)?.state === 'failed')).toEqual([3])
})

test('messages of a device are in order within a batch, and later ones of the device wait for it', async () => {
  const server = await share()
  const route = await batching(server, { order: 'device', retry_delays: [1] })
  const { device, another } = route
  const other = await another()
  answers(status(503), status(204))
  await messagesOf(server, device, numbered(8))
  await messagesOf(server, other, numbered(8, 100))
  await nothingLeft(server, route)
  const requests = stage.receiver.at('/hook')
  const seen = new Map<string, number[]>()
  for (const request of requests.filter((_, i) => i > 0))
    for (const { device: name, n } of sentIn(request).messages) seen.set(name, [...(seen.get(name) ?? []), n])
  const inOrder = numbered(8).map(({ n }) => n)
  expect(new Set(seen.get(device.name))).toEqual(new Set(inOrder))
  expect([...new Set(seen.get(device.name))]).toEqual(inOrder)
  expect([...new Set(seen.get(other.name))]).toEqual(inOrder.map((n) => n + 100))
  expect(requests.some((request) => numbersIn(request).length > 2)).toBe(true)
})

test('halves keep the order of a device', async () => {
  const server = await share()
  const route = await batching(server, { order: 'device', retry_delays: [], batch_size: 8 })
  const { device } = route
  await messagesOf(
    server,
    device,
    numbered(8).map(({ n }) => ({ n, poison: n === 5 })),
  )
  await nothingLeft(server, route)
  expect(arrivedNumbers().flat()).toEqual([0, 1, 2, 3, 4, 6, 7])
})

test('large messages are sent in several requests', async () => {
  const server = await share()
  const route = await batching(server, { batch_size: 100 })
  const { device } = route
  await messagesOf(
    server,
    device,
    numbered(40).map(({ n }) => ({ n, text: 'x'.repeat(20_000) })),
  )
  await nothingLeft(server, route)
  expect(
    arrivedNumbers()
      .flat()
      .toSorted((a, b) => a - b),
  ).toEqual(numbered(40).map(({ n }) => n))
  expect(arrivedNumbers().length).toBeGreaterThan(1)
  expect(Math.max(...arrivedNumbers().map(({ length }) => length))).toBeLessThan(30)
})

test('a batch counts as one request for the limits of a connector', async () => {
  const server = await share()
  const route = await batching(server, { max_parallel: 1 })
  const { device } = route
  let [open, most] = [0, 0]
  stage.receiver.on('/hook', (response) => {
    most = Math.max(most, ++open)
    setTimeout(() => {
      open--
      response.writeHead(204).end()
    }, 50)
  })
  await messagesOf(server, device, numbered(20))
  await nothingLeft(server, route)
  expect(most).toBe(1)
  expect(arrivedNumbers()).toHaveLength(4)
})

test('a batch whose attempt outlives its lease is sent again, whole and with the same id', async () => {
  const server = await start({ lease: 2 })
  const { device } = await batching(server)
  // It never answers, as long as the first copy lives.
  stage.receiver.on('/hook', () => undefined)
  await messagesOf(server, device, numbered(5))
  const [first] = await stage.receiver.arrivals('/hook')
  stage.receiver.on('/hook', status(204))
  const [, second] = await stage.receiver.arrivals('/hook', 2)
  if (!first || !second) throw new Error('nothing arrived')
  expect(numbersIn(second)).toEqual(numbersIn(first))
  expect(idOf(second)).toBe(idOf(first))
})

test('while a connector is paused its batches wait; resumed, they are sent', async () => {
  const server = await share()
  const route = await batching(server)
  const { device, pause, resume } = route
  await pause()
  await messagesOf(server, device, numbered(7))
  await resume()
  await nothingLeft(server, route)
  expect(arrivedNumbers().flat().toSorted(byValue)).toEqual(numbered(7).map(({ n }) => n))
})

test('a test is a batch of one', async () => {
  const server = await share()
  const { device, on } = await batching(server, { batch_seconds: 300 })
  const body = { device_id: device.id, message: { type: 'data', direction: 'up', body: { n: 7 } } }
  expect((await on('POST', '/test', body)).status).toBe(201)
  const [request] = await stage.receiver.arrivals('/hook')
  expect(request?.headers['webhook-test']).toBe('true')
  expect(arrivedNumbers()).toEqual([[7]])
})

test('messages that are retried by hand go into a batch again', async () => {
  const server = await share()
  const route = await batching(server)
  const { device, on, deliveries } = route
  answers(status(401))
  await messagesOf(server, device, numbered(5))
  await nothingLeft(server, route)
  expect((await deliveries()).map(({ state }) => state)).toEqual(Array.from({ length: 5 }, () => 'failed'))
  answers(status(204))
  expect((await on('POST', '/deliveries/retry', {})).status).toBe(200)
  await nothingLeft(server, route)
  expect(arrivedNumbers().at(-1)).toEqual([0, 1, 2, 3, 4])
})

test('when batches are switched off, pending messages are sent one by one', { tags: 'heavy' }, async () => {
  const server = await share()
  const route = await batching(server, { batch_seconds: 2 })
  const { device, on } = route
  await messagesOf(server, device, numbered(3))
  const transformation = `function main(job) {
    return { url: '${stage.receiver.url}/hook', data: { attempt: 0, messages: [{ id: '', device: '', n: job.message.body.n }] } }
  }`
  expect((await on('PUT', '', { batch_size: null, transformation })).status).toBe(200)
  await nothingLeft(server, route)
  expect(arrivedNumbers().toSorted(([one = 0], [other = 0]) => one - other)).toEqual([[0], [1], [2]])
})

test('deleting a device deletes the requests that had its messages', async () => {
  const server = await share()
  const route = await batching(server, { batch_size: 2 })
  const { space, device, another, deliveries } = route
  const other = await another()
  await messagesOf(server, device, numbered(1))
  await messagesOf(server, other, numbered(1, 1))
  await stage.receiver.arrivals('/hook')
  await nothingLeft(server, route)
  const path = `/spaces/${space.id}/devices/${other.id}`
  expect((await server.call('DELETE', path, { token: space.owner.token })).status).toBe(204)
  await emptyTrash(server.deps, A_PERSON, space.id, { all: true })
  while (await deleteNext(server.db.$client, async () => undefined));
  const [left, ...none] = await deliveries()
  expect(none).toEqual([])
  expect(left).toMatchObject({ device_id: device.id, state: 'delivered' })
  expect(left?.tries).toMatchObject([{ status: 204, request_body: null, response_body: null }])
})

test('a key that does not see all devices of a request sees none of its data, logs or errors', async () => {
  const server = await share()
  const route = await batching(server, {
    batch_size: 2,
    transformation: `function main(job) {
      console.log(JSON.stringify(job.messages))
      throw new Error(JSON.stringify(job.messages))
    }`,
  })
  const { space, tags, device, connector, another } = route
  const other = await another()
  const { id: key } = await aKey(server, space, {
    tags,
    permissions: ['space:connector:read', 'space:message:read'],
  })
  await messagesOf(server, device, [{ text: 'shown' }])
  await messagesOf(server, other, [{ text: 'hidden' }])
  await nothingLeft(server, route)
  const path = `/spaces/${space.id}/devices/${other.id}`
  const change = { token: space.owner.token, body: { tags: [] } }
  expect((await server.call('PUT', path, change)).status).toBe(200)
  const read = async (of: string) => (await server.call('GET', `/spaces/${space.id}${of}`, { key })).text()
  const list = await read(`/connectors/${connector.id}/deliveries`)
  const [own, ...none] = connectorsApi.deliveries.answer.parse(JSON.parse(list))
  expect(none).toEqual([])
  expect(own?.device_id).toBe(device.id)
  const detail = await read(`/connectors/${connector.id}/deliveries/${own?.id}`)
  expect(connectorsApi.delivery.answer.parse(JSON.parse(detail)).tries).not.toEqual([])
  const message = await read(`/messages/${own?.message_id}`)
  expect(message).toContain('shown')
  for (const text of [list, detail, message]) expect(text).not.toContain('hidden')
})

test.each([
  [{ batch_size: 0 }, 'batch_size'],
  [{ batch_size: 101 }, 'batch_size'],
  [{ batch_seconds: 301 }, 'batch_seconds'],
  [{ batch_results: 'yes' }, 'batch_results'],
])('%o is refused', async (values, field) => {
  const server = await share()
  const { on } = await batching(server)
  const answer = await on('PUT', '', values)
  expect(answer.status).toBe(400)
  expect(await answer.text()).toContain(field)
})
