import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { connectorsApi, DELIVERY_STATES, type DeliveryState } from '#contract/connectors'
import { aConnector, aDevice, aMessage, aSpace } from '../support/builders'
import { aDelivery, type Route } from '../support/deliveries'
import { makeServer, type TestServer } from '../support/makeServer'
import { aWebhook } from '../support/webhooks'

const NOW = Date.parse('2026-11-21T08:20:00.000Z')
const MINUTE = 60_000
const UNKNOWN = '01890000-0000-7000-8000-000000000000'
const ago = (minutes: number) => new Date(NOW - minutes * MINUTE)

let server: TestServer
let route: Route & { space: Awaited<ReturnType<typeof aSpace>> }

/** A connector of its own, with a device, in a space of its own. */
async function aRoute() {
  const space = await aSpace(server)
  return { space, connector: await aConnector(server, space), device: await aDevice(server, space) }
}

beforeAll(async () => {
  server = await makeServer({ now: () => new Date(NOW) })
})
beforeEach(async () => {
  route = await aRoute()
})
afterAll(() => server.stop())

const on = async (method: string, path: string, body?: unknown) =>
  server.call(method, `/spaces/${route.space.id}/connectors/${route.connector.id}${path}`, {
    token: route.space.owner.token,
    body,
  })

async function list(query: Record<string, string> = {}) {
  const answer = await on('GET', `/deliveries?${new URLSearchParams(query)}`)
  expect(answer.status).toBe(200)
  return connectorsApi.deliveries.answer.parse(await answer.json())
}
const ids = async (query: Record<string, string>) => (await list(query)).map(({ id }) => id)

async function count(query: Record<string, string> = {}) {
  const answer = await on('GET', `/deliveries/count?${new URLSearchParams(query)}`)
  return connectorsApi.deliveryCount.answer.parse(await answer.json()).count
}

const detail = async (id: string) =>
  connectorsApi.delivery.answer.parse(await (await on('GET', `/deliveries/${id}`)).json())

const stateOf = async (id: string) => (await detail(id)).state

test('a delivery tells its message, its device and its last attempt; in detail it tells all of them', async () => {
  const messageId = await aMessage(server, route.device, { at: ago(30), type: 'shell' })
  const first = {
    createdAt: ago(30),
    duration: 10_000,
    success: false,
    status: null,
    error: 'no complete answer within 10 s',
    errorCode: 'answer_late' as const,
    errorDetail: '10',
    method: 'POST',
    url: 'https://example.com/hook',
    nextAttemptAt: ago(29),
    requestBody: '{"a":"ž"}',
    logs: ['one', 'two'],
  }
  const second = {
    ...first,
    createdAt: ago(29),
    duration: 12,
    status: 503,
    error: 'not 2xx',
    errorCode: null,
    errorDetail: null,
    logs: [],
  }
  const id = await aDelivery(server, route, {
    at: ago(30),
    messageId,
    state: 'pending',
    nextAttemptAt: ago(-10),
    tries: [first, { ...second, nextAttemptAt: ago(-10), responseBody: 'busy' }],
  })
  const shown = {
    id,
    connector_id: route.connector.id,
    message_id: messageId,
    message_type: 'shell',
    device_id: route.device.id,
    device_name: expect.any(String),
    state: 'pending',
    created_at: ago(30).toISOString(),
    attempts: 2,
    last_attempt_at: ago(29).toISOString(),
    next_attempt_at: ago(-10).toISOString(),
    status: 503,
    error: 'not 2xx',
    error_code: null,
    error_detail: null,
  }
  expect(await list()).toEqual([shown])
  const sent = { method: 'POST', url: first.url, request_body: first.requestBody }
  expect(await detail(id)).toEqual({
    ...shown,
    tries: [
      {
        ...sent,
        attempt: 0,
        created_at: ago(30).toISOString(),
        duration: 10_000,
        status: null,
        error: first.error,
        error_code: 'answer_late',
        error_detail: '10',
        next_attempt_at: ago(29).toISOString(),
        response_body: null,
        logs: ['one', 'two'],
      },
      {
        ...sent,
        attempt: 1,
        created_at: ago(29).toISOString(),
        duration: 12,
        status: 503,
        error: 'not 2xx',
        error_code: null,
        error_detail: null,
        next_attempt_at: ago(-10).toISOString(),
        response_body: 'busy',
        logs: [],
      },
    ],
  })
})

