import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { LATE_IN_A_ROW } from '#contract/connectors'
import { aConnector, messagesOf } from '../support/builders'
import { deliveryCalls } from '../support/deliveryCalls'
import { makeServer, type TestServer } from '../support/makeServer'
import { operationCalls } from '../support/operations'
import { type Receiver, startReceiver } from '../support/receiver'
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

const LOOPS = 'function main(job) { for (;;); }'
/** On a busy machine, quick code may run out of time as well. */
const AGAIN = { retry_delays: [1, 1, 1] }
const numbered = (count: number) => Array.from({ length: count }, (_, n) => ({ n }))

/** Creates a connector with an endless loop, which has run out of time so many times in a row. */
async function aLoop({ late = 0 } = {}) {
  const route = await aWebhook(server, { transformation: LOOPS, retry_delays: [3600] })
  const { space, connector } = route
  await server.db.$client.query(
    'insert into connector_operation (space_id, connector_id, late_runs) values ($1, $2, $3)',
    [space.id, connector.id, late],
  )
  const run = operationCalls(route)
  const stops = async () => await expect.poll(async () => (await run.operation()).state).toBe('stopped')
  const change = async (transformation: string) =>
    server.call('PUT', `/spaces/${space.id}/connectors/${connector.id}`, {
      token: space.owner.token,
      body: { transformation },
    })
  return { ...route, ...run, stops, change }
}

test('an endless loop delays neither a quick connector of its space nor one of another', async () => {
  const loop = await aLoop()
  const { space, tags } = loop
  const beside = await aConnector(server, space, {
    tags,
    transformation: forwards(`${receiver.url}/beside`),
    ...AGAIN,
  })
  const other = await aWebhook(server, { transformation: forwards(`${receiver.url}/other`), ...AGAIN })
  await messagesOf(server, loop.device, numbered(20))
  await messagesOf(server, other.device, numbered(20))
  server.deps.dueDeliveries.ring()
  await Promise.all([receiver.arrivals('/beside', 20), receiver.arrivals('/other', 20)])
  const { rows } = await server.db.$client.query<{ count: number }>(
    'select count(*)::int as count from delivery_attempt where connector_id = $1',
    [loop.connector.id],
  )
  expect(rows[0]?.count).toBeLessThan(20)
  const { list } = deliveryCalls(server, () => ({ space, connector: beside }))
  await expect
    .poll(async () => (await list()).map(({ state }) => state))
    .toEqual(numbered(20).map(() => 'delivered'))
})

test('code that keeps running out of time stops its connector, which says so, until it is fixed and resumed', async () => {
  const loop = await aLoop({ late: LATE_IN_A_ROW - 2 })
  await loop.send({ n: 1 })
  await loop.settled('pending', 1)
  expect((await loop.operation()).state).toBe('on')
  await loop.send({ n: 2 })
  await loop.stops()
  await loop.send({ n: 3 })
  const why = { status: null, error_code: 'function_late_often', error_detail: String(LATE_IN_A_ROW) }
  expect(await loop.operation()).toMatchObject({ reason: why, waiting: 3 })
  const attention = await server.call('GET', `/spaces/${loop.space.id}/attention`, {
    token: loop.space.owner.token,
  })
  expect(JSON.stringify(await attention.json())).toContain('function_late_often')

  await loop.change(forwards(`${receiver.url}/mended`))
  const tested = await loop.on('POST', '/test', {
    device_id: loop.device.id,
    message: { type: 'data', direction: 'up', body: { tested: true } },
  })
  expect(tested.status).toBe(201)
  await receiver.arrivals('/mended', 1)
  expect((await loop.operation()).state).toBe('stopped')

  await loop.resume()
  await receiver.arrivals('/mended', 4)
  const [first, ...others] = receiver.received.map(({ body }) => body)
  expect(first).toBe('{"tested":true}')
  expect(others.toSorted()).toEqual(['{"n":1}', '{"n":2}', '{"n":3}'])
})

test('one run in time resets the count, also of code that sends nothing', async () => {
  const loop = await aLoop({ late: LATE_IN_A_ROW - 1 })
  await loop.change('function main(job) { if (job.message.body.loops) for (;;); return null }')
  await loop.send({ loops: false })
  await loop.settled('cancelled')
  await loop.send({ loops: true })
  await loop.settled('pending', 1)
  expect((await loop.operation()).state).toBe('on')
})
