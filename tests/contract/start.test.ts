import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { Agent, type ClientRequest, get, request } from 'node:http'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { freePort } from '../../server/db/cluster/postmaster'
import { migrate } from '../../server/db/migrate'
import { schemaOf } from '../support/backups'
import { aUser } from '../support/builders'
import { createDatabase } from '../support/database'
import { makeServer } from '../support/makeServer'
import { createUnreleasedDatabase } from '../support/olderDatabase'
import { programOf } from '../support/program'
import { query } from '../support/query'
import { type StartedServer, startProcess } from '../support/serverProcess'

const started: StartedServer[] = []
afterEach(async () => {
  await Promise.all(started.splice(0).map(async (server) => server.stop('SIGKILL')))
})

async function start(env: Record<string, string>) {
  const server = await startProcess(env)
  started.push(server)
  return server
}

const post = async (url: string, body: unknown) =>
  fetch(url, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) })

const eventSchema = z.object({ time: z.iso.datetime(), level: z.literal('info'), message: z.string() })

const setupToken = ({ said }: StartedServer) => /\/setup#token=(\S+)/.exec(said())?.[1]

test('each start of an empty server prints a link for its first admin, until one is used', async () => {
  const DATABASE_URL = await createDatabase()
  const first = await start({ DATABASE_URL, DEMO: '0' })
  await expect.poll(() => setupToken(first)).toBeDefined()
  const token = setupToken(first)
  expect(await first.stop()).toBe(0)

  const second = await start({ DATABASE_URL, DEMO: '0' })
  await expect.poll(() => setupToken(second)).toBeDefined()
  const admin = { email: 'first@example.com', password: 'a good password' }
  const setUp = async (by: string | undefined) =>
    (await post(`${second.url}/v2/auth/setup`, { ...admin, token: by })).status
  // The link of the start before has ended.
  expect(await setUp(token)).toBe(401)
  expect(await setUp(setupToken(second))).toBe(201)
  await second.stop()

  const third = await start({ DATABASE_URL, DEMO: '0' })
  await third.stop()
  expect(third.said()).toContain('Spaceport is on http://localhost:')
  expect(setupToken(third)).toBeUndefined()
})

test('the link of a server that listens on all addresses can be opened', { tags: 'heavy' }, async () => {
  const server = await start({ DATABASE_URL: await createDatabase(), DEMO: '0', HOST: '0.0.0.0' })
  await expect
    .poll(server.said)
    .toContain('On another machine, put the name of this one in place of localhost.')
  const link = /https?:\S+\/setup/.exec(server.said())?.[0] ?? ''
  expect(new URL(link).hostname).toBe('localhost')
  expect((await fetch(link)).url).toBe(link)
})

test('with LOG_FORMAT=json each line is an event', { tags: 'heavy' }, async () => {
  const server = await start({ DATABASE_URL: await createDatabase(), DEMO: '0', LOG_FORMAT: 'json' })
  await expect.poll(() => setupToken(server)).toBeDefined()
  await server.stop()
  const lines = server.said().trim().split('\n')
  // Without a built console there is a warning on the other stream.
  const events = lines.filter((line) => !line.startsWith('serveStatic:'))
  const messages = events.map((line) => eventSchema.parse(JSON.parse(line)).message)
  expect(messages.at(-1)).toBe('Stopping.')
})

test('well-known passwords are refused on a public server, unless it allows them', {
  tags: 'heavy',
}, async () => {
  const server = await makeServer()
  const login = { email: 'demo@example.com', password: 'demo-demo' }
  await aUser(server, login)
  const cases: [env: Record<string, string>, status: number][] = [
    [{ HOST: '0.0.0.0' }, 403],
    [{ HOST: '0.0.0.0', DEMO: '1' }, 200],
    [{ HOST: '127.0.0.1' }, 200],
    [{ PUBLIC_URL: 'https://spaceport.example.com' }, 403],
    [{ TRUST_PROXY: '1' }, 403],
    [{ TRUST_PROXY: '1', DEMO: '1' }, 200],
  ]
  for (const [env, status] of cases) {
    const { url, stop } = await start({ DATABASE_URL: server.databaseUrl, ...env })
    expect([env, (await post(`${url}/v2/auth/login`, login)).status]).toEqual([env, status])
    await stop()
  }
  await server.stop()
})

