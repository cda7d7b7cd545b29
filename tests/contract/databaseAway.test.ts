import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { api } from '#contract'
import { type Cluster, startCluster } from '../../server/db/cluster'
import { aSpace, aUser, deviceInput } from '../support/builders'
import { copyDataFolder } from '../support/cluster'
import { createDatabase } from '../support/database'
import { freeze, postmasterPid } from '../support/databaseProcess'
import { makeServer, type TestServer } from '../support/makeServer'
import { PATIENCE } from '../support/patience'
import { query } from '../support/query'
import { startReceiver } from '../support/receiver'
import { type StartedServer, startProcess } from '../support/serverProcess'
import { aWebhook, forwards } from '../support/webhooks'

const CLIENTS = 6
const BACKEND_KILLS = 4
/** Milliseconds in which PostgreSQL must recover, also on a slow machine. */
/** Milliseconds in which a call must be answered while PostgreSQL hangs, also on a slow machine. */
const HANG_MAX = 25_000

const dataDir = mkdtempSync(join(tmpdir(), 'spaceport-away-'))
let cluster: Cluster
let databaseUrl: string
/** Fills the database without the tested server. */
let filler: TestServer
let server: StartedServer

beforeAll(async () => {
  copyDataFolder(dataDir)
  cluster = await startCluster({ dataDir, log: () => undefined })
  databaseUrl = await createDatabase(cluster.connectionString)
  filler = await makeServer({ databaseUrl })
  server = await startProcess({ DATABASE_URL: databaseUrl, ALLOW_PRIVATE_WEBHOOKS: '1' })
})
afterAll(async () => {
  await server.stop('SIGKILL')
  await filler.stop()
  await cluster.stop()
  rmSync(dataDir, { recursive: true })
})

