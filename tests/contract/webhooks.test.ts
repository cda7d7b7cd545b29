import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api } from '#contract'
import { connectorsApi } from '#contract/connectors'
import { makeServer, type TestServer } from '../support/makeServer'
import { type Handler, type Receiver, startReceiver } from '../support/receiver'
import { aWebhook, forwards, type WebhookRoute } from '../support/webhooks'

let server: TestServer
/** A server that connects only to public addresses, with a timeout of 0.7 s. */
let careful: TestServer
let receiver: Receiver

beforeAll(async () => {
  receiver = await startReceiver()
  server = await makeServer({ deliveries: { allowPrivate: true } })
  const hosts = new Map([['receiver.invalid', { address: '127.0.0.1', port: receiver.port }]])
  careful = await makeServer({ deliveries: { hosts, timeout: 700 } })
})
afterAll(async () => {
  await server.stop()
  await careful.stop()
  await receiver.stop()
})

const to = (path: string, retry_delays: number[] = []) =>
  aWebhook(server, { transformation: forwards(receiver.url + path), retry_delays })

async function eventsOf({ space }: WebhookRoute, messageId: string, on = server) {
  const path = `/spaces/${space.id}/messages/${messageId}/events`
  const answer = await on.call('GET', path, { token: space.owner.token })
  return api.messages.events.answer.parse(await answer.json())
}

async function secretOf({ on }: WebhookRoute) {
  const { secret } = connectorsApi.secret.answer.parse(await (await on('GET', '/secret')).json())
  return Buffer.from(secret.replace('whsec_', ''), 'base64')
}

test('a message of a device arrives at the receiver, and has an event for it', async () => {
  const route = await to('/ok')
  const { id } = await route.send({ temperature: 21.5 })
  const [request] = await receiver.arrivals('/ok')
  expect(request).toMatchObject({ method: 'POST', body: '{"temperature":21.5}' })
  expect(request?.headers).toMatchObject({ 'content-type': 'application/json', 'user-agent': 'Spaceport' })
  const delivery = await route.settled('delivered')
  expect(delivery).toMatchObject({ message_id: id, attempts: 1, status: 204, error: null })
  expect(delivery.tries).toMatchObject([
    {
      attempt: 0,
      method: 'POST',
      url: `${receiver.url}/ok`,
      request_body: '{"temperature":21.5}',
      response_body: '',
    },
  ])
  expect(await eventsOf(route, id)).toMatchObject([
    {
      type: 'webhook.delivered',
      message_connector_id: route.connector.id,
      function_return: JSON.stringify({ url: `${receiver.url}/ok`, data: { temperature: 21.5 } }),
    },
  ])
})

test('the events of a message contain no credentials for a receiver', async () => {
  const url = receiver.url.replace('//', '//a-secret-name@')
  const route = await aWebhook(server, {
    transformation: `function main() { return { url: '${url}/secret', header: { authorization: 'Bearer a-secret' } } }`,
  })
  const { id } = await route.send({})
  const [request] = await receiver.arrivals('/secret')
  expect(request?.headers.authorization).toBe('Bearer a-secret')
  const answers = JSON.stringify([await route.settled('delivered'), await eventsOf(route, id)])
  expect(answers).toContain('***')
  expect(answers).not.toContain('a-secret')
})

test('a receiver can verify the sender of a request, and detect a repeated one', async () => {
  let failures = 2
  receiver.on('/signed', (response) => void response.writeHead(failures-- > 0 ? 500 : 200).end('noted'))
  const route = await to('/signed', [1, 1])
  await route.send({ text: 'žluťoučký kůň' })
  const delivery = await route.settled('delivered', 3)
  const requests = receiver.at('/signed')
  const secret = await secretOf(route)
  for (const { headers, body, at } of requests) {
    const { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signature } = headers
    expect(id).toBe(delivery.id)
    expect(Math.abs(Number(timestamp) * 1000 - at.getTime())).toBeLessThan(5000)
    const digest = createHmac('sha256', secret)
      .update(`${String(id)}.${String(timestamp)}.`)
      .update(body, 'utf8')
    expect(signature).toBe(`v1,${digest.digest('base64')}`)
  }
  expect(delivery.tries.map(({ attempt, status, error }) => [attempt, status, error])).toEqual([
    [0, 500, 'the receiver responded with 500 Internal Server Error'],
    [1, 500, 'the receiver responded with 500 Internal Server Error'],
    [2, 200, null],
  ])
})

