import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { delivery } from '../../server/db/schema'
import { takeJobs } from '../../server/services/deliveries'
import { messagesOf } from '../support/builders'
import { makeServer, type TestServer } from '../support/makeServer'
import { type Receiver, startReceiver } from '../support/receiver'
import { aWebhook, forwards } from '../support/webhooks'

const PER_CONNECTOR = 4
const BACKLOG = 1000
const SHARED = 60

let receiver: Receiver
const servers: TestServer[] = []

beforeEach(async () => {
  receiver = await startReceiver()
})
afterEach(async () => {
  // Stopped first, so that no delivery waits for an answer.
  await receiver.stop()
  for (const server of servers.splice(0).toReversed()) await server.stop()
})

/** Waits until every attempt is recorded: its job is deleted in the same transaction. */
async function noJobsLeft({ db }: TestServer) {
  const left = async () => (await db.$client.query('select from pgboss.job')).rowCount
  await expect.poll(left, { timeout: 25_000 }).toBe(0)
}

async function start(options: Parameters<typeof makeServer>[0] = {}) {
  const server = await makeServer(options)
  servers.push(server)
  return server
}

const to = async (server: TestServer, path: string) =>
  aWebhook(server, { transformation: forwards(receiver.url + path), retry_delays: [1, 1, 1] })

test('a connector with a hanging receiver and thousands of waiting deliveries does not delay another one', async () => {
  const server = await start({ deliveries: { allowPrivate: true } })
  receiver.on('/hang', () => undefined)
  const slow = await to(server, '/hang')
  await messagesOf(
    server,
    slow.device,
    Array.from({ length: BACKLOG }, () => ({})),
  )
  await receiver.arrivals('/hang', PER_CONNECTOR)
  const quick = await to(server, '/ok')
  await quick.send()
  await quick.settled('delivered')
  expect(receiver.at('/hang')).toHaveLength(PER_CONNECTOR)
})

test('a connector without running deliveries goes before one that has some, however long that one has waited', async () => {
  const server = await start()
  const [greedy, modest] = [await to(server, '/ok'), await to(server, '/ok')]
  await greedy.send()
  await greedy.send()
  await modest.send()
  const busy = { [greedy.space.id]: 1, [greedy.connector.id]: 1 }
  const room = { perConnector: 4, perSpace: 4, free: 2, busy }
  const taken = await takeJobs(server.db.$client, room)
  expect(taken.map(({ spaceId }) => spaceId).toSorted()).toEqual(
    [greedy.space.id, modest.space.id].toSorted(),
  )
  await modest.send()
  await greedy.send()
  const busier = { [greedy.space.id]: 2, [greedy.connector.id]: 2, [modest.space.id]: 1 }
  expect(await takeJobs(server.db.$client, { ...room, free: 1, busy: busier })).toMatchObject([
    { spaceId: modest.space.id },
  ])
})

test('a delivery that a killed server had started is made by the next server, under the same id', async () => {
  const killed = await start({ expireAfter: 1 })
  const route = await to(killed, '/ok')
  await route.send()
  const room = { perConnector: 1, perSpace: 1, free: 1, busy: {} }
  const [taken] = await takeJobs(killed.db.$client, room)
  expect(await takeJobs(killed.db.$client, room)).toEqual([])
  await start({ databaseUrl: killed.databaseUrl, deliveries: { allowPrivate: true } })
  const [request] = await receiver.arrivals('/ok')
  expect(request?.headers['webhook-id']).toBe(taken?.id)
  expect(await route.settled('delivered')).toMatchObject({ id: taken?.id, attempts: 1 })
})

test('a delivery whose job was lost is made under the same id, once, and one that is over is not', async () => {
  const broken = await start()
  const [lost, over] = [await to(broken, '/ok'), await to(broken, '/over')]
  await lost.send()
  await over.send()
  await broken.db.update(delivery).set({ state: 'failed' }).where(eq(delivery.connectorId, over.connector.id))
  await broken.db.$client.query('delete from pgboss.job')
  const again = { databaseUrl: broken.databaseUrl, deliveries: { allowPrivate: true } }
  await Promise.all([start(again), start(again)])
  const { id } = await lost.settled('delivered')
  await start(again)
  await noJobsLeft(broken)
  expect(receiver.received.map(({ headers }) => headers['webhook-id'])).toEqual([id])
})

test.each([
  ['ahead of', 1],
  ['behind', -1],
])("a server whose clock is an hour %s the database's waits as long before a retry", async (_, hours) => {
  const now = () => new Date(Date.now() + hours * 3_600_000)
  const server = await start({ now, deliveries: { allowPrivate: true } })
  const answers = [500, 200]
  receiver.on('/retried', (response) => void response.writeHead(answers.shift() ?? 200).end())
  const route = await to(server, '/retried')
  await route.send()
  const [first, second] = await receiver.arrivals('/retried', 2)
  // It is delayed by one second.
  expect(Number(second?.at) - Number(first?.at)).toBeGreaterThanOrEqual(1000)
})

test('two copies of the server share the work, and make each attempt once', async () => {
  const one = await start({ deliveries: { allowPrivate: true } })
  await start({ databaseUrl: one.databaseUrl, deliveries: { allowPrivate: true } })
  const route = await to(one, '/ok')
  await messagesOf(
    one,
    route.device,
    Array.from({ length: SHARED }, (_, n) => ({ n })),
  )
  await receiver.arrivals('/ok', SHARED)
  await noJobsLeft(one)
  const ids = receiver.received.map(({ headers }) => headers['webhook-id'])
  expect(new Set(ids).size).toBe(SHARED)
  expect(ids).toHaveLength(SHARED)
})

test('a stopping server waits for the pending response, and records it', async () => {
  const first = await makeServer({ deliveries: { allowPrivate: true } })
  const copy = await start({ databaseUrl: first.databaseUrl })
  const route = await to(copy, '/later')
  const answered = new Promise<void>((resolve) => {
    receiver.on('/later', (response) => {
      void first.stop().then(resolve)
      setTimeout(() => response.writeHead(200).end(), 300)
    })
  })
  await route.send()
  await answered
  expect((await route.deliveries()).map(({ state }) => state)).toEqual(['delivered'])
})

test.each(['connectors', 'devices'] as const)(
  'what goes with its %s in the middle of a delivery leaves nothing behind',
  async (kind) => {
    const server = await start({ deliveries: { allowPrivate: true }, expireAfter: 1 })
    const { space, connector, device, send } = await to(server, '/later')
    const path = `/spaces/${space.id}/${kind}/${(kind === 'devices' ? device : connector).id}`
    const deleted = new Promise<number>((resolve) => {
      receiver.on('/later', (response) => {
        void server.call('DELETE', path, { token: space.owner.token }).then(({ status }) => {
          response.writeHead(200).end()
          resolve(status)
        })
      })
    })
    await send()
    expect(await deleted).toBe(204)
    await noJobsLeft(server)
    // Deliveries that it has started end first.
    await servers.pop()?.stop()
    expect(server.logged.filter((line) => line.includes('A delivery failed'))).toEqual([])
  },
)
