import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { HOUR } from '#contract/common/durations'
import { connectorsApi, deliverySchema } from '#contract/connectors'
import { delivery, deliveryTest } from '../../server/db/schema'
import { newId } from '../../server/services/common/ids'
import { aDevice, aKey, aMember, aSpace, aTag, messagesOf } from '../support/builders'
import { makeServer, type TestServer } from '../support/makeServer'
import { holdConnector, operationCalls } from '../support/operations'
import { type Receiver, startReceiver } from '../support/receiver'
import { aWebhook, type WebhookRoute } from '../support/webhooks'

let server: TestServer
let receiver: Receiver

beforeAll(async () => {
  receiver = await startReceiver()
  server = await makeServer({ deliveries: { allowPrivate: true } })
})
afterAll(async () => {
  await server.stop()
  await receiver.stop()
})

let count = 0

/** Creates a connector that sends its job to a path of its own. */
async function aRoute(values: Parameters<typeof aWebhook>[1] = {}) {
  const path = `/hook-${(count += 1)}`
  const transformation = `function main(job) {
    return { url: ${JSON.stringify(receiver.url + path)}, data: { test: job.test, attempt: job.attempt, message: job.message, device: job.device.name, variables: job.variables } }
  }`
  const route = await aWebhook(server, { transformation, ...values })
  const sample = { device_id: route.device.id, message: { type: 'data', direction: 'up', body: { n: 1 } } }
  return {
    ...route,
    ...operationCalls(route),
    path,
    sample,
    arrived: () => receiver.at(path).map(({ body }) => JSON.parse(body)),
    /** Sends a test and waits for its end. */
    tested: async (body: unknown = sample) => {
      const answer = await route.on('POST', '/test', body)
      expect(answer.status, await answer.clone().text()).toBe(201)
      const { id } = deliverySchema.parse(await answer.json())
      return settled(route, id)
    },
  }
}

async function settled({ on }: Pick<WebhookRoute, 'on'>, id: string) {
  const read = async () =>
    connectorsApi.delivery.answer.parse(await (await on('GET', `/deliveries/${id}`)).json())
  await expect.poll(async () => (await read()).state).not.toBe('pending')
  return read()
}

const aMessageOf = async (route: WebhookRoute, body: unknown) => {
  const [id = ''] = await messagesOf(server, route.device, [body])
  return id
}

test('a message that a person wrote is sent once, marked as a test', async () => {
  const route = await aRoute({ retry_delays: [1, 1] })
  receiver.on(route.path, (response) => response.writeHead(500).end('no'))
  const delivery = await route.tested()
  expect(delivery).toMatchObject({
    test: true,
    state: 'failed',
    attempts: 1,
    message_id: null,
    message_type: 'data',
    device_id: route.device.id,
    status: 500,
    next_attempt_at: null,
  })
  expect(delivery.tries).toHaveLength(1)
  const [request] = receiver.at(route.path)
  expect(request?.headers).toMatchObject({ 'webhook-test': 'true', 'webhook-id': delivery.id })
  expect(route.arrived()).toEqual([
    {
      test: true,
      attempt: 0,
      device: route.device.name,
      variables: {},
      message: {
        id: delivery.id,
        type: 'data',
        direction: 'up',
        created_at: delivery.created_at,
        measured_at: null,
        body: { n: 1 },
        raw: null,
      },
    },
  ])
})

test('a stored message is sent as it is stored, and its events do not mention the test', async () => {
  const route = await aRoute({ triggers: [] })
  const id = await aMessageOf(route, { large: 1, text: 'č' })
  const delivery = await route.tested({ message_id: id })
  expect(delivery).toMatchObject({ test: true, state: 'delivered', message_id: id })
  expect(route.arrived()).toMatchObject([{ test: true, message: { id, body: { large: 1, text: 'č' } } }])
  const events = await server.call('GET', `/spaces/${route.space.id}/messages/${id}/events`, {
    token: route.space.owner.token,
  })
  expect(JSON.stringify(await events.json())).not.toContain('webhook')
})