describe('a delivery fails when', () => {
  test.each([
    [
      '/reset',
      (response) => void response.destroy(),
      null,
      'the connection was closed before the response was complete',
    ],
    [
      '/elsewhere',
      (response) => void response.writeHead(302, { Location: '/ok' }).end(),
      302,
      'the receiver responded with 302 Found; redirects are not followed',
    ],
    [
      '/lost',
      (response) => void response.writeHead(404).end('lost'),
      404,
      'the receiver responded with 404 Not Found',
    ],
  ] as const satisfies [string, Handler, number | null, string][])(
    'the receiver behaves as at %s',
    async (path, handler, status, error) => {
      receiver.on(path, handler)
      const route = await to(path)
      const { id } = await route.send()
      expect(await route.settled('failed')).toMatchObject({ status, error, next_attempt_at: null })
      expect(await eventsOf(route, id)).toMatchObject([{ type: 'webhook.failed' }])
    },
  )

  test.each([
    ['does not answer', '/hang', () => undefined],
    ['does not end its answer', '/slow', (response) => void response.writeHead(200).write('begins')],
  ] as const satisfies [string, string, Handler][])('the receiver %s', async (_, path, handler) => {
    receiver.on(path, handler)
    const transformation = forwards(`http://receiver.invalid${path}`)
    const route = await aWebhook(careful, { transformation })
    await route.send()
    expect(await route.settled('failed')).toMatchObject({ error_code: 'answer_late', error_detail: '0.7' })
    expect(receiver.at(path)).toHaveLength(1)
  })

  test('its address is not on the public internet', async () => {
    const route = await aWebhook(careful, { transformation: forwards(`${receiver.url}/private`) })
    const { id } = await route.send()
    const failure = {
      error:
        'not sent: 127.0.0.1 is not a public address; the setting ALLOW_PRIVATE_WEBHOOKS=1 of the server allows it',
      error_code: 'address_private',
      error_detail: '127.0.0.1',
    }
    const { tries, ...delivery } = await route.settled('failed')
    expect(delivery).toMatchObject({ status: null, ...failure })
    expect(tries).toMatchObject([failure])
    expect(await eventsOf(route, id, careful)).toMatchObject([{ body: failure }])
    expect(receiver.at('/private')).toEqual([])
  })

  test.each([
    ['throws', 'throw new TypeError("no such sensor")', 'TypeError: no such sensor (line 1)', null],
    [
      'returns no request',
      'return 5',
      'main(job) must return an object { method, url, header, data } or null',
      'request_none',
    ],
    [
      'returns an address that takes long to parse',
      `let host = ''
       for (let i = 0; i < 20000; i++) host += String.fromCharCode(0x4e00 + i)
       return { url: 'http://' + host.repeat(17) }`,
      'url is longer than 8 kB',
      'url_size',
    ],
    ['does not end', 'for (;;);', 'TimeoutError', 'function_late'],
  ])('the function %s', async (_, code, error, error_code) => {
    const route = await aWebhook(server, { transformation: `function main(job) { ${code} }` })
    await route.send()
    const { tries } = await route.settled('failed')
    expect(tries).toMatchObject([{ method: null, url: null, status: null, error_code }])
    expect(tries[0]?.error).toContain(error)
  })
})

