import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { spaceAuditApi } from '#contract/audit'
import { FAILURES_IN_A_ROW } from '#contract/connectors'
import { type DeliveryKey, takeDeliveries } from '../../server/services/deliveries/take'
import { messagesOf } from '../support/builders'
import { makeServer, type TestServer } from '../support/makeServer'
import { operationCalls } from '../support/operations'
import { type Handler, type Receiver, startReceiver } from '../support/receiver'
import { aWebhook, forwards } from '../support/webhooks'

let receiver: Receiver
let server: TestServer

beforeAll(async () => {
  server = await makeServer({ deliveries: { allowPrivate: true } })
})
afterAll(() => server.stop())
beforeEach(async () => {
  receiver = await startReceiver()
})
afterEach(() => receiver.stop())

const answers =
  (status: number, headers: Record<string, string> = {}): Handler =>
  (response) =>
    void response.writeHead(status, headers).end()

async function aRoute(values: Parameters<typeof aWebhook>[1] = {}) {
  const route = await aWebhook(server, {
    transformation: forwards(`${receiver.url}/hook`),
    retry_delays: [3600],
    ...values,
  })
  const run = operationCalls(route)
  const becomes = async (state: string): Promise<void> =>
    await expect.poll(async () => (await run.operation()).state).toBe(state)
  return { ...route, ...run, becomes }
}

const numbered = (count: number) => Array.from({ length: count }, (_, n) => ({ n }))

/** Lets the time of the next probe come. */
const probeNow = async ({ connector }: { connector: { id: string } }) =>
  server.db.$client.query(`update connector_operation set probe_at = now() where connector_id = $1`, [
    connector.id,
  ])

/** Fails so many deliveries, one after the other. */
async function fail(route: Awaited<ReturnType<typeof aRoute>>, count = FAILURES_IN_A_ROW) {
  await messagesOf(server, route.device, numbered(count))
  server.deps.dueDeliveries.ring()
}

test.each([
  ['asks for more than its delay is waited for', { 'Retry-After': '7200' }, 7200],
  ['asks for less than its delay is tried again after the delay', { 'Retry-After': '5' }, 3600],
  ['asks for a week is tried again after a day', { 'Retry-After': '604800' }, 86_400],
])('a receiver that %s', async (_, headers, seconds) => {
  receiver.on('/hook', answers(503, headers))
  const route = await aRoute()
  await route.send()
  const failed = await route.settled('pending', 1)
  const asked = Math.min(Number(headers['Retry-After']), 86_400)
  expect(failed).toMatchObject({ retry_after: asked, tries: [{ status: 503, retry_after: asked }] })
  const waits = (Date.parse(failed.next_attempt_at ?? '') - Date.parse(failed.last_attempt_at ?? '')) / 1000
  expect(waits).toBeGreaterThanOrEqual(seconds - 1)
  expect(waits).toBeLessThan(seconds + 10)
})

test('a receiver that is gone stops its connector: until it is resumed nothing is sent, and nothing is lost', async () => {
  receiver.on('/hook', answers(410))
  const route = await aRoute()
  await route.send({ n: 1 })
  await route.becomes('stopped')
  await route.send({ n: 2 })
  expect(await route.operation()).toMatchObject({
    reason: { status: 410, error_code: 'answer_status', error_detail: '410 Gone' },
    waiting: 2,
  })
  expect((await route.on('POST', '/pause', {})).status).toBe(409)
  receiver.on('/hook', answers(204))
  await route.resume()
  await receiver.arrivals('/hook', 3)
  expect(receiver.received.map(({ body }) => body).toSorted()).toEqual(['{"n":1}', '{"n":1}', '{"n":2}'])
})

test('an unavailable receiver gets one probe at a time, which uses up no retry, and is reopened slowly', async () => {
  let open = 0
  let most = 0
  receiver.on('/hook', (response) => void response.destroy())
  const route = await aRoute()
  await fail(route)
  await route.becomes('waiting')
  await route.send({ later: true })
  const { reason, waiting, probe_at } = await route.operation()
  expect(reason).toMatchObject({ status: null, error_code: 'connection_closed' })
  expect(waiting).toBe(FAILURES_IN_A_ROW + 1)
  expect(Date.parse(probe_at ?? '') - Date.now()).toBeLessThanOrEqual(10_000)

  const before = receiver.received.length
  await probeNow(route)
  await receiver.arrivals('/hook', before + 1)
  // The second pause is longer than the first.
  await expect
    .poll(async () => Date.parse((await route.operation()).probe_at ?? '') - Date.now())
    .toBeGreaterThan(14_000)
  expect(receiver.received).toHaveLength(before + 1)
  // The probe used up no retry of its delivery: its only one is still to come.
  const probed = (await route.deliveries()).find(({ attempts }) => attempts === 2)
  expect(probed).toMatchObject({ state: 'pending' })

  receiver.on('/hook', (response) => {
    most = Math.max(most, ++open)
    setTimeout(() => {
      open--
      response.writeHead(204).end()
    }, 50)
  })
  await messagesOf(server, route.device, numbered(20))
  await probeNow(route)
  await route.becomes('on')
  await receiver.arrivals('/hook', before + 22)
  expect(most).toBeGreaterThan(1)
  const after = await route.deliveries()
  expect(after.find(({ id }) => id === probed?.id)).toMatchObject({ state: 'delivered', attempts: 3 })
  const later = after.filter(({ tries }) => tries[0]?.request_body === '{"later":true}')
  expect(later).toMatchObject([{ state: 'delivered', attempts: 1 }])
  const log = await server.call('GET', `/spaces/${route.space.id}/audit?limit=100`, {
    token: route.space.owner.token,
  })
  const actions = spaceAuditApi.list.answer.parse(await log.json()).map(({ action }) => action)
  expect(actions.filter((action) => /wait|recover/.test(action))).toEqual([
    'connector.recover',
    'connector.wait',
  ])
})