test('a public server creates no demo unless it is requested, and prints the link instead', {
  tags: 'heavy',
}, async () => {
  const DATA_DIR = await mkdtemp(join(tmpdir(), 'start-'))
  const server = await start({ DATA_DIR, PUBLIC_URL: 'https://spaceport.example.com', TRUST_PROXY: '1' })
  await expect.poll(() => setupToken(server)).toBeDefined()
  expect(server.said()).toContain('There is no demo, because others can reach this server.')
  const login = { email: 'admin@example.com', password: 'admin-admin' }
  expect((await post(`${server.url}/v2/auth/login`, login)).status).toBe(401)
  await server.stop()
  await rm(DATA_DIR, { recursive: true })
})

test('two copies that start together on an empty database both work', { tags: 'heavy' }, async () => {
  const DATABASE_URL = await createDatabase()
  await query(DATABASE_URL, 'drop schema public, drizzle cascade; create schema public')
  const copies = await Promise.all([start({ DATABASE_URL, DEMO: '0' }), start({ DATABASE_URL, DEMO: '0' })])
  const health = await Promise.all(copies.map(async ({ url }) => (await fetch(`${url}/health`)).status))
  expect(health).toEqual([200, 200])
})

test('simultaneous or repeated migrations change nothing twice', async () => {
  const url = await createDatabase()
  await query(url, 'drop schema public, drizzle cascade; create schema public')
  await Promise.all([migrate(url), migrate(url), migrate(url)])
  const applied = await query(url, 'select hash from drizzle.__drizzle_migrations')
  await migrate(url)
  expect(await query(url, 'select hash from drizzle.__drizzle_migrations')).toEqual(applied)
})

test('an invalid setting, a port in use and a missing database stop the server with an explanation', async () => {
  const blocker = createServer().listen(0, '127.0.0.1')
  await once(blocker, 'listening')
  const address = blocker.address()
  const PORT = String(typeof address === 'object' ? address?.port : '')
  const cases: [env: Record<string, string>, sentence: string][] = [
    [{ PORT: 'http' }, 'PORT must be a whole number from 0 to 65535.'],
    [{ PORT, DATABASE_URL: await createDatabase(), DEMO: '0' }, `Port ${PORT} of 127.0.0.1 is taken.`],
    [{ DATABASE_URL: 'postgresql://user:secret@127.0.0.1:1/x' }, 'The database cannot be used:'],
    [
      { DATA_DIR: '/dev/null/data' },
      'DATA_DIR must be a folder, but /dev/null/data, or a part of that path, is a',
    ],
  ]
  for (const [env, sentence] of cases) {
    const server = await start(env)
    expect(server.url).toBeUndefined()
    expect(server.said()).toContain(sentence)
    expect(server.said()).not.toMatch(/secret|\n +at /)
    expect(await server.stop()).toBe(1)
  }
  blocker.close()
})

test('a server whose log disk is full goes on', async () => {
  const port = await freePort()
  const log = openSync('/dev/full', 'w')
  const child = spawn(process.execPath, [await programOf('server/main.ts')], {
    env: { PATH: process.env.PATH, PORT: String(port), DATABASE_URL: await createDatabase(), DEMO: '0' },
    stdio: ['ignore', log, log],
  })
  const ended = once(child, 'close')
  closeSync(log)
  const health = async () => fetch(`http://127.0.0.1:${port}/health`).then((answer) => answer.status)
  await vi.waitFor(async () => expect(await health()).toBe(200), { timeout: 60_000 })
  child.kill('SIGTERM')
  expect(await ended).toEqual([0, null])
})

test('a database of a newer version is not changed', async () => {
  const DATABASE_URL = await createDatabase()
  await query(
    DATABASE_URL,
    `insert into drizzle.__drizzle_migrations (hash, created_at) select 'of tomorrow', max(created_at) + 1 from drizzle.__drizzle_migrations`,
  )
  const server = await start({ DATABASE_URL, DEMO: '0' })
  expect(server.url).toBeUndefined()
  expect(server.said()).toBe(
    'The database is of a newer version of the server, which has migrated it. Start that version, or restore a backup from before.\n',
  )
  expect(await server.stop()).toBe(1)
})