test('a delivery that was not tried yet has no attempt', async () => {
  const id = await aDelivery(server, route, { state: 'pending', tries: [] })
  expect(await detail(id)).toMatchObject({ attempts: 0, last_attempt_at: null, status: null, tries: [] })
})

test('a delivery outlives its message', async () => {
  const id = await aDelivery(server, route)
  await server.db.$client.query('delete from message where space_id = $1', [route.space.id])
  expect(await list()).toMatchObject([{ id, message_type: null }])
  expect(await detail(id)).toMatchObject({ id, message_type: null })
})

test('filters go by the state, and by the time of any attempt', async () => {
  const failed = { success: false, status: 500 }
  const old = await aDelivery(server, route, { at: ago(90), state: 'failed', tries: [failed] })
  const retried = await aDelivery(server, route, {
    at: ago(80),
    tries: [{ ...failed, createdAt: ago(80) }, { createdAt: ago(20) }],
  })
  const waiting = await aDelivery(server, route, { at: ago(1), state: 'pending', tries: [] })
  const time = (minutes: number) => ago(minutes).toISOString()
  const cases: [query: Record<string, string>, expected: string[]][] = [
    [{}, [waiting, retried, old]],
    [{ state: 'failed' }, [old]],
    [{ 'state[]': 'pending' }, [waiting]],
    [{ after: time(80) }, [retried]],
    [{ before: time(80) }, [retried, old]],
    [{ before: time(81) }, [old]],
    [{ after: time(79), before: time(21) }, []],
    [{ after: time(90), state: 'delivered' }, [retried]],
  ]
  for (const [query, expected] of cases) {
    expect([query, await ids(query)]).toEqual([query, expected])
    expect([query, await count(query)]).toEqual([query, expected.length])
  }
})

test.each([
  ['state=lost', 'state[0] must be one of pending, delivered, failed, cancelled'],
  ['after=yesterday', 'after must be an ISO-8601 time like 2026-01-31T08:00:00.000Z'],
  ['cursor=7', 'cursor must be an id'],
  ['limit=0', 'limit must be at least 1'],
])('the query %s is refused', async (query, sentence) => {
  const answer = await on('GET', `/deliveries?${query}`)
  expect([answer.status, await answer.text()]).toEqual([400, sentence])
})

test('whatever comes between two pages, no older delivery is skipped or read twice', async () => {
  const minutes = fc.integer({ min: 0, max: 3 })
  const cases = fc.record({
    limit: fc.integer({ min: 1, max: 4 }),
    older: fc.array(minutes, { minLength: 1, maxLength: 12 }),
    /** What comes after each page. */
    between: fc.array(fc.array(minutes, { maxLength: 3 }), { maxLength: 6 }),
  })
  await fc.assert(
    fc.asyncProperty(cases, async ({ limit, older, between }) => {
      route = { ...route, connector: await aConnector(server, route.space) }
      const add = async (ages: number[]) =>
        Promise.all(ages.map(async (age) => aDelivery(server, route, { at: ago(age), tries: [] })))
      const wanted = await add(older)
      const read: string[] = []
      const later = between.values()
      const query: Record<string, string> = { limit: String(limit) }
      for (let page = await ids(query); page.length > 0; page = await ids(query)) {
        read.push(...page)
        query.cursor = page.at(-1) ?? ''
        await add(later.next().value ?? [])
      }
      expect(read).toEqual([...new Set(read)].toSorted().toReversed())
      expect(read).toEqual(expect.arrayContaining(wanted))
    }),
    { numRuns: 15 },
  )
})

