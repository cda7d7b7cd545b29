import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { HOUR } from '#contract/common/durations'
import { space as spaceTable } from '../../server/db/schema'
import { deleteNext } from '../../server/services/background/deletion'
import { type DeliveryKey, takeDeliveries } from '../../server/services/deliveries/take'
import { messagesOf } from '../support/builders'
import { deliveryStage, nothingLeft } from '../support/deliveryStage'
import { makeServer, type TestServer } from '../support/makeServer'
import { aWebhook, forwards } from '../support/webhooks'

const PER_CONNECTOR = 4
const BACKLOG = 1000
const SHARED = 24

const stage = deliveryStage()
/** A server without the delivery worker. */
const IDLE = { deliveries: undefined }

const to = async (server: TestServer, path: string) =>
  aWebhook(server, { transformation: forwards(stage.receiver.url + path), retry_delays: [1, 1, 1] })

test('a connector with a hanging receiver and thousands of pending deliveries does not delay another one', {
  tags: 'heavy',
}, async () => {
  const server = await stage.start()
  stage.receiver.on('/hang', () => undefined)
  const slow = await to(server, '/hang')
  await messagesOf(
    server,
    slow.device,
    Array.from({ length: BACKLOG }, () => ({})),
  )
  await stage.receiver.arrivals('/hang', PER_CONNECTOR)
  const quick = await to(server, '/ok')
  await quick.send()
  await quick.settled('delivered')
  expect(stage.receiver.at('/hang')).toHaveLength(PER_CONNECTOR)
})

const ROOM = { perConnector: 4, perPerson: 4, free: 100 }
const LONG = 60

/** Takes deliveries as one more copy of the server would. */
async function take({ db }: TestServer, room: Partial<typeof ROOM> = {}, lease = LONG) {
  const taken: DeliveryKey[] = []
  await takeDeliveries(db.$client, { ...ROOM, ...room }, lease, (key) => taken.push(key))
  return taken
}

test('a person with fewer running deliveries goes first, however long the other has waited', async () => {
  const server = await stage.start(IDLE)
  const [greedy, modest] = [await to(server, '/ok'), await to(server, '/ok')]
  for (let n = 0; n < 4; n++) await greedy.send()
  const [first] = await take(server, { free: 1 })
  expect(first?.spaceId).toBe(greedy.space.id)
  await modest.send()
  await modest.send()
  const taken = await take(server, { free: 3 })
  expect(taken.filter(({ spaceId }) => spaceId === modest.space.id)).toHaveLength(2)
  expect(taken).toHaveLength(3)
})

test('people without running deliveries get one each before anybody gets another', async () => {
  const server = await stage.start(IDLE)
  const [served, ...others] = [await to(server, '/ok'), await to(server, '/ok'), await to(server, '/ok')]
  for (let n = 0; n < 3; n++) await served.send()
  await take(server, { free: 1 })
  for (const each of others) for (let n = 0; n < 2; n++) await each.send()
  const spacesOf = (taken: DeliveryKey[]) => taken.map(({ spaceId }) => spaceId).toSorted()
  expect(spacesOf(await take(server, { free: 2 }))).toEqual(others.map(({ space }) => space.id).toSorted())
  const all = [served, ...others].map(({ space }) => space.id).toSorted()
  expect(spacesOf(await take(server, { free: 3 }))).toEqual(all)
})

test('one person with many spaces gets as much as one with a single space', async () => {
  const server = await stage.start(IDLE)
  const greedy = [await to(server, '/ok'), await to(server, '/ok'), await to(server, '/ok')]
  const modest = await to(server, '/ok')
  for (const { space } of greedy)
    await server.db
      .update(spaceTable)
      .set({ ownerId: greedy[0]?.space.owner.id })
      .where(eq(spaceTable.id, space.id))
  for (const each of [...greedy, modest]) for (let n = 0; n < 3; n++) await each.send()
  const taken = await take(server, { free: 6 })
  expect(taken.filter(({ spaceId }) => spaceId === modest.space.id)).toHaveLength(3)
  // At most four deliveries of the other person run at the same time, in all spaces together.
  expect(await take(server)).toHaveLength(1)
  expect(await take(server)).toEqual([])
})

test('a locked row holds back only its space, until it is unlocked', async () => {
  const server = await stage.start(IDLE)
  const [held, other] = [await to(server, '/ok'), await to(server, '/ok')]
  for (const each of [held, other]) await each.send()
  const client = await server.db.$client.connect()
  await client.query('begin')
  await client.query('select from delivery where space_id = $1 for update', [held.space.id])
  expect(await take(server)).toMatchObject([{ spaceId: other.space.id }])
  await client.query('commit')
  client.release()
  expect(await take(server)).toMatchObject([{ spaceId: held.space.id }])
})

