import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { type Receiver, startReceiver } from '../../../tests/support/receiver'
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
/** Public, and nobody's: the network is not there, or nothing answers. */
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
  ])('that is called %s', async (host) => {
    const answer = await to({}, `http://${host}:${receiver.port}/`)
    const reason = expect.stringMatching(/^(address_private|host_unknown)$/)
    expect(answer).toMatchObject({ status: null, failure: { error_code: reason } })
    expect(receiver.received).toEqual([])
  })

  test('whose name has a private address, also beside a public one', async () => {
    const url = `http://hook.example:${receiver.port}/`
    const failure = {
      error: 'not sent: hook.example is not a public address',
      error_code: 'address_private',
      error_detail: 'hook.example',
    }
    expect(await to(resolving(LOOPBACK), url)).toEqual({
      status: null,
      body: null,
      failure,
      retryAfter: null,
    })
    expect(await to(resolving(NOWHERE, LOOPBACK), url)).toEqual({
      status: null,
      body: null,
      failure,
      retryAfter: null,
    })
    expect(receiver.received).toEqual([])
  })

  test('whose name changes: each connection asks once, and goes nowhere else', async () => {
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

test('a lab may have receivers of its own', async () => {
  expect(await to({ allowPrivate: true }, `http://localhost:${receiver.port}/`)).toMatchObject({
    status: 204,
  })
})

test('a host can be elsewhere than its name says, and is still called by it', async () => {
  const hosts = new Map([['receiver.invalid', { address: '127.0.0.1', port: receiver.port }]])
  expect(await to({ hosts }, 'http://receiver.invalid/demo')).toMatchObject({ status: 204, failure: null })
  expect(receiver.received).toMatchObject([{ path: '/demo', headers: { host: 'receiver.invalid' } }])
})

test('a name and a password in the address sign in', async () => {
  await to({ allowPrivate: true }, `http://me:s%20cret@127.0.0.1:${receiver.port}/`)
  const authorization = `Basic ${Buffer.from('me:s cret').toString('base64')}`
  expect(receiver.received).toMatchObject([{ headers: { authorization } }])
})

test('a receiver that speaks no TLS says so without the words of its library', async () => {
  const answer = await to({ allowPrivate: true }, `https://127.0.0.1:${receiver.port}/`)
  expect(answer.failure).toMatchObject({ error_code: 'connection_tls' })
})

test('what is no HTTP is no answer', async () => {
  receiver.on('/odd', (response) => void response.socket?.end('hello\r\n\r\n'))
  const answer = await to({ allowPrivate: true }, `${receiver.url}/odd`)
  expect(answer).toMatchObject({ status: null, body: null, failure: { error_code: 'answer_no_http' } })
})

test('a receiver that switches protocols has not answered', async () => {
  receiver.on('/switch', (response) => {
    response.socket?.write(
      'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: other\r\n\r\n',
    )
  })
  const answer = await to({ allowPrivate: true, timeout: 200 }, `${receiver.url}/switch`)
  expect(answer).toMatchObject({
    status: null,
    body: null,
    failure: { error: 'no complete answer within 0.2 s' },
  })
})
