import { randomBytes } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { type Receiver, startReceiver } from '../../../tests/support/receiver'
import { openConnections } from './connections'
import { send } from './send'
import { openWeb, type Web } from './web'

let receiver: Receiver

beforeAll(async () => {
  receiver = await startReceiver()
})
beforeEach(() => {
  receiver.received.length = 0
})
afterAll(() => receiver.stop())

const LOOPBACK = { address: '127.0.0.1', family: 4 }
/** An unused public address: there is no network, or no answer. */
const NOWHERE = { address: '2000::1', family: 6 }

const to = async (web: Partial<Web>, url: string) =>
  send(openWeb({ timeout: 1000, ...web }), { method: 'POST', url, header: {}, body: '{}' })
const resolving = (...addresses: (typeof LOOPBACK)[]) => ({ resolve: async () => addresses })

describe('a receiver is refused', () => {
  test.each([
    '127.0.0.1',
    '2130706433',
    '0x7f.0.0.1',
    '0x7f000001',
    '0177.0.0.1',
    '017700000001',
    '127.1',
    '0',
    '①②⑦.0.0.1',
    '[::1]',
    '[::]',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[64:ff9b::7f00:1]',
    '169.254.169.254',
    'localhost',
    'localhost.',
  ])('with the name %s', async (host) => {
    const answer = await to({}, `http://${host}:${receiver.port}/`)
    expect(answer).toMatchObject({ status: null, failure: { error_code: 'address_private' } })
    expect(receiver.received).toEqual([])
  })

  test('whose name has a private address, even beside a public one', async () => {
    const url = `http://hook.example:${receiver.port}/`
    const failure = {
      error:
        'not sent: hook.example is not a public address; the setting ALLOW_PRIVATE_WEBHOOKS=1 of the server allows it',
      error_code: 'address_private',
      error_detail: 'hook.example',
    }
    const refused = { status: null, headers: {}, body: null, failure }
    expect(await to(resolving(LOOPBACK), url)).toEqual(refused)
    expect(await to(resolving(NOWHERE, LOOPBACK), url)).toEqual(refused)
    expect(receiver.received).toEqual([])
  })

  test('whose name changes, because each connection resolves it once', async () => {
    const resolve = vi.fn<Web['resolve']>()
    resolve.mockResolvedValueOnce([NOWHERE]).mockResolvedValue([LOOPBACK])
    const url = `http://hook.example:${receiver.port}/`
    const first = await to({ resolve }, url)
    expect(resolve).toHaveBeenCalledTimes(1)
    expect(first.failure?.error_code).toMatch(/^(host|connection|answer)_/)
    expect((await to({ resolve }, url)).failure).toMatchObject({
      error_code: 'address_private',
      error_detail: 'hook.example',
    })
    expect(resolve).toHaveBeenCalledTimes(2)
    expect(receiver.received).toEqual([])
  })
})

test('private receivers can be allowed', async () => {
  expect(await to({ allowPrivate: true }, `http://localhost:${receiver.port}/`)).toMatchObject({
    status: 204,
  })
})

test('a connection to another address still uses the name of the host', async () => {
  const hosts = new Map([['receiver.invalid', { address: '127.0.0.1', port: receiver.port }]])
  expect(await to({ hosts }, 'http://receiver.invalid/demo')).toMatchObject({ status: 204, failure: null })
  expect(receiver.received).toMatchObject([{ path: '/demo', headers: { host: 'receiver.invalid' } }])
})

test('a name and a password in the address are sent as credentials', async () => {
  await to({ allowPrivate: true }, `http://me:s%20cret@127.0.0.1:${receiver.port}/`)
  const authorization = `Basic ${Buffer.from('me:s cret').toString('base64')}`
  expect(receiver.received).toMatchObject([{ headers: { authorization } }])
})

test('a receiver without TLS gives an error without the words of the library', async () => {
  const answer = await to({ allowPrivate: true }, `https://127.0.0.1:${receiver.port}/`)
  expect(answer.failure).toMatchObject({ error_code: 'connection_tls' })
})

test('a response that is not HTTP is no answer', async () => {
  receiver.on('/odd', (response) => void response.socket?.end('hello\r\n\r\n'))
  const answer = await to({ allowPrivate: true }, `${receiver.url}/odd`)
  expect(answer).toMatchObject({ status: null, body: null, failure: { error_code: 'answer_no_http' } })
})

test('a switch of protocols is no answer', async () => {
  receiver.on('/switch', (response) => {
    response.socket?.write(
      'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: other\r\n\r\n',
    )
  })
  const answer = await to({ allowPrivate: true, timeout: 200 }, `${receiver.url}/switch`)
  expect(answer).toMatchObject({
    status: null,
    body: null,
    failure: { error: 'no complete response within 0.2 s' },
  })
})