test('a connector has its configured number of parallel deliveries, by default four, within the limit of the person', async () => {
  const server = await stage.start(IDLE)
  const usual = await to(server, '/ok')
  const many = await aWebhook(server, {
    transformation: forwards(stage.receiver.url),
    max_parallel: 20,
    retry_delays: [1],
  })
  for (const { device } of [usual, many])
    await messagesOf(
      server,
      device,
      Array.from({ length: 40 }, () => ({})),
    )
  const room = { perPerson: 30 }
  const taken = [...(await take(server, room)), ...(await take(server, room)), ...(await take(server, room))]
  const of = ({ connector }: typeof usual) => taken.filter(({ connectorId }) => connectorId === connector.id)
  expect(of(usual)).toHaveLength(4)
  expect(of(many)).toHaveLength(20)
  const [first] = await take(server, { perPerson: 20 })
  expect(first).toBeUndefined()
  expect((await many.on('PUT', '', { max_parallel: 64 })).status).toBe(200)
  expect(await (await many.on('PUT', '', { max_parallel: 65 })).text()).toContain('must be at most 64')
  expect(await take(server, room)).toHaveLength(10)
})

test('copies of the server share the limits', async () => {
  const server = await stage.start(IDLE)
  const copy = await stage.start({ ...IDLE, databaseUrl: server.databaseUrl })
  const route = await to(server, '/ok')
  await messagesOf(
    server,
    route.device,
    Array.from({ length: 20 }, (_, n) => ({ n })),
  )
  const taken = await Promise.all([take(server), take(copy), take(server), take(copy)])
  expect(taken.flat()).toHaveLength(PER_CONNECTOR)
})

test('a delivery that a killed server had started is sent by the next one, with the same id', async () => {
  const killed = await stage.start(IDLE)
  const route = await to(killed, '/ok')
  await route.send()
  const [taken] = await take(killed, {}, 1)
  expect(await take(killed)).toEqual([])
  await stage.start({ databaseUrl: killed.databaseUrl })
  const [request] = await stage.receiver.arrivals('/ok')
  expect(request?.headers['webhook-id']).toBe(taken?.id)
  expect(await route.settled('delivered')).toMatchObject({ id: taken?.id, attempts: 1 })
})

test.each([
  ['ahead of', 1],
  ['behind', -1],
])("a server whose clock is an hour %s the database's waits as long before a retry", async (_, hours) => {
  const now = () => new Date(Date.now() + hours * HOUR)
  const server = await stage.start({ now })
  const answers = [500, 200]
  stage.receiver.on('/retried', (response) => void response.writeHead(answers.shift() ?? 200).end())
  const route = await to(server, '/retried')
  await route.send()
  const [first, second] = await stage.receiver.arrivals('/retried', 2)
  // The retry delay is one second.
  expect(Number(second?.at) - Number(first?.at)).toBeGreaterThanOrEqual(1000)
})

test('two copies of the server share the work, and each attempt is made once', async () => {
  const one = await stage.start()
  await stage.start({ databaseUrl: one.databaseUrl })
  const route = await to(one, '/ok')
  await messagesOf(
    one,
    route.device,
    Array.from({ length: SHARED }, (_, n) => ({ n })),
  )
  await stage.receiver.arrivals('/ok', SHARED)
  await nothingLeft(one)
  const ids = stage.receiver.received.map(({ headers }) => headers['webhook-id'])
  expect(new Set(ids).size).toBe(SHARED)
  expect(ids).toHaveLength(SHARED)
})

test('a stopping server waits for the pending response, and records it', async () => {
  const first = await makeServer({ deliveries: { allowPrivate: true } })
  const copy = await stage.start({ ...IDLE, databaseUrl: first.databaseUrl })
  const route = await to(copy, '/later')
  const answered = new Promise<void>((resolve) => {
    stage.receiver.on('/later', (response) => {
      void first.stop().then(resolve)
      setTimeout(() => response.writeHead(200).end(), 300)
    })
  })
  await route.send()
  await answered
  expect((await route.deliveries()).map(({ state }) => state)).toEqual(['delivered'])
})

test.each(['connectors', 'devices'] as const)(
  'deleting %s in the middle of a delivery leaves nothing behind',
  async (kind) => {
    const server = await stage.start({ settings: { trashDays: 0 } })
    const { space, connector, device, send } = await to(server, '/later')
    const path = `/spaces/${space.id}/${kind}/${(kind === 'devices' ? device : connector).id}`
    const deleted = new Promise<number>((resolve) => {
      stage.receiver.on('/later', (response) => {
        void server.call('DELETE', path, { token: space.owner.token }).then(({ status }) => {
          response.writeHead(200).end()
          resolve(status)
        })
      })
    })
    await send()
    expect(await deleted).toBe(204)
    await expect.poll(() => deleteNext(server.db.$client, async () => undefined)).toBe(true)
    await nothingLeft(server)
    // Its running deliveries end first.
    await stage.stop(server)
    expect(server.logged.filter((line) => line.includes('A delivery failed'))).toEqual([])
  },
)