describe('trying again', () => {
  test.each<DeliveryState>(['failed', 'cancelled'])(
    'makes one that is %s wait for its turn',
    async (state) => {
      const id = await aDelivery(server, route, { state, tries: [{ success: false }, { success: false }] })
      const answer = await on('POST', `/deliveries/${id}/retry`)
      expect(answer.status).toBe(200)
      const retried = connectorsApi.retry.answer.parse(await answer.json())
      expect(retried).toMatchObject({ id, state: 'pending', attempts: 2 })
      expect(retried.next_attempt_at).toBe(new Date(NOW).toISOString())
      expect(await stateOf(id)).toBe('pending')
    },
  )

  test.each<DeliveryState>(['pending', 'delivered'])('is refused for one that is %s', async (state) => {
    const id = await aDelivery(server, route, { state })
    const answer = await on('POST', `/deliveries/${id}/retry`)
    expect([answer.status, await answer.text()]).toEqual([
      409,
      `a delivery that is ${state} cannot be tried again`,
    ])
    expect(await stateOf(id)).toBe(state)
  })

  test('twice at once succeeds once', async () => {
    const id = await aDelivery(server, route, { state: 'failed' })
    const answers = await Promise.all([1, 2, 3].map(async () => on('POST', `/deliveries/${id}/retry`)))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409])
  })

  test('all that failed counts them, and leaves the others alone', async () => {
    const all = new Map<DeliveryState, string>()
    for (const state of DELIVERY_STATES) all.set(state, await aDelivery(server, route, { state }))
    const elsewhere = { ...route, connector: await aConnector(server, route.space) }
    await aDelivery(server, elsewhere, { state: 'failed' })
    const answer = await on('POST', '/deliveries/retry', {})
    expect([answer.status, await answer.json()]).toEqual([200, { count: 1 }])
    expect(await Promise.all([...all.values()].map(stateOf))).toEqual([
      'pending',
      'delivered',
      'pending',
      'cancelled',
    ])
    expect(await (await on('POST', '/deliveries/retry', {})).json()).toEqual({ count: 0 })
    route = elsewhere
    expect(await count({ state: 'failed' })).toBe(1)
  })

  test('all that failed in a time takes those with an attempt in it', async () => {
    const [late, early] = [ago(10), ago(70)]
    const inTime = await aDelivery(server, route, { at: late, state: 'failed' })
    await aDelivery(server, route, { at: early, state: 'failed' })
    const body = { after: ago(20).toISOString(), before: ago(0).toISOString() }
    expect(await (await on('POST', '/deliveries/retry', body)).json()).toEqual({ count: 1 })
    expect(await ids({ state: 'pending' })).toEqual([inTime])
  })
})

test('nothing waits any more for a connector that is deleted', async () => {
  const other = { ...route, connector: await aConnector(server, route.space) }
  const gone = await aDelivery(server, route, { state: 'failed' })
  const kept = await aDelivery(server, other, { state: 'failed' })
  const jobs = async () =>
    (await server.db.$client.query('select from pgboss.job where id = any($1)', [[gone, kept]])).rowCount
  for (const { connector } of [other, route]) {
    route = { ...route, connector }
    await on('POST', '/deliveries/retry', {})
  }
  expect(await jobs()).toBe(2)
  expect((await on('DELETE', '')).status).toBe(204)
  expect(await jobs()).toBe(1)
})

test('no message waits for a connector that takes long to delete', async () => {
  const { connector, send, deliveries, on } = await aWebhook(server)
  await send()
  const [first] = await deliveries()
  const holder = await server.db.$client.connect()
  await holder.query('begin')
  await holder.query('select from delivery where id = $1 for update', [first?.id])
  const deleting = on('DELETE', '')
  const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  await expect
    .poll(async () => (await server.db.$client.query(waiting)).rowCount, { timeout: 10_000 })
    .toBe(1)
  await send()
  await holder.query('rollback')
  holder.release()
  expect((await deleting).status).toBe(204)
  expect(
    (await server.db.$client.query('select from delivery where connector_id = $1', [connector.id])).rowCount,
  ).toBe(0)
})

test('a delivery is found under its own connector and space only', async () => {
  const id = await aDelivery(server, route, { state: 'failed' })
  const other = await aRoute()
  const owner = route
  for (const from of [{ ...route, connector: await aConnector(server, route.space) }, other]) {
    route = from
    for (const one of [id, UNKNOWN, 'nonsense']) {
      expect((await on('GET', `/deliveries/${one}`)).status).toBe(404)
      expect((await on('POST', `/deliveries/${one}/retry`)).status).toBe(404)
    }
    expect(await list()).toEqual([])
    expect(await count()).toBe(0)
  }
  route = { ...other, connector: owner.connector }
  expect((await on('POST', '/deliveries/retry', {})).status).toBe(404)
  route = owner
  expect(await stateOf(id)).toBe('failed')
})