describe('an answer that has not ended', () => {
  const begin = (response: ServerResponse) => void response.write('{"retry":["')
  test.each<[string, (response: ServerResponse) => void]>([
    [
      'and has no length',
      (response) => {
        response.useChunkedEncodingByDefault = false
        response.shouldKeepAlive = false
        begin(response)
      },
    ],
    ['and comes in chunks', begin],
    ['and has a length', (response) => begin(response.setHeader('Content-Length', 100))],
    [
      'of which more is there than is kept',
      (response) => {
        response.useChunkedEncodingByDefault = false
        response.shouldKeepAlive = false
        response.write('x'.repeat(20_000))
      },
    ],
  ])('%s, is late', async (_, answer) => {
    receiver.on('/late', answer)
    expect(await to({ allowPrivate: true, timeout: 300 }, `${receiver.url}/late`)).toMatchObject({
      status: 200,
      body: null,
      failure: { error_code: 'answer_late' },
    })
  })
})

describe('an answer that is encoded', () => {
  const text = JSON.stringify({ retry: ['ž'] })
  const answered = async (encoding: string, bytes: Uint8Array) => {
    receiver.on('/encoded', (response) => {
      response.setHeader('Content-Encoding', encoding).end(bytes)
    })
    const { body } = await to({ allowPrivate: true }, `${receiver.url}/encoded`)
    return body
  }

  test.each([
    ['gzip', gzipSync(text)],
    ['X-GZIP', gzipSync(text)],
    ['deflate', deflateSync(text)],
    ['deflate', deflateRawSync(text)],
    ['br', brotliCompressSync(text)],
    ['identity', Buffer.from(text)],
  ])('as %s, is read', async (encoding, bytes) => {
    expect(await answered(encoding, bytes)).toEqual({ text, encoding: null })
  })

  test('is read up to the limit when it is longer', async () => {
    const noise = randomBytes(400_000).toString('base64')
    for (const [encoding, bytes] of [
      ['gzip', gzipSync(noise)],
      ['br', brotliCompressSync(noise)],
    ] as const)
      expect((await answered(encoding, bytes))?.text).toBe(noise.slice(0, 16 * 1024))
  })

  test('and would be very long is read up to the limit', async () => {
    const body = await answered('gzip', gzipSync('x'.repeat(50_000_000)))
    expect(body?.text).toBe('x'.repeat(16 * 1024))
  })

  test.each([
    ['gzip', gzipSync(text)],
    ['deflate', deflateSync(text)],
    ['deflate', deflateRawSync(text)],
    ['br', brotliCompressSync(text)],
  ])('as %s and truncated cannot be decoded', async (encoding, bytes) => {
    expect(await answered(encoding, bytes.subarray(0, -9))).toMatchObject({ encoding })
  })

  test.each([
    ['zstd', Buffer.from(text)],
    ['gzip', Buffer.from(text)],
  ])('as %s and undecodable fails with that reason', async (encoding, bytes) => {
    expect(await answered(encoding, bytes)).toEqual({ text, encoding })
  })
})

describe('a connection', () => {
  const connections = openConnections()
  afterAll(() => connections.close())
  const by = async (owner: string, url: string) =>
    send(openWeb({ timeout: 1000, allowPrivate: true }), {
      method: 'POST',
      url,
      header: {},
      body: '{}',
      keep: { connections, owner },
    })
  /** The source ports of the requests. */
  const ports = () => receiver.received.map(({ port }) => port)

  test('is reused only by its owner', async () => {
    for (const owner of ['one', 'one', 'other', 'one', 'other']) await by(owner, receiver.url)
    const [first, second, third, fourth, fifth] = ports()
    expect([second, fourth]).toEqual([first, first])
    expect(third).not.toBe(first)
    expect(fifth).toBe(third)
  })

  test('serves one request at a time', async () => {
    await Promise.all([by('many', receiver.url), by('many', receiver.url)])
    expect(new Set(ports()).size).toBe(2)
  })

  test('whose answer was not read to its end is not reused', async () => {
    receiver.on('/endless', (response) => void response.write('x'.repeat(2_000_000)))
    expect(await by('hurried', `${receiver.url}/endless`)).toMatchObject({ status: 200, failure: null })
    await by('hurried', receiver.url)
    expect(new Set(ports()).size).toBe(2)
  })

  test('that the receiver closes at the next request costs no attempt', async () => {
    let isClosing = false
    receiver.on('/closing', (response) => {
      if (isClosing) response.socket?.destroy()
      else response.end()
      isClosing = !isClosing
    })
    expect(await by('kept', `${receiver.url}/closing`)).toMatchObject({ status: 200 })
    const again = by('kept', `${receiver.url}/closing`)
    expect(await again).toMatchObject({ status: 200, failure: null })
    expect(new Set(ports()).size).toBe(2)
    expect(ports()).toHaveLength(3)
  })

  test('that is closed while it is new fails the attempt', async () => {
    receiver.on('/hangs-up', (response) => response.socket?.destroy())
    expect(await by('new', `${receiver.url}/hangs-up`)).toMatchObject({
      failure: { error_code: 'connection_closed' },
    })
    expect(ports()).toHaveLength(1)
  })
})

test('the status 304 is no redirect', async () => {
  receiver.on('/same', (response) => void response.writeHead(304).end())
  expect(await to({ allowPrivate: true }, `${receiver.url}/same`)).toMatchObject({
    status: 304,
    failure: { error_code: 'answer_status', error_detail: '304 Not Modified' },
  })
})