/** Calls /v2 of the server process. */
const call = async (method: string, path: string, { body, token }: { body?: unknown; token?: string } = {}) =>
  fetch(`${server.url}/v2${path}`, {
    method,
    headers: {
      'Content-Type': 'application/json',
      ...(token !== undefined && { Authorization: `Bearer ${token}` }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })

/** Kills a PostgreSQL process in the middle of a transaction that creates a device. */
async function killBackend() {
  const busy = `
    select pid from pg_stat_activity
    where backend_type = 'client backend' and datname = $1 and state = 'idle in transaction'
      and query like '%"device%' limit 1`
  for (const until = Date.now() + PATIENCE; Date.now() < until; ) {
    const [found] = await query(cluster.connectionString, busy, [new URL(databaseUrl).pathname.slice(1)])
    if (found) return process.kill(Number(found.pid), 'SIGKILL')
  }
  throw new Error('no transaction is open')
}

/** Creates devices by several clients during each kill. Returns the kinds of answers, and the lost devices. */
async function createUnder(kills: readonly (() => Promise<unknown> | boolean)[], count: number) {
  const space = await aSpace(filler)
  const { token } = space.owner
  const devices = `/spaces/${space.id}/devices`
  const acknowledged: string[] = []
  const answers: [status: number, retryAfter: string | null][] = []
  const finished = new AbortController()
  const client = async () => {
    while (!finished.signal.aborted) {
      const answer = await call('POST', devices, { token, body: deviceInput() })
      const text = await answer.text()
      answers.push([answer.status, answer.headers.get('Retry-After')])
      if (answer.status === 201) acknowledged.push(api.devices.create.answer.parse(JSON.parse(text)).id)
      else await wait(20)
    }
  }
  const clients = Promise.all(Array.from({ length: count }, client))
  try {
    for (const kill of kills) {
      const refusals = () => answers.filter(([status]) => status !== 201).length
      const refused = refusals()
      await kill()
      await expect.poll(refusals).toBeGreaterThan(refused)
      // Each client gets answers again.
      const before = acknowledged.length
      await expect.poll(() => acknowledged.length - before).toBeGreaterThan(count * 5)
    }
  } finally {
    finished.abort()
    await clients
  }
  const kinds = new Set(answers.map(([status, retryAfter]) => `${status} ${retryAfter}`))
  const rows = await filler.db.$client.query<{ id: string }>('select id from device where space_id = $1', [
    space.id,
  ])
  const stored = new Set(rows.rows.map(({ id }) => id))
  return { kinds: [...kinds].toSorted(), lost: acknowledged.filter((id) => !stored.has(id)) }
}

/** Answers ask clients to retry, and nothing acknowledged is lost. */
const ALL_IS_WELL = { kinds: ['201 null', '503 2'], lost: [] }

test('while PostgreSQL processes are killed, calls answer 503 and nothing acknowledged is lost', async () => {
  expect(await createUnder([killBackend], 2)).toEqual(ALL_IS_WELL)
})

test('the same while all of PostgreSQL is killed, and many clients call', { tags: 'heavy' }, async () => {
  const killAll = () => process.kill(postmasterPid(join(dataDir, 'postgres')), 'SIGKILL')
  const kills = [...Array.from({ length: BACKEND_KILLS }, () => killBackend), killAll]
  expect(await createUnder(kills, CLIENTS)).toEqual(ALL_IS_WELL)
})

test('a server that loses the database right after its start goes on', { tags: 'heavy' }, async () => {
  const young = await startProcess({ DATABASE_URL: databaseUrl })
  const terminate = `
    select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and pid <> pg_backend_pid()`
  for (let kill = 0; kill < 20; kill += 1)
    await query(cluster.connectionString, terminate, [new URL(databaseUrl).pathname.slice(1)])
  await expect.poll(async () => (await fetch(`${young.url}/health`)).status).toBe(200)
  expect(await young.stop()).toBe(0)
})

test('the workers recover by themselves', async () => {
  const receiver = await startReceiver()
  const route = await aWebhook({ ...filler, call }, { transformation: forwards(`${receiver.url}/ok`) })
  await route.send({ n: 1 })
  const [request] = await receiver.arrivals('/ok')
  expect(request?.body).toBe('{"n":1}')
  await receiver.stop()
})

test('while PostgreSQL hangs, calls soon answer 503, and succeed once it goes on', {
  tags: 'heavy',
}, async () => {
  const space = await aSpace(filler)
  const { token } = space.owner
  const devices = `/spaces/${space.id}/devices`
  expect((await call('GET', devices, { token })).status).toBe(200)
  const goOn = freeze(join(dataDir, 'postgres'))
  try {
    const began = performance.now()
    const calls = [call('GET', devices, { token }), call('POST', devices, { token, body: deviceInput() })]
    const health = await fetch(`${server.url}/health`)
    expect(health.status).toBe(503)
    for (const answer of await Promise.all(calls))
      expect([answer.status, answer.headers.get('Retry-After')]).toEqual([503, '2'])
    expect(performance.now() - began).toBeLessThan(HANG_MAX)
  } finally {
    goOn()
  }
  const status = async () => (await call('POST', devices, { token, body: deviceInput() })).status
  await expect.poll(status).toBe(201)
})

test('while the database is away, every call answers that', async () => {
  const user = await aUser(filler)
  await cluster.stop()
  const calls = [
    call('GET', '/profile', { token: user.token }),
    call('GET', '/auth/oauth2/providers'),
    call('POST', '/auth/login', { body: { email: user.email, password: user.password } }),
    call('POST', '/devices/uplink', { body: { ...deviceInput(), type: 'data', body: {} } }),
  ]
  for (const answer of await Promise.all(calls)) {
    expect([answer.status, answer.headers.get('Retry-After')]).toEqual([503, '2'])
    expect(await answer.text()).toBe('the database does not answer, try again in 2 seconds')
  }
  expect((await fetch(`${server.url}/health`)).status).toBe(503)
  const config = await fetch(`${server.url}/config.json`)
  expect([config.status, await config.json()]).toMatchObject([200, { needsAdmin: false }])
})