test('a made-up alert is sent once, marked as a test', async () => {
  const path = `/hook-${(count += 1)}`
  const route = await aWebhook(server, {
    triggers: [],
    transformation: `function main({ alert }) { return { url: '${receiver.url + path}', data: alert } }`,
  })
  const answer = await route.on('POST', '/test', { alert: true })
  const { id, device_id } = deliverySchema.parse(await answer.json())
  expect(device_id).toBeNull()
  expect(await settled(route, id)).toMatchObject({ state: 'delivered', test: true })
  const [request] = receiver.at(path)
  expect(request?.headers).toMatchObject({ 'webhook-test': 'true' })
  expect(JSON.parse(request?.body ?? '')).toMatchObject({
    event: 'opened',
    test: true,
    rule: { name: 'Test' },
    device_count: 1,
    url: expect.stringContaining(`/space/${route.space.id}/alert-rules`),
  })
  const both = await route.on('POST', '/test', { alert: true, message_id: id })
  expect([both.status, await both.text()]).toEqual([400, 'alert must not be sent with a message'])
})

test('a real message is not marked as a test', async () => {
  const route = await aRoute()
  await route.send({ n: 2 })
  const [request] = await receiver.arrivals(route.path)
  expect(JSON.parse(request?.body ?? '')).toMatchObject({ test: false })
  expect(request?.headers).not.toHaveProperty('webhook-test')
  expect(await route.settled('delivered')).toMatchObject({ test: false })
})

test.each(['paused', 'waiting', 'stopped', 'off'] as const)(
  'a connector that is %s sends a test, and stays so',
  async (state) => {
    const route = await aRoute(state === 'off' ? { enabled: false } : {})
    if (state !== 'off')
      await holdConnector(server, route, {
        state,
        ...(state === 'paused' && { until: new Date(Date.now() + HOUR), backlog: 'deliver' }),
        ...(state === 'waiting' && { probeAt: new Date(Date.now() + HOUR) }),
      })
    const before = await route.operation()
    expect(before.state).toBe(state)
    receiver.on(route.path, (response) => response.writeHead(410).end())
    expect(await route.tested()).toMatchObject({ state: 'failed', status: 410 })
    receiver.on(route.path, (response) => response.writeHead(204).end())
    expect(await route.tested()).toMatchObject({ state: 'delivered' })
    expect(await route.operation()).toEqual(before)
  },
)

test('failed tests do not stop a connector, and do not count in its statistics', async () => {
  const route = await aRoute()
  receiver.on(route.path, (response) => response.writeHead(503).end())
  for (let n = 0; n < 6; n += 1) await route.tested()
  expect(await route.operation()).toMatchObject({ state: 'on' })
  const statistics = await (await route.on('GET', '/statistics')).json()
  expect(statistics).toEqual({ max_attempts: 0, summaries: [] })
  expect(await (await route.on('GET', '/deliveries?outcome=failed')).json()).toEqual([])
  expect(await (await route.on('GET', '/deliveries?state=failed')).json()).toHaveLength(6)
})

test('a test is not retried, neither alone nor with all that failed', async () => {
  const route = await aRoute()
  receiver.on(route.path, (response) => response.writeHead(500).end())
  const { id } = await route.tested()
  const retried = await route.on('POST', `/deliveries/${id}/retry`)
  expect(retried.status).toBe(409)
  expect(await retried.text()).toBe('a test cannot be retried; send another one')
  expect(await (await route.on('POST', '/deliveries/retry', {})).json()).toEqual({ count: 0 })
})

test('the values of variables are never shown', async () => {
  const route = await aRoute()
  const created = await server.call('POST', `/spaces/${route.space.id}/variables`, {
    token: route.space.owner.token,
    body: { name: 'TOKEN', value: 'very-secret', for_connectors: true },
  })
  expect(created.status, await created.clone().text()).toBe(201)
  const delivery = await route.tested()
  expect(route.arrived()).toMatchObject([{ variables: { TOKEN: 'very-secret' } }])
  expect(JSON.stringify(delivery)).not.toContain('very-secret')
  expect(delivery.tries[0]?.request_body).toContain('***')
})

test('the body keeps the digits of large numbers, and can be JSON text', async () => {
  const path = `/hook-${(count += 1)}`
  const route = await aWebhook(server, {
    transformation: `function main(job) { return { url: '${receiver.url + path}', data: typeof job.message.body.n } }`,
  })
  const message = { type: 'data', direction: 'up', body: '{"n": 12345678901234567890}' }
  const answer = await route.on('POST', '/test', { device_id: route.device.id, message })
  const { id } = deliverySchema.parse(await answer.json())
  expect(await settled(route, id)).toMatchObject({ state: 'delivered' })
  const { rows } = await server.db.$client.query('select sample from delivery where id = $1', [id])
  expect(rows).toEqual([{ sample: message }])
})

