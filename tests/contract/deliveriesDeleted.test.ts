import { beforeEach, expect, test } from 'vitest'
import { aConnector } from '../support/builders'
import { aDelivery } from '../support/deliveries'
import { aRoute, deliveryCalls, type OwnRoute } from '../support/deliveryCalls'
import { serve } from '../support/serve'
import { aWebhook } from '../support/webhooks'

const NOW = Date.parse('2026-11-21T08:20:00.000Z')

const server = await serve({ now: () => new Date(NOW) })
let route: OwnRoute
beforeEach(async () => {
  route = await aRoute(server)
})
const { on } = deliveryCalls(server, () => route)

test('deleting a connector removes its waiting deliveries', async () => {
  const other = { ...route, connector: await aConnector(server, route.space) }
  const gone = await aDelivery(server, route, { state: 'failed' })
  const kept = await aDelivery(server, other, { state: 'failed' })
  const waiting = `select from delivery where id = any($1) and state = 'pending'`
  const left = async () => (await server.db.$client.query(waiting, [[gone, kept]])).rowCount
  for (const { connector } of [other, route]) {
    route = { ...route, connector }
    await on('POST', '/deliveries/retry', {})
  }
  expect(await left()).toBe(2)
  expect((await on('DELETE', '')).status).toBe(204)
  expect(await left()).toBe(1)
})

test('no message waits for a connector that takes long to delete', async () => {
  const { connector, send, deliveries, on } = await aWebhook(server)
  await send()
  const [first] = await deliveries()
  const holder = await server.db.$client.connect()
  await holder.query('begin')
  let deleting: ReturnType<typeof on>
  try {
    await holder.query('select from delivery where id = $1 for update', [first?.id])
    deleting = on('DELETE', '')
    const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    await expect
      .poll(async () => (await server.db.$client.query(waiting)).rowCount, { timeout: 10_000 })
      .toBe(1)
    await send()
  } finally {
    await holder.query('rollback')
    holder.release()
  }
  expect((await deleting).status).toBe(204)
  expect(
    (await server.db.$client.query('select from delivery where connector_id = $1', [connector.id])).rowCount,
  ).toBe(0)
})
