import { once } from 'node:events'
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'
import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, test, vi } from 'vitest'
import { GRANTS, type Grants, guard } from '../../server/http/guard'
import { aDevice, aSpace } from '../support/builders'
import { makeServer } from '../support/makeServer'
import { serve } from '../support/serve'
import { anUplink } from '../support/uplink'

/** Short limits, so that tests reach them. */
const server = await serve({ grants: { stall: 200, headers: 200, unfinished: 3 } })
const url = await server.listen()

async function aSocket(at = url): Promise<Socket> {
  const { hostname, port } = new URL(at)
  const socket = connect(Number(port), hostname)
  await once(socket, 'connect')
  return socket
}

/** Returns the answer on a socket until the server closes it. */
async function answerTo(socket: Socket, sent: string) {
  socket.write(sent)
  const [head = '', sentence = ''] = (await text(socket)).split('\r\n\r\n')
  return { status: Number(head.split(' ')[1]), head: head.toLowerCase(), sentence }
}

const BEGUN =
  'POST /v2/auth/login HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{'

test('connections with a stalled body, stalled headers or no data at all are closed', async () => {
  const late = { status: 408, sentence: 'the request did not arrive in time' }
  expect(await answerTo(await aSocket(), BEGUN)).toMatchObject(late)
  expect(await answerTo(await aSocket(), 'GET / HTTP/1.1\r\nHost:')).toMatchObject(late)
  expect(await answerTo(await aSocket(), '')).toMatchObject(late)
})

test('a connection with a stalled body behind a whole request is closed as well, and counts as unfinished', async () => {
  const whole = 'GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n'
  const held = await Promise.all([aSocket(), aSocket(), aSocket()])
  const answers = held.map(async (socket) => {
    socket.write(whole + BEGUN)
    return text(socket)
  })
  await Promise.all(held.map(async (socket) => once(socket, 'readable')))
  expect((await answerTo(await aSocket(), '')).status).toBe(429)
  for (const answer of await Promise.all(answers))
    expect(answer).toMatch(/^HTTP\/1\.1 200 [^]*HTTP\/1\.1 408 /)
})

test('a connection can have sixteen pending answers; one that sends more requests and reads none is closed', async () => {
  const health = (connection: string) =>
    `GET /health HTTP/1.1\r\nHost: localhost\r\nConnection: ${connection}\r\n\r\n`
  const answersTo = async (count: number) => {
    const socket = await aSocket()
    socket.write(health('keep-alive').repeat(count - 1) + health('close'))
    return (await text(socket)).match(/HTTP\/1\.1 200 /g)?.length ?? 0
  }
  expect(await answersTo(16)).toBe(16)
  expect(await answersTo(17)).toBe(0)
})

test('closing a connection also closes its queued answers', async () => {
  const [asked, closed] = [vi.fn<() => void>(), vi.fn<() => void>()]
  const { http, url } = await guarded(() => undefined)
  http.on('request', (_: IncomingMessage, answer: ServerResponse) => {
    asked()
    answer.once('close', closed)
  })
  const socket = await aSocket(url)
  socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n'.repeat(3))
  await expect.poll(() => asked).toHaveBeenCalledTimes(3)
  socket.destroy()
  await expect.poll(() => closed).toHaveBeenCalledTimes(3)

  const greedy = await aSocket(url)
  greedy.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n'.repeat(500))
  await once(greedy, 'close')
  expect(asked.mock.calls.length).toBeGreaterThan(17)
  await expect.poll(() => closed.mock.calls.length - asked.mock.calls.length).toBe(0)
  http.close()
})

test('a slow but steady body is accepted', async () => {
  const body = JSON.stringify({ email: 'nobody@example.com', password: 'some password' })
  const socket = await aSocket()
  const answered = text(socket)
  socket.write(
    `POST /v2/auth/login HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`,
  )
  // Together they take longer than the server waits for one.
  for (const character of body.slice(0, 6)) {
    socket.write(character)
    await new Promise((resolve) => setTimeout(resolve, 60))
  }
  socket.write(body.slice(6))
  expect(await answered).toMatch(/^HTTP\/1\.1 401 /)
})