test.each([
  ['nothing', () => ({}), 400, 'message_id is required, or device_id with message, or alert'],
  ['no device', ({ sample: { message } }: Ids) => ({ message }), 400, 'device_id is required with message'],
  [
    'both',
    (ids: Ids) => ({ ...ids.sample, message_id: ids.sample.device_id }),
    400,
    'must not be sent with device_id',
  ],
  [
    'text that is no JSON',
    ({ sample }: Ids) => ({ ...sample, message: { ...sample.message, body: '{' } }),
    400,
    'body is not valid JSON',
  ],
  [
    'a NUL character',
    ({ sample }: Ids) => ({ ...sample, message: { ...sample.message, body: { a: '\0' } } }),
    400,
    'cannot be stored',
  ],
  ['a message that there is not', (ids: Ids) => ({ message_id: ids.sample.device_id }), 404, 'not found'],
  [
    'a device of another space',
    ({ sample, other }: Ids) => ({ ...sample, device_id: other }),
    404,
    'not found',
  ],
])('it refuses %s', async (_, body, status, text) => {
  const route = await aRoute()
  const elsewhere = await aSpace(server)
  const other = (await aDevice(server, elsewhere)).id
  const answer = await route.on('POST', '/test', body({ sample: route.sample, other }))
  expect(answer.status).toBe(status)
  expect(await answer.text()).toContain(text)
  expect(await route.deliveries()).toEqual([])
})

interface Ids {
  sample: Awaited<ReturnType<typeof aRoute>>['sample']
  other: string
}

test('a person who can only read cannot send a test, nor can a key for a device or message that it does not see', async () => {
  const route = await aRoute()
  const url = `/spaces/${route.space.id}/connectors/${route.connector.id}/test`
  const reader = await aMember(server, route.space, 'user')
  expect((await server.call('POST', url, { token: reader.token, body: route.sample })).status).toBe(403)

  const permissions = ['space:connector:update', 'space:device:read', 'space:message:read'] as const
  const key = await aKey(server, route.space, { permissions: [...permissions], tags: route.tags })
  const otherDevice = await aDevice(server, route.space, { tags: [await aTag(server, route.space)] })
  const unseen = { ...route.sample, device_id: otherDevice.id }
  expect((await server.call('POST', url, { key: key.id, body: route.sample })).status).toBe(201)
  expect((await server.call('POST', url, { key: key.id, body: unseen })).status).toBe(404)
  const [messageId] = await messagesOf(server, otherDevice, [{}])
  expect((await server.call('POST', url, { key: key.id, body: { message_id: messageId } })).status).toBe(404)

  const blind = await aKey(server, route.space, { permissions: ['space:connector:update'] })
  expect((await server.call('POST', url, { key: blind.id, body: route.sample })).status).toBe(403)
})

test('a person can send ten tests at once, and then one a minute', async () => {
  const route = await aRoute()
  const answers = []
  for (let n = 0; n < 11; n += 1) answers.push((await route.on('POST', '/test', route.sample)).status)
  expect(answers).toEqual([...Array.from({ length: 10 }, () => 201), 429])
})

test('the audit log has each test', async () => {
  const route = await aRoute()
  const { id } = await route.tested()
  const log = await server.call('GET', `/spaces/${route.space.id}/audit?action=connector.test`, {
    token: route.space.owner.token,
  })
  expect(await log.json()).toMatchObject([
    {
      action: 'connector.test',
      target_id: route.connector.id,
      after: { delivery_id: id, device_id: route.device.id },
    },
  ])
})

test('at most four tests of a person run at once, so nobody holds up the tests of others', async () => {
  const route = await aRoute()
  const answers: (() => void)[] = []
  receiver.on(route.path, (response) => void answers.push(() => response.writeHead(204).end()))
  for (let n = 0; n < 6; n += 1) await route.on('POST', '/test', route.sample)
  await receiver.arrivals(route.path, 4)
  const other = await aRoute()
  expect(await other.tested()).toMatchObject({ state: 'delivered' })
  expect(receiver.at(route.path)).toHaveLength(4)
  for (const answer of answers.splice(0)) answer()
  await receiver.arrivals(route.path, 6)
  for (const answer of answers) answer()
})