test('a database from before the first release is not changed', { tags: 'heavy' }, async () => {
  const DATABASE_URL = await createUnreleasedDatabase()
  const state = async () => [
    await schemaOf(DATABASE_URL),
    await query(DATABASE_URL, 'select * from drizzle.__drizzle_migrations'),
  ]
  const before = await state()
  const server = await start({ DATABASE_URL, DEMO: '0' })
  expect(server.url).toBeUndefined()
  expect(server.said()).toBe(
    'The database was made by a development version from before the first release, and this version cannot bring it up to date. Nothing was changed. Start with an empty DATA_DIR or an empty database. To keep the data, back them up with the version that made them, and go on with that.\n',
  )
  expect(await server.stop()).toBe(1)
  expect(await state()).toEqual(before)
})

test('a request in progress is answered before the server stops', async () => {
  const server = await start({ DATABASE_URL: await createDatabase(), DEMO: '0' })
  const login = JSON.stringify({ email: 'nobody@example.com', password: 'some password' })
  const requests = Array.from({ length: 10 }, () =>
    requestInHand(`${server.url}/v2/auth/login`, login.length),
  )
  await Promise.all(requests.map(async (inHand) => once(inHand, 'continue')))
  const stopped = server.stop()
  await expect.poll(server.said).toContain('Stopping.')
  const answers = await Promise.all(
    requests.map(async (inHand) => {
      inHand.end(login)
      return answerTo(inHand)
    }),
  )
  expect(answers).toEqual(Array(10).fill(401))
  expect(await stopped).toBe(0)
})

test('the server serves until its proxies know that it stops, despite repeated signals, and Ctrl+C need not wait', async () => {
  const server = await start({
    DATABASE_URL: await createDatabase(),
    DEMO: '0',
    TRUST_PROXY: '1',
    DRAIN_SECONDS: '300',
  })
  const status = async (path: string) => (await fetch(server.url + path)).status
  const stopped = server.stop()
  await expect.poll(() => status('/health')).toBe(503)
  // npm forwards the signal that the supervisor has sent to all.
  server.signal('SIGTERM')
  const answers = [await fetch(`${server.url}/config.json`), await fetch(`${server.url}/v2/profile`)]
  expect(answers.map(({ status }) => status)).toEqual([200, 401])
  // The server keeps connections longer than its proxies do.
  expect(answers[0]?.headers.get('Keep-Alive')).toBe('timeout=620')
  expect(await (await fetch(`${server.url}/health`)).text()).toBe('the server stops')
  // npm does the same with Ctrl+C.
  server.signal('SIGINT')
  server.signal('SIGINT')
  expect(await stopped).toBe(0)
  expect(server.said()).toMatch(/Stopping in 300 seconds.+\nStopping\. Press again to stop at once\.\n$/)
})

test('a client with continuous requests is asked to reconnect, and loses none', {
  tags: 'heavy',
}, async () => {
  const server = await start({ DATABASE_URL: await createDatabase(), DEMO: '0' })
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const ask = async () =>
    new Promise<string | undefined>((resolve, reject) => {
      const asked = get(`${server.url}/health`, { agent }, (answer) => {
        answer.resume().once('end', () => resolve(answer.headers.connection))
      })
      asked.once('error', reject)
    })
  expect(await ask()).toBe('keep-alive')
  const inHand = ask()
  const began = performance.now()
  const stopped = server.stop()
  let said = await inHand
  while (said === 'keep-alive') said = await ask()
  expect(said).toBe('close')
  expect(await stopped).toBe(0)
  // Before running requests are aborted.
  expect(performance.now() - began).toBeLessThan(9000)
  agent.destroy()
})

/** Starts a request: the server has received the headers once it says "continue", and the body is sent later. */
function requestInHand(url: string, length: number) {
  const headers = { 'Content-Type': 'application/json', 'Content-Length': length, Expect: '100-continue' }
  const inHand = request(url, { method: 'POST', headers, agent: false })
  inHand.flushHeaders()
  return inHand
}

async function answerTo(inHand: ClientRequest) {
  return new Promise<number | undefined>((resolve, reject) => {
    inHand.once('error', reject)
    inHand.once('response', (response) => resolve(response.resume().statusCode))
  })
}