test('a body in tiny pieces is refused, and the rest of it is not read', async () => {
  const login = [
    'POST /v2/auth/login HTTP/1.1',
    'Host: localhost',
    'Connection: close',
    'Content-Type: application/json',
    'Transfer-Encoding: chunked',
  ].join('\r\n')
  const inCrumbs = (count: number) => `${login}\r\n\r\n${'1\r\n \r\n'.repeat(count)}2\r\n{}\r\n0\r\n\r\n`
  expect((await answerTo(await aSocket(), inCrumbs(999))).sentence).toBe(
    'email is required; password is required',
  )
  expect(await answerTo(await aSocket(), inCrumbs(1000))).toMatchObject({
    status: 413,
    sentence: expect.stringContaining('too many small pieces'),
  })
  const greedy = await aSocket()
  const closed = new Promise((resolve) => greedy.on('error', () => undefined).once('close', resolve))
  greedy.write(inCrumbs(5_000_000))
  await closed
  expect((await fetch(`${url}/health`)).status).toBe(200)
})

test('unfinished requests of an address are limited, and others are accepted as soon as they end', async () => {
  const held = await Promise.all([aSocket(), aSocket(), aSocket()])
  for (const socket of held) socket.write(BEGUN)
  expect(await answerTo(await aSocket(), '')).toMatchObject({
    status: 429,
    head: expect.stringContaining('retry-after: 60'),
    sentence: 'too many requests from this address are unfinished, try again in a minute',
  })
  for (const socket of held) socket.destroy()
  await expect.poll(async () => (await fetch(`${url}/health`)).status).toBe(200)
})

test('idle connections do not count', async () => {
  const idle: Socket[] = []
  for (let i = 0; i < 6; i++) {
    const socket = await aSocket()
    socket.write('GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n')
    await once(socket, 'data')
    idle.push(socket)
  }
  expect((await fetch(`${url}/health`)).status).toBe(200)
  // Their next requests do.
  const answers = await Promise.all(idle.map(async (socket) => answerTo(socket, BEGUN)))
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
    408, 408, 408, 429, 429, 429,
  ])
})

test('behind a proxy requests are not counted by address, because all callers share one', async () => {
  const proxied = await makeServer({
    databaseUrl: server.databaseUrl,
    settings: { trustProxy: true },
    grants: { unfinished: 1 },
  })
  const at = await proxied.listen()
  const held = await Promise.all([aSocket(at), aSocket(at), aSocket(at)])
  for (const socket of held) socket.write(BEGUN)
  expect((await fetch(`${at}/health`)).status).toBe(200)
  for (const socket of held) socket.destroy()
  await proxied.stop()
})

test('a client that does not read an answer is disconnected, and one that reads slowly gets all of it', async () => {
  const space = await aSpace(server)
  const device = await aDevice(server, space)
  for (let i = 0; i < 12; i++) await anUplink(server, device, { body: `"${'x'.repeat(900_000)}"` })
  const asked = `GET /v2/spaces/${space.id}/messages HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nAuthorization: Bearer ${space.owner.token}\r\n\r\n`
  const deaf = await aSocket()
  deaf.pause()
  deaf.write(asked)
  const slow = await aSocket()
  slow.write(asked)
  let read = 0
  for await (const chunk of slow) {
    read += String(chunk).length
    await new Promise((resolve) => setTimeout(resolve, 1))
  }
  expect(read).toBeGreaterThan(12 * 900_000)
  // It reads nothing, so it notices only when it sends.
  const broken = vi.fn<() => void>()
  deaf.on('error', broken)
  const isBroken = () => {
    deaf.write('\r\n')
    return broken.mock.calls.length > 0
  }
  await expect.poll(isBroken, { interval: 500 }).toBe(true)
})