test('the attempt is stored with any characters that a function logs, throws or returns', async () => {
  const odd = String.raw`'\u0000\ud800'`
  const throwing = `function main() { console.log(${odd}); throw new Error(${odd}) }`
  const failed = await aWebhook(server, { transformation: throwing })
  await failed.send()
  expect((await failed.settled('failed')).error).toMatch(/^Error: /)
  const returning = `function main() { return { url: '${receiver.url}/odd?' + ${odd}, data: ${odd} } }`
  const delivered = await aWebhook(server, { transformation: returning })
  await delivered.send()
  await delivered.settled('delivered')
})

test('null cancels a delivery, and the logs of the function are stored', async () => {
  const transformation = 'function main(job) { console.log("nothing new"); return null }'
  const route = await aWebhook(server, { transformation, retry_delays: [1] })
  const { id } = await route.send()
  const { tries } = await route.settled('cancelled')
  expect(tries).toMatchObject([{ method: null, error: null, next_attempt_at: null, logs: ['nothing new'] }])
  expect(await eventsOf(route, id)).toMatchObject([{ type: 'webhook.cancelled', function_return: 'null' }])
})

test('a receiver that was down gets the message later, with the code of that time', async () => {
  const gone = await startReceiver()
  await gone.stop()
  const route = await aWebhook(server, {
    transformation: forwards(`${gone.url}/late`),
    retry_delays: Array.from({ length: 9 }, () => 1),
  })
  const { id } = await route.send({ n: 1 })
  const { tries } = await route.settled('pending')
  expect(tries).toMatchObject([
    { status: null, error: 'the connection was refused', error_code: 'connection_refused' },
  ])
  expect(tries[0]?.next_attempt_at).not.toBeNull()
  await route.on('PUT', '', { ...route.connector, transformation: forwards(`${gone.url}/later`) })
  const back = await startReceiver({ port: gone.port })
  const [request] = await back.arrivals('/later')
  expect(request?.body).toBe('{"n":1}')
  const delivery = await route.settled('delivered')
  expect((await eventsOf(route, id)).map(({ type }) => type)).toEqual([
    ...delivery.tries.slice(1).map(() => 'webhook.retry'),
    'webhook.delivered',
  ])
  await back.stop()
})

test('the first 16 kB of a long answer are stored, as whole characters', async () => {
  receiver.on('/long', (response) => void response.end(`a${'ž'.repeat(20_000)}`))
  const route = await to('/long')
  await route.send()
  const { tries } = await route.settled('delivered')
  expect(tries[0]?.response_body).toBe(`a${'ž'.repeat(8191)}`)
})

test('a failed delivery can be retried, with the same id and the next number', async () => {
  let isUp = false
  receiver.on('/mended', (response) => void response.writeHead(isUp ? 200 : 503).end())
  const route = await to('/mended')
  await route.send()
  const { id } = await route.settled('failed')
  isUp = true
  expect((await route.on('POST', `/deliveries/${id}/retry`)).status).toBe(200)
  const { tries } = await route.settled('delivered', 2)
  expect(tries.map(({ attempt, status }) => [attempt, status])).toEqual([
    [0, 503],
    [1, 200],
  ])
  expect(receiver.at('/mended').map(({ headers }) => headers['webhook-id'])).toEqual([id, id])
})

test('an attempt has the headers of the response without secrets, and the version of the connector', async () => {
  receiver.on('/headers', (response) => {
    response.setHeader('Set-Cookie', ['a=1', 'b=2']).setHeader('X-Request-Id', 'abc 123')
    response.setHeader('X-Long', 'x'.repeat(9000)).end()
  })
  const route = await aWebhook(server, { transformation: forwards(`${receiver.url}/headers`) })
  await route.on('PUT', '', { name: 'renamed' })
  await route.send()
  const [attempt] = (await route.settled('delivered')).tries
  expect(attempt?.connector_version).toBe(2)
  expect(attempt?.response_headers).toEqual(
    expect.arrayContaining([
      { name: 'set-cookie', value: '***' },
      { name: 'x-request-id', value: 'abc 123' },
    ]),
  )
  expect(JSON.stringify(attempt?.response_headers).length).toBeLessThan(9000)
})