test('a test whose device is deleted meanwhile does not stay pending', async () => {
  const route = await aRoute()
  const id = newId()
  const key = { spaceId: route.space.id, connectorId: route.connector.id }
  // As if the device were deleted: no device has this id.
  await server.db
    .insert(delivery)
    .values({ ...key, id, deviceId: newId(), createdAt: new Date(), isTest: true, isTaken: true })
  await server.db.insert(deliveryTest).values({ ...key, deliveryId: id, dueAt: new Date() })
  server.deps.dueTests.ring()
  const state = async () =>
    (await server.db.select({ state: delivery.state }).from(delivery).where(eq(delivery.id, id)))[0]?.state
  await expect.poll(state).toBe('cancelled')
})

/** Contains a number that JavaScript reads as 9007199254740992. */
const LONG = '{"counter":9007199254740993,"list":[-18446744073709551615]}'

/** Stores an uplink with a body exactly as it is written. */
const sendText = async ({ device: { serial_number, token } }: WebhookRoute, body: string) => {
  const answer = await server.call('POST', '/devices/uplink', {
    body: { serial_number, token, type: 'data', body },
  })
  expect(answer.status).toBe(201)
}

test('long integers are sent as they are stored, alone, in texts, in headers and in batches', async () => {
  const path = '/long'
  const transformation = `function main(job) {
    const all = (job.messages ?? [job.message]).map(({ body }) => body)
    const { counter } = all[0]
    return { url: ${JSON.stringify(receiver.url + path)}, headers: { 'X-Counter': counter }, data: { all, text: \`n=\${counter}i\` } }
  }`
  const expected = `{"all":[${LONG}],"text":"n=9007199254740993i"}`
  for (const batch_size of [null, 1]) {
    const route = await aWebhook(server, { transformation, batch_size, batch_seconds: 1 })
    const before = receiver.at(path).length
    // Where a variable is masked, the digits stay as well.
    await server.call('POST', `/spaces/${route.space.id}/variables`, {
      token: route.space.owner.token,
      body: { name: 'TOKEN', value: 'a-secret', for_connectors: true },
    })
    await sendText(route, LONG)
    const { message_id } = await route.settled('delivered')
    const [request] = (await receiver.arrivals(path, before + 1)).slice(before)
    expect(request?.body).toBe(expected)
    expect(request?.headers['x-counter']).toBe('9007199254740993')
    const events = await server.call('GET', `/spaces/${route.space.id}/messages/${message_id}/events`, {
      token: route.space.owner.token,
    })
    expect(await events.text()).toContain('9007199254740993')
  }
})

test('a test reports which integers JavaScript has rounded', async () => {
  const transformation = `function main(job) {
    return { url: ${JSON.stringify(`${receiver.url}/half`)}, data: { half: job.message.body.counter / 2 } }
  }`
  const { tested, sample } = await aRoute({ transformation })
  const { tries } = await tested({ ...sample, message: { ...sample.message, body: LONG } })
  expect(tries[0]?.logs).toEqual([
    'JavaScript rounds integers beyond 2^53; not sent with all their digits: 9007199254740993, 18446744073709551615',
  ])
})

test('a job has the time of measurement of a message, and its transmitted payload', async () => {
  const { device, path, arrived } = await aRoute()
  const { serial_number, token } = device
  const at = '2026-11-21T07:10:00.000Z'
  const plain = { serial_number, token, type: 'data', body: {} }
  const uplinks = [{ ...plain, at, raw: 'a1b2' }, plain]
  expect((await server.call('POST', '/devices/uplinks', { body: { uplinks } })).status).toBe(201)
  await receiver.arrivals(path, 2)
  const messages = arrived()
    .map(({ message }) => message)
    .toSorted((a, b) => a.created_at.localeCompare(b.created_at))
  expect(Date.parse(messages[1]?.created_at ?? '')).toBe(Date.parse(messages[0]?.created_at ?? '') + 1)
  expect(messages).toMatchObject([
    { measured_at: at, raw: 'a1b2' },
    { measured_at: null, raw: null },
  ])
})
