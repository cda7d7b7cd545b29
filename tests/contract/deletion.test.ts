import { expect, test } from 'vitest'
import { deleteNext } from '../../server/services/background/deletion'
import { takeDeliveries } from '../../server/services/deliveries/take'
import { startDeletion } from '../../server/workers/routines'
import { idsOf } from '../support/answers'
import { aConnector, aDevice, aMessage, aSpace, aUser } from '../support/builders'
import { aDelivery } from '../support/deliveries'
import { serve } from '../support/serve'

const server = await serve({ settings: { trashDays: 0 } })
const TABLES = ['delivery', 'delivery_attempt', 'message', 'message_event']

/** Counts rows of a space in the tables that are deleted later. */
async function left(spaceId: string): Promise<Record<string, number>> {
  const counts = TABLES.map((table) => `(select count(*)::int from ${table} where space_id = $1) as ${table}`)
  const { rows } = await server.db.$client.query<Record<string, number>>(`select ${counts.join()}`, [spaceId])
  return rows[0] ?? {}
}
const NOTHING = Object.fromEntries(TABLES.map((table) => [table, 0]))

const finish = async () => {
  while (await deleteNext(server.db.$client, async () => undefined));
}

/** Creates a space with two devices, each with a message, an event and a delivery. */
async function aFilledSpace() {
  const space = await aSpace(server)
  const connector = await aConnector(server, space)
  const devices = [await aDevice(server, space), await aDevice(server, space)] as const
  const messages = []
  for (const device of devices) {
    const id = await aMessage(server, device, { type: 'shell', direction: 'down' })
    await server.db.$client.query(
      `insert into message_event (space_id, message_created_at, message_id, id, device_id, type)
       select space_id, created_at, id, gen_random_uuid(), device_id, 'downlink.sent' from message where id = $1`,
      [id],
    )
    await aDelivery(server, { space, connector, device }, { messageId: id })
    messages.push(id)
  }
  const get = async (path: string) => server.call('GET', `/spaces/${space.id}${path}`, space.owner)
  return { space, connector, devices, messages, get }
}

test('the data of a deleted device disappears at once, and is deleted later', async () => {
  const { space, connector, devices, messages, get } = await aFilledSpace()
  const [device, other] = devices
  const [gone, kept] = messages
  expect((await server.call('DELETE', `/spaces/${space.id}/devices/${device.id}`, space.owner)).status).toBe(
    204,
  )
  expect(await idsOf(await get('/messages?limit=1'))).toEqual([kept])
  expect(await (await get('/messages/count')).json()).toEqual({ count: 1 })
  expect((await get(`/messages/${gone}`)).status).toBe(404)
  expect((await get(`/messages/${gone}/events`)).status).toBe(404)
  const deliveries = await (await get(`/connectors/${connector.id}/deliveries?limit=1`)).json()
  expect(deliveries).toMatchObject([{ device_id: other.id }])
  expect(await (await get(`/connectors/${connector.id}/deliveries/count`)).json()).toEqual({ count: 1 })
  expect(await left(space.id)).toEqual(Object.fromEntries(TABLES.map((table) => [table, 2])))
  await finish()
  expect(await left(space.id)).toEqual(Object.fromEntries(TABLES.map((table) => [table, 1])))
  expect(await idsOf(await get('/messages'))).toEqual([kept])
})

test('the deliveries of a deleted connector disappear, and the messages stay', async () => {
  const { space, connector, get } = await aFilledSpace()
  expect(
    (await server.call('DELETE', `/spaces/${space.id}/connectors/${connector.id}`, space.owner)).status,
  ).toBe(204)
  expect((await get(`/connectors/${connector.id}/deliveries`)).status).toBe(404)
  await finish()
  expect(await left(space.id)).toEqual({ ...NOTHING, message: 2, message_event: 2 })
})

test('a deleted space disappears at once, its serial numbers are free, and other spaces are unchanged', async () => {
  const { space, devices, get } = await aFilledSpace()
  const other = await aFilledSpace()
  expect((await server.call('DELETE', `/spaces/${space.id}`, space.owner)).status).toBe(204)
  for (const path of ['', '/devices', '/messages', '/connectors']) expect((await get(path)).status).toBe(404)
  const again = {
    name: 'again',
    serial_number: devices[0].serial_number,
    token: 'b'.repeat(32),
    tags: [],
    label: {},
  }
  const claimed = await server.call('POST', `/spaces/${other.space.id}/devices`, {
    ...other.space.owner,
    body: again,
  })
  expect(claimed.status).toBe(201)
  await finish()
  expect(await left(space.id)).toEqual(NOTHING)
  expect(await left(other.space.id)).toEqual(Object.fromEntries(TABLES.map((table) => [table, 2])))
})

test('an interrupted deletion goes on where it stopped', async () => {
  const { space } = await aFilledSpace()
  await server.call('DELETE', `/spaces/${space.id}`, space.owner)
  const killed = deleteNext(server.db.$client, async () => {
    throw new Error('killed')
  })
  await expect(killed).rejects.toThrow('killed')
  expect(await left(space.id)).toMatchObject({ delivery: 0, message: 2 })
  await finish()
  expect(await left(space.id)).toEqual(NOTHING)
})

test('deliveries of a deleted device are neither sent, retried nor reported as late', async () => {
  const { space, connector, devices } = await aFilledSpace()
  const [device, other] = devices
  const route = { space, connector }
  for (let i = 0; i < 9; i++) await aDelivery(server, { ...route, device }, { state: 'pending', tries: [] })
  const failed = await aDelivery(server, { ...route, device }, { state: 'failed' })
  const path = `/spaces/${space.id}/connectors/${connector.id}/deliveries`
  expect((await server.call('DELETE', `/spaces/${space.id}/devices/${device.id}`, space.owner)).status).toBe(
    204,
  )
  expect((await server.call('POST', `${path}/${failed}/retry`, space.owner)).status).toBe(404)
  const installation = await server.call(
    'GET',
    '/admin/installation',
    await aUser(server, { systemRole: 'admin' }),
  )
  expect(await installation.json()).toMatchObject({ oldest_delivery_at: null })
  const waiting = await aDelivery(server, { ...route, device: other }, { state: 'pending', tries: [] })
  const room = { perConnector: 4, perPerson: 4, free: 4 }
  const taken: string[] = []
  await takeDeliveries(server.db.$client, room, 30, ({ id }) => taken.push(id))
  expect(taken).toEqual([waiting])
  await finish()
})

test('the worker deletes everything, logs that, and stops', async () => {
  const { space } = await aFilledSpace()
  await server.call('DELETE', `/spaces/${space.id}`, space.owner)
  const worker = startDeletion(server.deps)
  await expect.poll(() => left(space.id)).toEqual(NOTHING)
  await expect
    .poll(() => server.logged.filter((line) => line.includes('what was deleted are removed')))
    .toMatchObject([expect.stringContaining('"rows":8')])
  await worker.stop()
})
