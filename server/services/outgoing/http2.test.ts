import { once } from 'node:events'
import {
  constants,
  createSecureServer,
  type Http2SecureServer,
  type Http2ServerRequest,
  type Http2ServerResponse,
} from 'node:http2'
import { createServer as createHttpsServer } from 'node:https'
import { createServer, type Server, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { CA, certificateFor } from '../../../tests/support/certificates'
import { openConnections } from './connections'
import { send } from './send'
import { openWeb } from './web'

const own = await certificateFor('The receiver')

/** A received request. */
interface Received {
  version: string
  headers: Http2ServerRequest['headers']
  body: string
  /** Port of the sender. */
  port: number | undefined
}
const received: Received[] = []
type Handler = (response: Http2ServerResponse) => void
const answers204: Handler = (response) => void response.writeHead(204).end()
let answer = answers204
const sockets = new Set<Socket>()

/** Closes the connection instead of answering. */
const hangsUp: Handler = ({ stream }) => {
  const port = stream.session?.socket.remotePort
  for (const socket of sockets) if (socket.remotePort === port) socket.destroy()
}

/** A receiver that offers HTTP/2. */
const receiver = createSecureServer({ cert: own.certificate, key: own.key, allowHTTP1: true })
const take = async (request: Http2ServerRequest, response: Http2ServerResponse) => {
  // The connection is a different object once the body is read.
  const { remotePort: port } = request.socket
  received.push({ version: request.httpVersion, headers: request.headers, body: await text(request), port })
  answer(response)
}
receiver.on('request', (request, response) => void take(request, response))
receiver.on('connection', (socket: Socket) => {
  sockets.add(socket)
  socket.once('close', () => sockets.delete(socket))
})
receiver.on('sessionError', () => undefined)

const listen = async (server: Server | Http2SecureServer) => {
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const address = server.address()
  return `https://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}/a?b=c`
}
let url: string
const connections = openConnections()

beforeAll(async () => {
  url = await listen(receiver)
})
beforeEach(() => {
  received.length = 0
  answer = answers204
})
afterAll(() => {
  connections.close()
  for (const socket of sockets) socket.destroy()
  receiver.close()
})

const tls = { cert: null, key: null, ca: CA }
const by = async (
  owner: string | null,
  {
    to = url,
    timeout = 5000,
    header = {},
    body = '{}',
  }: Partial<Record<'to' | 'body', string>> & { timeout?: number; header?: Record<string, string> } = {},
) =>
  send(openWeb({ timeout, allowPrivate: true }), {
    method: 'POST',
    url: to,
    header,
    body,
    tls,
    ...(owner !== null && { keep: { connections, owner } }),
  })
const ports = () => new Set(received.map(({ port }) => port)).size

describe('a receiver that offers HTTP/2', () => {
  test('gets HTTP/2 requests with all their parts', async () => {
    const address = url.replace('//', '//me:s%20cret@')
    const header = { 'User-Agent': 'one', 'user-agent': 'two', 'X-Name': 'á', 'HTTP2-Settings': 'x' }
    expect(await by('all', { to: address, header, body: 'žluť' })).toMatchObject({
      status: 204,
      failure: null,
    })
    expect(received).toMatchObject([
      {
        version: '2.0',
        body: 'žluť',
        headers: {
          ':method': 'POST',
          ':path': '/a?b=c',
          ':authority': new URL(url).host,
          authorization: `Basic ${Buffer.from('me:s cret').toString('base64')}`,
          'content-length': '6',
          'user-agent': 'two',
          'x-name': 'á',
        },
      },
    ])
  })

  test('can answer with status, headers and body', async () => {
    answer = (response) => {
      response.writeHead(200, { 'content-encoding': 'gzip', 'x-id': '7' }).end(gzipSync('{"retry":[]}'))
    }
    expect(await by('told')).toEqual({
      status: 200,
      headers: expect.objectContaining({ 'x-id': '7' }),
      body: { text: '{"retry":[]}', encoding: null },
      failure: null,
    })
    answer = (response) => void response.writeHead(503).end('away')
    expect(await by('told')).toMatchObject({
      status: 503,
      body: { text: 'away' },
      failure: { error_code: 'answer_status' },
    })
  })

  test('gets many requests of one owner on one connection', async () => {
    for (const owner of ['one', 'other', 'one']) await by(owner)
    const many = await Promise.all(Array.from({ length: 16 }, async () => by('one')))
    expect(many.filter(({ status }) => status === 204)).toHaveLength(16)
    expect(ports()).toBe(2)
  })

  test('gets one connection, even when many requests start at once', async () => {
    const many = await Promise.all(Array.from({ length: 16 }, async () => by('at once')))
    expect(many.filter(({ status }) => status === 204)).toHaveLength(16)
    expect(ports()).toBe(1)
  })

  test('gets a connection that ends with the request when the owner keeps none', async () => {
    await by(null)
    expect(received).toMatchObject([{ version: '2.0' }])
    await by(null)
    expect(ports()).toBe(2)
  })
})

test('a request without TLS does not use the secure connection to the same host', async () => {
  const hosts = new Map([['127.0.0.1', { address: '127.0.0.1', port: Number(new URL(url).port) }]])
  const get = async (to: string) =>
    send(openWeb({ timeout: 5000, allowPrivate: true, hosts }), {
      method: 'GET',
      url: to,
      header: {},
      body: null,
      tls,
      keep: { connections, owner: 'schemes' },
    })
  expect(await get('https://127.0.0.1/')).toMatchObject({ status: 204 })
  expect(await get('http://127.0.0.1/')).toMatchObject({ status: null })
  expect(received).toHaveLength(1)
})

test('a receiver without HTTP/2 is called with HTTP/1.1 on a kept connection', async () => {
  const old = createHttpsServer({ cert: own.certificate, key: own.key }, (request, response) => {
    const { httpVersion: version, headers, socket } = request
    received.push({ version, headers, body: '', port: socket.remotePort })
    response.writeHead(204).end()
  })
  const to = await listen(old)
  for (let n = 0; n < 2; n++) expect(await by('old', { to })).toMatchObject({ status: 204 })
  expect(received).toMatchObject([{ version: '1.1' }, { version: '1.1' }])
  expect(ports()).toBe(1)
  old.closeAllConnections()
  old.close()
})

describe('a connection that the receiver', () => {
  const endsWith = (how: (response: Http2ServerResponse) => void) => {
    let isEnding = false
    answer = (response) => {
      if (isEnding) how(response)
      else answers204(response)
      isEnding = !isEnding
    }
  }
  test.each<[string, Handler]>([
    ['closes', hangsUp],
    ['says goodbye on', (response) => response.stream.session?.goaway(constants.NGHTTP2_ENHANCE_YOUR_CALM)],
    ['refuses a request on', (response) => response.stream.close(constants.NGHTTP2_REFUSED_STREAM)],
  ])('%s at the next request costs no attempt', async (name, how) => {
    endsWith(how)
    expect(await by(name)).toMatchObject({ status: 204 })
    expect(await by(name)).toMatchObject({ status: 204, failure: null })
    expect(ports()).toBe(2)
    expect(received).toHaveLength(3)
  })

  test('has closed is not reused', async () => {
    await by('ended')
    answer = (response) => {
      response.stream.session?.goaway()
      answers204(response)
    }
    expect(await by('ended')).toMatchObject({ status: 204 })
    answer = answers204
    expect(await by('ended')).toMatchObject({ status: 204 })
    expect(ports()).toBe(2)
    expect(received).toHaveLength(3)
  })

  test('closes while it is new fails the attempt', async () => {
    answer = hangsUp
    expect(await by('new')).toMatchObject({ status: null, failure: { error_code: 'connection_closed' } })
    expect(received).toHaveLength(1)
  })

  test('does not answer on is not reused', async () => {
    answer = () => undefined
    expect(await by('silent', { timeout: 200 })).toMatchObject({
      status: null,
      failure: { error_code: 'answer_late' },
    })
    answer = answers204
    expect(await by('silent')).toMatchObject({ status: 204 })
    expect(ports()).toBe(2)
  })
})

describe('an answer that', () => {
  const begins =
    (then: Handler): Handler =>
    (response) => {
      response.writeHead(200)
      response.write('{"retry":["', () => then(response))
    }
  test.each<[string, Handler, string]>([
    ['does not end, is late', begins(() => undefined), 'answer_late'],
    [
      'is cancelled, is a failure',
      begins(({ stream }) => stream.close(constants.NGHTTP2_CANCEL)),
      'connection_closed',
    ],
    ['breaks off, is a failure', begins(hangsUp), 'connection_closed'],
    [
      'fails, is a failure',
      begins(({ stream }) => stream.close(constants.NGHTTP2_INTERNAL_ERROR)),
      'connection_closed',
    ],
  ])('%s', async (name, how, code) => {
    answer = how
    expect(await by(name, { timeout: code === 'answer_late' ? 1000 : 5000 })).toMatchObject({
      status: 200,
      body: null,
      failure: { error_code: code },
    })
  })

  test('is endless is read up to the limit', async () => {
    answer = (response) => void response.writeHead(200).write('x'.repeat(2_000_000))
    const { failure, body } = await by('endless')
    expect([failure, body?.text.length]).toEqual([null, 16 * 1024])
  })
})

test('a receiver without a TLS handshake leaves no open connection', async () => {
  const accepted: Socket[] = []
  const silent = createServer((socket) => void accepted.push(socket.on('error', () => undefined).resume()))
  const to = await listen(silent)
  expect(await by('mute', { to, timeout: 200 })).toMatchObject({ failure: { error_code: 'answer_late' } })
  await expect
    .poll(() => accepted.map(({ readableEnded, destroyed }) => readableEnded || destroyed))
    .toEqual([true])
  silent.close()
})

test('an unused connection is closed', async () => {
  const short = openConnections({ idle: 50 })
  await send(openWeb({ allowPrivate: true }), {
    method: 'GET',
    url,
    header: {},
    body: null,
    tls,
    keep: { connections: short, owner: 'short' },
  })
  const socket = [...sockets].find(({ remotePort }) => remotePort === received[0]?.port)
  await expect.poll(() => socket?.destroyed).toBe(true)
})