test('without retries each delivery is sent once, even when its receiver is unavailable or gone', async () => {
  receiver.on('/hook', answers(503))
  const away = await aRoute({ retry_delays: [] })
  await fail(away)
  await away.becomes('waiting')
  receiver.on('/gone', answers(410))
  const gone = await aRoute({ retry_delays: [], transformation: forwards(`${receiver.url}/gone`) })
  await gone.send()
  await gone.becomes('stopped')
  const states = async ({ deliveries }: typeof away) =>
    (await deliveries()).map(({ state, attempts }) => [state, attempts])
  expect(await states(away)).toEqual(Array.from({ length: FAILURES_IN_A_ROW }, () => ['failed', 1]))
  expect(await states(gone)).toEqual([['failed', 1]])
})

test('a single message keeps its planned retries, however often it fails', {
  tags: 'heavy',
}, async () => {
  receiver.on('/hook', answers(500))
  const delays = Array.from({ length: 7 }, () => 1)
  const route = await aRoute({ retry_delays: delays })
  await route.send()
  expect(await route.settled('failed', 8)).toMatchObject({ attempts: 8 })
  expect(await route.operation()).toMatchObject({ state: 'on' })
})

test.each([
  ['refuses each message', answers(422)],
  [
    'answers one in three',
    (response) => void response.writeHead(receiver.received.length % 3 ? 500 : 200).end(),
  ],
] as const satisfies [string, Handler][])('no connector waits for a receiver that %s', async (_, handler) => {
  receiver.on('/hook', handler)
  const route = await aRoute({ max_parallel: 1 })
  await fail(route, 12)
  await receiver.arrivals('/hook', 12)
  expect(await route.operation()).toMatchObject({ state: 'on' })
})

test('a function that throws says nothing about the receiver', async () => {
  const route = await aRoute({
    transformation: 'function main() { throw new Error("no") }',
    retry_delays: [],
  })
  await fail(route, 8)
  await expect
    .poll(async () => (await route.on('GET', '/deliveries/count?state=failed')).text())
    .toBe('{"count":8}')
  expect(await route.operation()).toMatchObject({ state: 'on' })
})

test('a connector keeps to the parallel requests and the rate that its receiver asks for', async () => {
  let open = 0
  let most = 0
  receiver.on('/hook', (response) => {
    most = Math.max(most, ++open)
    setTimeout(() => {
      open--
      response.writeHead(204).end()
    }, 30)
  })
  const route = await aRoute({ max_parallel: 2, max_rate: 10 })
  await fail(route, 12)
  const all = await receiver.arrivals('/hook', 12)
  expect(most).toBeLessThanOrEqual(2)
  const [first, last] = [all[0]?.at.getTime() ?? 0, all.at(-1)?.at.getTime() ?? 0]
  expect(last - first).toBeGreaterThan(1000)
})

test('copies of the server share a rate and a probe', async () => {
  const idle = await makeServer()
  const copy = await makeServer({ databaseUrl: idle.databaseUrl })
  const take = async ({ db }: TestServer) => {
    const taken: DeliveryKey[] = []
    await takeDeliveries(db.$client, { perConnector: 4, perPerson: 32, free: 100 }, 60, (key) =>
      taken.push(key),
    )
    return taken
  }
  try {
    const rated = await aWebhook(idle, { max_rate: 0.1 })
    const away = await aWebhook(idle)
    for (const { device } of [rated, away]) await messagesOf(idle, device, numbered(5))
    await idle.db.$client.query(
      `insert into connector_operation (space_id, connector_id, state, probe_at) values ($1, $2, 'waiting', now())`,
      [away.space.id, away.connector.id],
    )
    const taken = (await Promise.all([take(idle), take(copy), take(idle), take(copy)])).flat()
    const of = ({ connector }: typeof rated) =>
      taken.filter(({ connectorId }) => connectorId === connector.id)
    expect(of(rated)).toHaveLength(1)
    expect(of(away)).toHaveLength(1)
  } finally {
    await copy.stop()
    await idle.stop()
  }
})
