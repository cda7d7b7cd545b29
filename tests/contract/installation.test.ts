import { statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { installationSchema } from '#contract/admin'
import { DAY, HOUR, MINUTE } from '#contract/common/durations'
import { databaseSize, delivery, routine, serverCopy } from '../../server/db/schema'
import { keepHouse } from '../../server/services/administration/housekeeping'
import { HOUSEKEEPING, noteRoutine } from '../../server/services/administration/installation/routines'
import { newId } from '../../server/services/common/ids'
import { startPresence } from '../../server/workers/presence'
import { aConnector, aDevice, aMessage, aSpace, aUser } from '../support/builders'
import { aDelivery } from '../support/deliveries'
import { aCopy, aLetter, setLastSeen } from '../support/installation'
import { findValues } from '../support/series'
import { serve } from '../support/serve'
import { anUplink } from '../support/uplink'

let time = Date.parse('2026-03-10T10:20:00Z')
const ago = (milliseconds: number) => new Date(time - milliseconds)
const server = await serve({ now: () => new Date(time), settings: { dataFolder: tmpdir() } })
const admin = await aUser(server, { systemRole: 'admin' })
const [space, other] = [await aSpace(server), await aSpace(server)]

async function read() {
  const answer = await server.call('GET', '/admin/installation', { token: admin.token })
  expect(answer.status).toBe(200)
  return installationSchema.parse(await answer.json())
}

async function aDeviceSeen(lastSeen: Date | null, movedAt: Date | null = null) {
  const made = await aDevice(server, space)
  await setLastSeen(server, made, lastSeen, movedAt)
  return made
}

test('the totals count all records, and moved devices only in their new space', async () => {
  const before = await read()
  expect(before).toMatchObject({ version: '1.2.3', seen: { hour: 0, day: 0, week: 0 } })
  for (const lastSeen of [null, ago(59 * MINUTE), ago(23 * HOUR), ago(6 * DAY), ago(8 * DAY)])
    await aDeviceSeen(lastSeen)
  await aDeviceSeen(ago(MINUTE), ago(MINUTE))
  const { totals, seen } = await read()
  expect(seen).toEqual({ hour: 1, day: 2, week: 3 })
  // Each of the three people has a personal space.
  expect(totals).toMatchObject({ users: 3, spaces: 5, devices: before.totals.devices + 5 })
})

test('messages of all spaces are counted by hour, also across the end of a month', async () => {
  time = Date.parse('2026-04-01T10:20:00Z')
  const [here, there] = [await aDevice(server, space), await aDevice(server, other)]
  const at = (text: string) => new Date(text)
  for (const moment of ['2026-03-31T11:00:00Z', '2026-03-31T11:59:59.999Z', '2026-04-01T00:00:00Z'])
    await aMessage(server, here, { at: at(moment) })
  await aMessage(server, there, { at: at('2026-04-01T10:10:00Z') })
  await aMessage(server, there, { at: at('2026-03-31T10:59:59Z') })
  const hoursOf = async () => {
    const { messages } = await read()
    expect(messages).toHaveLength(24)
    expect([messages[0]?.hour, messages[23]?.hour]).toEqual([
      new Date(Math.floor(time / HOUR) * HOUR - 23 * HOUR).toISOString(),
      new Date(Math.floor(time / HOUR) * HOUR).toISOString(),
    ])
    return messages.filter(({ count }) => count > 0).map(({ hour, count }) => [hour.slice(5, 13), count])
  }
  expect(await hoursOf()).toEqual([
    ['03-31T11', 2],
    ['04-01T00', 1],
    ['04-01T10', 1],
  ])
  await aMessage(server, there, { at: at('2026-04-01T10:21:00Z') })
  time += HOUR
  await aMessage(server, here, { at: at('2026-04-01T11:00:00Z') })
  // A message that became visible after the end of its hour.
  await aMessage(server, here, { at: at('2026-04-01T10:59:59Z') })
  expect(await hoursOf()).toEqual([
    ['04-01T00', 1],
    ['04-01T10', 3],
    ['04-01T11', 1],
  ])
  await server.db.$client.query('analyze message')
  expect((await read()).totals.messages).toBeGreaterThanOrEqual(8)
})

test('failed attempts of webhooks are counted, and the longest wait of a delivery is reported', async () => {
  const connector = await aConnector(server, space, {})
  const route = { space, connector, device: await aDevice(server, space) }
  const failed = { success: false, status: 500 }
  const none = await read()
  expect([none.oldest_delivery_at, none.failures.some(({ count }) => count > 0)]).toEqual([null, false])
  await aDelivery(server, route, {
    at: ago(2 * HOUR),
    state: 'failed',
    tries: [failed, { attempt: 1, success: true }],
  })
  await aDelivery(server, route, { at: ago(2 * HOUR), state: 'cancelled', tries: [{ success: null }] })
  await aDelivery(server, route, { at: ago(DAY), tries: [failed] })
  for (const nextAttemptAt of [ago(-HOUR), ago(3 * MINUTE), ago(12 * MINUTE)])
    await aDelivery(server, route, { state: 'pending', tries: [failed], nextAttemptAt })
  await aDelivery(server, route, { state: 'delivered', nextAttemptAt: ago(HOUR) })
  const { failures, oldest_delivery_at } = await read()
  expect(oldest_delivery_at).toBe(ago(12 * MINUTE).toISOString())
  expect(failures.map(({ count }) => count)).toEqual([...Array.from({ length: 21 }, () => 0), 1, 0, 3])
  await server.db.delete(delivery).where(eq(delivery.spaceId, space.id))
})

test.each([{ max_rate: 1 }, { max_parallel: 1 }])(
  'a delivery that waits only for its connector is not late: %j',
  async (limit) => {
    const connector = await aConnector(server, space, limit)
    const route = { space, connector, device: await aDevice(server, space) }
    await aDelivery(server, route, { state: 'pending', tries: [], nextAttemptAt: ago(HOUR) })
    expect((await read()).oldest_delivery_at).toBeNull()
    await server.db.delete(delivery).where(eq(delivery.spaceId, space.id))
  },
)

test('the message that waits longest for its history is reported', async () => {
  const device = await aDeviceSeen(ago(DAY))
  const { history: before } = await read()
  expect(before).toMatchObject({ oldest_waiting_at: null })
  await anUplink(server, device, { body: { level: 2 } })
  time += MINUTE
  expect((await read()).history).toEqual({ ...before, oldest_waiting_at: ago(MINUTE).toISOString() })
  await findValues(server)
  expect((await read()).history).toEqual(before)
})

test('copies of the server are listed while they are alive', async () => {
  const started = ago(HOUR)
  await aCopy(server, { host: 'killed', startedAt: started })
  time += 6 * MINUTE
  await aCopy(server, { host: 'one', startedAt: started })
  const worker = startPresence(server.deps, {
    id: newId(),
    version: '1.2.3',
    host: 'three',
    startedAt: started,
  })
  await expect.poll(async () => (await read()).copies.length).toBe(2)
  expect((await read()).copies).toMatchObject([
    { host: 'one', version: '1.2.3', started_at: started.toISOString(), seen_at: ago(0).toISOString() },
    { host: 'three' },
  ])
  await worker.stop()
  expect((await read()).copies.map(({ host }) => host)).toEqual(['one'])
  time += DAY + MINUTE
  await keepHouse(server.deps, { messageRetentionDays: undefined, deliveryRetentionDays: 30 })
  expect(await server.db.$count(serverCopy)).toBe(0)
})

test('housekeeping measures the database once a day, and extrapolates its growth', async () => {
  const house = { messageRetentionDays: undefined, deliveryRetentionDays: 30 }
  await server.db.delete(databaseSize)
  await keepHouse(server.deps, house)
  await keepHouse(server.deps, house)
  const { database, resources } = await read()
  expect(database.days).toEqual([
    { day: new Date(time).toISOString().slice(0, 10), size: expect.any(Number) },
  ])
  expect(database.size).toBeGreaterThan(1e6)
  const { bsize, blocks, bfree, bavail } = statfsSync(tmpdir())
  expect(resources.find(({ name }) => name === 'disk')).toEqual({
    name: 'disk',
    used: expect.any(Number),
    limit: expect.closeTo((blocks - bfree + bavail) * bsize, -9),
    growth: null,
    full_at: null,
  })
  const connections = resources.find(({ name }) => name === 'connections')
  expect(connections?.used).toBeGreaterThan(0)
  expect(connections?.limit).toBeGreaterThan(connections?.used ?? 0)

  const size = 1e9
  const growth = Math.round((bavail * bsize) / 100)
  for (const days of [1, 2, 3, 4, 5])
    await server.db.insert(databaseSize).values({
      day: ago(days * DAY)
        .toISOString()
        .slice(0, 10),
      size: size + (5 - days) * growth,
    })
  await server.db.delete(databaseSize).where(eq(databaseSize.day, ago(0).toISOString().slice(0, 10)))
  const [disk] = (await read()).resources
  expect(disk).toMatchObject({ name: 'disk', growth: expect.closeTo(growth, -2) })
  const days = (Date.parse(disk?.full_at ?? '') - time) / DAY
  expect(days).toBeGreaterThan(90)
  expect(days).toBeLessThan(110)
})

test('with an external database the server does not know the disk', async () => {
  const far = await serve()
  const { token } = await aUser(far, { systemRole: 'admin' })
  const answer = await far.call('GET', '/admin/installation', { token })
  const { resources } = installationSchema.parse(await answer.json())
  expect(resources.map(({ name }) => name)).toEqual(['connections'])
})

test('failed housekeeping says why until it succeeds', async () => {
  const work = (failure?: Error) => () => (failure ? Promise.reject(failure) : Promise.resolve())
  expect((await read()).housekeeping).toEqual({ finished_at: null, error: null })
  await noteRoutine(server.deps, HOUSEKEEPING, work())
  const finished_at = ago(0).toISOString()
  time += HOUR
  const failing = noteRoutine(server.deps, HOUSEKEEPING, work(new Error('no room left')))
  await expect(failing).rejects.toThrow('no room left')
  expect((await read()).housekeeping).toEqual({ finished_at, error: 'no room left' })
  await noteRoutine(server.deps, HOUSEKEEPING, work())
  expect((await read()).housekeeping).toEqual({ finished_at: ago(0).toISOString(), error: null })
  expect(await server.db.$count(routine)).toBe(1)
})

test('pending e-mails are counted, and those that failed in the last week', async () => {
  const oldest = ago(3 * HOUR)
  for (const [state, at] of [
    ['waiting', ago(HOUR)],
    // Due later, as after quiet hours.
    ['waiting', ago(-HOUR)],
    ['sending', oldest],
    ['sent', ago(DAY)],
    ['failed', ago(6 * DAY)],
    ['failed', ago(8 * DAY)],
  ] as const)
    await aLetter(server, admin, state, at)
  expect((await read()).mail).toEqual({
    waiting: 2,
    failed: 1,
    has_server: true,
    oldest_waiting_at: oldest.toISOString(),
  })
})
