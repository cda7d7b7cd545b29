import zlib, { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { expect, onTestFinished, test, vi } from 'vitest'
import { BODY_MAX_BYTES } from '#contract/common'
import { messagesApi } from '#contract/messages'
import { outcome } from '../support/answers'
import { aDevice } from '../support/builders'
import { serveSpace } from '../support/serve'

const { server, space } = await serveSpace()
const device = await aDevice(server, space)
const proof = { serial_number: device.serial_number, token: device.token }

const send = async (path: string, body: Uint8Array<ArrayBuffer>, encoding: string, token?: string) =>
  server.request(`/v2${path}`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      'Content-Encoding': encoding,
      ...(token !== undefined && { Authorization: `Bearer ${token}` }),
    },
    body,
  })
const textOf = (body: unknown) => JSON.stringify({ ...proof, type: 'data', body })
const zip = (text: string) => new Uint8Array(gzipSync(text))
const stored = async (id: string) =>
  (await server.db.$client.query('select body from message where id = $1', [id])).rows[0]

test.each(['gzip', 'GZIP', 'x-gzip'])('a device can send its message as %s', async (encoding) => {
  const body = { temperature: 21.5, text: 'ž'.repeat(5000) }
  const answer = await send('/devices/uplink', zip(textOf(body)), encoding)
  expect(answer.status).toBe(201)
  const { id } = messagesApi.uplink.answer.parse(await answer.json())
  expect(await stored(id)).toEqual({ body: JSON.stringify(body) })
})

test('a gateway can send its batch as gzip', async () => {
  const uplinks = Array.from({ length: 50 }, (_, n) => ({ ...proof, type: 'data', body: { n } }))
  const answer = await send('/devices/uplinks', zip(JSON.stringify({ uplinks })), 'gzip')
  expect(answer.status).toBe(201)
  expect(messagesApi.uplinks.answer.parse(await answer.json())).toHaveLength(50)
})

test.each<[what: string, body: Uint8Array<ArrayBuffer>, status: number, sentence: string]>([
  [
    'that unpacks to more than 1 MB',
    zip(`${' '.repeat(BODY_MAX_BYTES)}${textOf({})}`),
    413,
    'the body must have at most 1 MB when it is unpacked',
  ],
  [
    'that unpacks to very much',
    zip(' '.repeat(100 * BODY_MAX_BYTES)),
    413,
    'the body must have at most 1 MB when it is unpacked',
  ],
  [
    'that has too many levels',
    zip(textOf('x').replace('"x"', '['.repeat(101) + ']'.repeat(101))),
    400,
    'levels',
  ],
  ['that is cut off', zip(textOf({})).slice(0, -9), 400, 'the body is not valid gzip'],
  ['that is not compressed', new TextEncoder().encode(textOf({})), 400, 'the body is not valid gzip'],
  ['that is empty', new Uint8Array(), 400, 'the body is not valid gzip'],
  ['that holds no JSON', zip('{'), 400, 'JSON'],
])('a body %s is refused', async (_what, body, status, sentence) => {
  const before = process.memoryUsage().arrayBuffers
  expect(await outcome(await send('/devices/uplink', body, 'gzip'))).toEqual([
    status,
    expect.stringContaining(sentence),
  ])
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(20 * BODY_MAX_BYTES)
})

/** Counts bodies that are decompressed at the same time, and their maximum, until the test ends. */
function watchUnpacking() {
  const unpacking = { now: 0, most: 0 }
  const { gunzip } = zlib
  const spy = vi.spyOn(zlib, 'gunzip')
  onTestFinished(() => spy.mockRestore())
  spy.mockImplementation((...[body, options, done]: Parameters<typeof gunzip>) => {
    unpacking.most = Math.max(++unpacking.now, unpacking.most)
    gunzip(body, options, (...result) => {
      unpacking.now--
      done(...result)
    })
  })
  return unpacking
}

test('only a few bodies of an address are decompressed at a time, whoever sends them', async () => {
  const unpacking = watchUnpacking()
  const bomb = zip(' '.repeat(BODY_MAX_BYTES))
  const answers = await Promise.all(
    Array.from({ length: 40 }, async () => outcome(await send('/devices/uplink', bomb, 'gzip'))),
  )
  expect(new Set(answers.map(([status]) => status))).toEqual(new Set([400]))
  expect(unpacking.most).toBeGreaterThan(0)
  expect(unpacking.most).toBeLessThanOrEqual(3)
})

test.each<[encoding: string, pack: (text: string) => Buffer]>([
  ['br', brotliCompressSync],
  ['deflate', deflateSync],
  ['gzip, gzip', (text) => gzipSync(gzipSync(text))],
  ['zstd', (text) => Buffer.from(text)],
])('a message as %s is refused, with gzip as the alternative', async (encoding, pack) => {
  const answer = await send('/devices/uplink', new Uint8Array(pack(textOf({}))), encoding)
  expect([await outcome(answer.clone()), answer.headers.get('Accept-Encoding')]).toEqual([
    [415, 'the content encoding must be gzip, or none'],
    'gzip',
  ])
})

test('other calls refuse a compressed body, and say so', async () => {
  const body = zip(JSON.stringify({ name: 'a-tag', color: '#000000' }))
  const answer = await send(`/spaces/${space.id}/tags`, body, 'gzip', space.owner.token)
  expect([await outcome(answer.clone()), answer.headers.get('Accept-Encoding')]).toEqual([
    [415, 'the content encoding must be none: the body may not be compressed'],
    'identity',
  ])
  expect(await outcome(await send('/auth/login', body, 'gzip'))).toEqual([415, expect.anything()])
  const plain = await send(
    `/spaces/${space.id}/tags`,
    new TextEncoder().encode(JSON.stringify({ name: 'a-tag', color: '#000000' })),
    'identity',
    space.owner.token,
  )
  expect(plain.status).toBe(201)
})