/** Starts a server with only the guard. */
async function guarded(listener: RequestListener, grants: Partial<Grants> = {}) {
  const http = createServer()
  guard(http, listener, { headers: [], isByAddress: true, grants: { ...GRANTS, ...grants } })
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  const address = http.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return { http, url: `http://127.0.0.1:${port}` }
}

const ASKED = 'GET / HTTP/1.1\r\nHost: localhost\r\n\r\n'

test('the answers of a connection are prepared one after the other, in order', async () => {
  const asked: [path: string | undefined, answer: ServerResponse][] = []
  const { http, url } = await guarded(({ url }, answer) => void asked.push([url, answer]))
  const seen = vi.fn<() => void>()
  http.on('request', seen)
  const socket = await aSocket(url)
  const received = text(socket)
  socket.write(['a', 'b', 'c'].map((path) => ASKED.replace('/', `/${path}`)).join(''))
  await expect.poll(() => seen).toHaveBeenCalledTimes(3)
  for (const [i, path] of ['/a', '/b', '/c'].entries()) {
    await expect.poll(() => asked).toHaveLength(i + 1)
    expect(asked[i]?.[0]).toBe(path)
    asked[i]?.[1].end(path)
  }
  socket.end()
  expect((await received).match(/\/[abc]/g)).toEqual(['/a', '/b', '/c'])
  http.close()
})

test('a client that leaves too much unread is disconnected, and others of its address are not', async () => {
  const MB = 1024 * 1024
  const { http, url } = await guarded(
    (request, answer) => void answer.end(Buffer.alloc(request.url === '/large' ? 32 * MB : 8)),
    { unread: { each: 4 * MB, all: 100 * MB } },
  )
  const closed = vi.fn<() => void>()
  http.on('connection', (socket: Socket) => socket.once('close', closed))
  const other = await aSocket(url)
  const deaf = await aSocket(url)
  deaf.on('error', () => undefined).pause()
  deaf.write(ASKED.replace('/', '/large'))
  await expect.poll(() => closed).toHaveBeenCalledTimes(1)
  other.write(ASKED.replace('HTTP/1.1', 'HTTP/1.1\r\nConnection: close'))
  expect(await text(other)).toMatch(/^HTTP\/1\.1 200 /)
  http.close()
})

const SECURE = [
  'content-security-policy: default-src',
  'x-content-type-options: nosniff',
  'x-frame-options: deny',
]

test.each<[what: string, sent: string, status: number]>([
  ['garbage', 'garbage\r\n\r\n', 400],
  ['many headers', `GET / HTTP/1.1\r\n${'X: x\r\n'.repeat(101)}\r\n`, 431],
  ['large headers', `GET / HTTP/1.1\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`, 431],
  ['an expectation', 'POST /v2/auth/login HTTP/1.1\r\nHost: localhost\r\nExpect: tea\r\n\r\n', 417],
  ['no host', 'GET / HTTP/1.1\r\nConnection: close\r\n\r\n', 400],
  ['a host that is none', 'GET / HTTP/1.1\r\nHost: a b\r\nConnection: close\r\n\r\n', 400],
  ['an address that is none', 'GET http://[ HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n', 400],
  ['a stalled request', BEGUN, 408],
])('%s gets an answer with the security headers', async (_, sent, status) => {
  const answer = await answerTo(await aSocket(), sent)
  expect(answer.status).toBe(status)
  for (const header of SECURE) expect(answer.head).toContain(header)
  expect(answer.sentence.length).toBeGreaterThan(10)
})

test('the default limits let a slow phone send 1 MB, and 200 devices behind one router send at once', () => {
  const slowPhone = 28_000 / 8
  expect((GRANTS.request / 1000) * slowPhone).toBeGreaterThan(1_000_000)
  expect(GRANTS.unfinished).toBeGreaterThan(200)
})
