import { beforeEach, expect, test } from 'vitest'
import { connectorsApi } from '#contract/connectors'
import { aConnector, aMessage } from '../support/builders'
import { aDelivery } from '../support/deliveries'
import { aRoute, deliveryCalls, type OwnRoute } from '../support/deliveryCalls'
import { serve } from '../support/serve'

const NOW = Date.parse('2026-11-21T08:20:00.000Z')
const UNKNOWN = '01890000-0000-7000-8000-000000000000'
const ago = (minutes: number) => new Date(NOW - minutes * 60_000)

const server = await serve({ now: () => new Date(NOW) })
let route: OwnRoute
beforeEach(async () => {
  route = await aRoute(server)
})
const { on, list, ids, count, detail, stateOf } = deliveryCalls(server, () => route)

test('a delivery shows its message, its device and its last attempt; its detail shows every attempt', async () => {
  const messageId = await aMessage(server, route.device, { at: ago(30), type: 'shell' })
  const first = {
    createdAt: ago(30),
    duration: 10_000,
    success: false,
    status: null,
    error: 'no complete response within 10 s',
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
    alert: null,
    state: 'pending',
    created_at: ago(30).toISOString(),
    attempts: 2,
    last_attempt_at: ago(29).toISOString(),
    next_attempt_at: ago(-10).toISOString(),
    status: 503,
    error: 'not 2xx',
    error_code: null,
    error_detail: null,
    in_line: false,
    waits_for: null,
    test: false,
    batch_id: null,
    replay_id: null,
    repeats: null,
    retry_after: null,
    failures: {
      attempts: 2,
      created_at: ago(29).toISOString(),
      status: 503,
      error: 'not 2xx',
      error_code: null,
      error_detail: null,
    },
  }
  expect(await list()).toEqual([shown])
  const sent = { method: 'POST', url: first.url, request_body: first.requestBody }
  expect(await detail(id)).toEqual({
    ...shown,
    tries: [
      {
        ...sent,
        batch_id: null,
        attempt: 0,
        created_at: ago(30).toISOString(),
        duration: 10_000,
        status: null,
        error: first.error,
        error_code: 'answer_late',
        error_detail: '10',
        retry_after: null,
        next_attempt_at: ago(29).toISOString(),
        response_headers: null,
        connector_version: null,
        response_body: null,
        logs: ['one', 'two'],
      },
      {
        ...sent,
        batch_id: null,
        attempt: 1,
        created_at: ago(29).toISOString(),
        duration: 12,
        status: 503,
        error: 'not 2xx',
        error_code: null,
        error_detail: null,
        retry_after: null,
        next_attempt_at: ago(-10).toISOString(),
        response_headers: null,
        connector_version: null,
        response_body: 'busy',
        logs: [],
      },
    ],
  })
})

test('a delivery that was not attempted yet has no attempt', async () => {
  const id = await aDelivery(server, route, { state: 'pending', tries: [] })
  expect(await detail(id)).toMatchObject({ attempts: 0, last_attempt_at: null, status: null, tries: [] })
})

test('a delivery outlives its message', async () => {
  const id = await aDelivery(server, route)
  await server.db.$client.query('delete from message where space_id = $1', [route.space.id])
  expect(await list()).toMatchObject([{ id, message_type: null }])
  expect(await detail(id)).toMatchObject({ id, message_type: null })
})

test('filters match the state, and the time of any attempt', async () => {
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

test('a delivery is found only under its own connector and space', async () => {
  const id = await aDelivery(server, route, { state: 'failed' })
  const other = await aRoute(server)
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

test('deliveries of a time range have their failed attempts in it, and can be filtered to those with any', async () => {
  const failedAt = (minutes: number, error: string) => ({
    createdAt: ago(minutes),
    success: false,
    status: 500,
    error,
  })
  const good = await aDelivery(server, route, { at: ago(80) })
  const late = await aDelivery(server, route, {
    at: ago(80),
    tries: [failedAt(80, 'first'), failedAt(75, 'second'), failedAt(20, 'third'), { createdAt: ago(10) }],
  })
  const earlier = { after: ago(90).toISOString(), before: ago(60).toISOString() }
  const failuresOf = async (query: Record<string, string>) =>
    (await list(query)).map(({ id, failures }) => [id, failures?.attempts ?? 0, failures?.error])
  expect(await failuresOf(earlier)).toEqual([
    [late, 2, 'second'],
    [good, 0, undefined],
  ])
  expect(await failuresOf({ after: ago(30).toISOString() })).toEqual([[late, 1, 'third']])
  expect(await failuresOf({})).toEqual([
    [late, 3, 'third'],
    [good, 0, undefined],
  ])
  expect(await ids({ ...earlier, outcome: 'failed' })).toEqual([late])
  expect(await ids({ ...earlier, outcome: 'succeeded' })).toEqual([good])
  expect(await count({ outcome: 'failed' })).toBe(1)
  expect(await count({ after: ago(15).toISOString(), outcome: 'failed' })).toBe(0)
  expect((await detail(late)).failures).toMatchObject({ attempts: 3, error: 'third' })
  expect((await on('GET', '/deliveries?outcome=odd')).status).toBe(400)
})

test('deliveries can be sorted by their last failure, without tests', async () => {
  const failedAt = (minutes: number) => ({ createdAt: ago(minutes), success: false, status: 500 })
  const old = await aDelivery(server, route, {
    at: ago(600),
    state: 'pending',
    tries: [failedAt(600), failedAt(1)],
  })
  const lost = await aDelivery(server, route, { at: ago(50), state: 'failed', tries: [failedAt(50)] })
  const mended = await aDelivery(server, route, {
    at: ago(40),
    tries: [failedAt(40), { createdAt: ago(30) }],
  })
  await aDelivery(server, route, { at: ago(5), state: 'failed', tries: [{ ...failedAt(5), isTest: true }] })
  const last = { sort_by: 'failed_at', after: ago(1440).toISOString() }
  expect(await ids(last)).toEqual([old, mended, lost])
  const answer = await on('GET', '/deliveries?sort_by=failed_at&state=failed&state=pending&limit=1')
  expect(connectorsApi.deliveries.answer.parse(await answer.json()).map(({ id }) => id)).toEqual([old])
  const refused = await on('GET', `/deliveries?sort_by=failed_at&cursor=${old}`)
  expect([refused.status, await refused.text()]).toEqual([
    400,
    'cursor cannot be used with sort_by=failed_at',
  ])
})
