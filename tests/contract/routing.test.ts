import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Connector, mismatchOf, TRIGGERS } from '#contract/connectors'
import { MESSAGE_TYPES } from '#contract/messages'
import { connector, connectorTag, delivery } from '../../server/db/schema'
import { newId } from '../../server/services/common/ids'
import { enqueueDeliveries } from '../../server/services/deliveries/enqueue'
import { aDevice, aMember, aSpace, aTag, type TestSpace } from '../support/builders'
import { serve } from '../support/serve'
import { callUplink } from '../support/uplink'
import { aWebhook, forwards, type WebhookRoute } from '../support/webhooks'

const server = await serve()

const count = async (table: string) => {
  const { rows } = await server.db.$client.query(`select count(*)::int as count from ${table}`)
  return Number(rows[0]?.count)
}
const counts = async () => ({
  messages: await count('message'),
  deliveries: await count('delivery'),
})
const call = async ({ device }: WebhookRoute) => callUplink(server, device, { body: {} })

const directions = fc.constantFrom('up' as const, 'down' as const)
const routed = fc.record({
  enabled: fc.boolean(),
  direction: directions,
  triggers: fc.subarray([...TRIGGERS]),
  tags: fc.subarray([0, 1, 2]),
})
const sent = fc.record({ type: fc.constantFrom(...MESSAGE_TYPES), direction: directions })

/** Stores a connector directly in the database. */
async function store(
  space: TestSpace,
  { tags, ...values }: Pick<Connector, 'enabled' | 'direction' | 'triggers' | 'tags'>,
) {
  const id = newId()
  const row = { ...values, spaceId: space.id, id, name: 'any', type: 'webhook', transformation: '' } as const
  await server.db.insert(connector).values({ ...row, retryDelays: [], secret: Buffer.alloc(24) })
  const links = tags.map((tag) => ({ spaceId: space.id, connectorId: id, tagId: tag.id }))
  if (links.length > 0) await server.db.insert(connectorTag).values(links)
  return { id, tags, ...values }
}

test('a message triggers the same connectors that the console shows', async () => {
  const space = await aSpace(server)
  const tags = [await aTag(server, space), await aTag(server, space), await aTag(server, space)]
  const some = (numbers: number[]) => tags.filter((_, i) => numbers.includes(i))
  const samples = fc.sample(fc.tuple(routed, fc.subarray([0, 1, 2]), sent), { numRuns: 60, seed: 1 })
  const connectors = await Promise.all(
    samples.map(([values]) => store(space, { ...values, tags: some(values.tags) })),
  )
  let triggering = 0
  for (const [, numbers, message] of samples.slice(0, 20)) {
    const device = await aDevice(server, space, { tags: some(numbers) })
    const stored = { ...message, spaceId: space.id, deviceId: device.id, id: newId() }
    await server.db.transaction((tx) => enqueueDeliveries(tx, stored, new Date()))
    const rows = await server.db.select().from(delivery)
    const triggered = rows.filter(({ messageId }) => messageId === stored.id)
    triggering += triggered.length
    expect(triggered.map(({ connectorId }) => connectorId).toSorted()).toEqual(
      connectors
        .filter((each) => mismatchOf(each, message, device) === null)
        .map(({ id }) => id)
        .toSorted(),
    )
  }
  expect(triggering).toBeGreaterThan(10)
})

test('a downlink triggers the connectors of its direction', async () => {
  const transformation = forwards('https://example.com')
  const route = await aWebhook(server, { direction: 'down', triggers: ['shell', 'firmware'], transformation })
  const { space, device } = route
  const { token } = await aMember(server, space, 'admin')
  const shell = { device_id: device.id, type: 'shell', body: ['kernel uptime'] }
  await server.call('POST', `/spaces/${space.id}/messages`, { token, body: shell })
  const firmware = { firmware: 'a'.repeat(32), target: 'app' }
  await server.call('POST', `/spaces/${space.id}/devices/${device.id}/firmware`, { token, body: firmware })
  await call(route)
  const deliveries = await route.deliveries()
  expect(new Set(deliveries.map(({ message_type }) => message_type))).toEqual(new Set(['firmware', 'shell']))
  expect(deliveries).toHaveLength(2)
})

test('a batch of a gateway triggers the connectors that share a tag with a device, once for each message', async () => {
  const route = await aWebhook(server, { transformation: forwards('https://example.com') })
  const other = await aDevice(server, route.space)
  const uplinks = [route.device, other, route.device].map(({ serial_number, token }) => ({
    serial_number,
    token,
    type: 'data',
    body: {},
  }))
  const before = await counts()
  const answer = await server.call('POST', '/devices/uplinks', { body: { uplinks } })
  expect(answer.status).toBe(201)
  const after = await counts()
  expect(after).toEqual({
    messages: before.messages + 3,
    deliveries: before.deliveries + 2,
  })
})

test.each(['message', 'delivery'])(
  'when storing fails after a row of %s, neither the message nor its delivery is stored',
  async (table) => {
    const route = await aWebhook(server, { transformation: forwards('https://example.com') })
    const before = await counts()
    await server.db.$client.query(`
      create function fail() returns trigger language plpgsql as $$ begin raise exception 'full'; end $$;
      create trigger fail after insert on ${table} for each row execute function fail()`)
    expect((await call(route)).status).toBe(500)
    expect(await counts()).toEqual(before)
    await server.db.$client.query(`drop function fail cascade`)
    expect((await call(route)).status).toBe(201)
    expect(await counts()).toEqual({
      messages: before.messages + 1,
      deliveries: before.deliveries + 1,
    })
  },
)
