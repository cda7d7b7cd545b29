import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  type BatchJob,
  batchJobOf,
  type ConnectorInput,
  jobOf,
  type MessageJob,
  requestOf,
  type Subject,
} from '#contract/connectors'
import { startSandbox } from '../../server/services/sandbox'
import {
  DESTINATION_IDS,
  type DestinationId,
  destinationOf,
  initialOf,
} from '../../src/resources/connectors/destinations'
import en from '../../src/resources/connectors/destinations/messages.en'
import { messagesOf } from '../support/builders'
import { PRODUCTS, type Product, redirecting, TOKEN } from '../support/destinations'
import { wrongLine } from '../support/destinations/influxdb'
import { makeServer, type TestServer } from '../support/makeServer'
import { type Receiver, startReceiver } from '../support/receiver'
import { aWebhook } from '../support/webhooks'

const SERVER = 'https://product.example'
/** Payload of the webhook code for an empty alert. */
const POSTED: unknown = expect.stringContaining('"data":{}')
const AT = '2026-11-21T08:20:00.000Z'
const ID = '01890000-0000-7000-8000-000000000000'

const sandbox = startSandbox()
afterAll(() => sandbox.close())

const isOfMessages = (id: DestinationId): id is keyof typeof PRODUCTS => id in PRODUCTS
const IDS = DESTINATION_IDS.filter(isOfMessages)

const codeOf = (id: keyof typeof PRODUCTS, server: string) => {
  const destination = destinationOf(id)
  return destination.write({ ...initialOf(destination), ...PRODUCTS[id].filled(server) })
}

/** The variables that the code gets. */
const variablesOf = ({ filled, secret }: Product, server: string) => {
  const { secret: name } = filled(server)
  return name === undefined ? {} : { [name]: secret(server) }
}

const aDevice = ({ name, serial }: { name: string; serial: string }) => ({
  id: ID,
  name,
  serial_number: serial,
  session_id: 1,
  created_at: AT,
  label: {},
  tags: [],
})

const aMessage = (body: string) =>
  ({ id: ID, type: 'data', direction: 'up', created_at: AT, measured_at: null, body, raw: null }) as const

/** Request of the code for a job; null when nothing is sent. */
async function requestFor(id: keyof typeof PRODUCTS, job: MessageJob | BatchJob) {
  const outcome = await sandbox.run({ source: codeOf(id, SERVER), entry: 'main' }, JSON.stringify(job), {})
  if ('error' in outcome) throw new Error(outcome.error.message)
  const request = requestOf(outcome.value)
  if (request !== null && 'error' in request) throw new Error(request.error)
  return request
}

/** Answer of a product to its code's request for a job; null when nothing is sent. */
async function answerOf(id: keyof typeof PRODUCTS, job: MessageJob | BatchJob) {
  const request = await requestFor(id, job)
  if (request === null) return null
  const { pathname, search } = new URL(request.url)
  const headers = Object.fromEntries(
    Object.entries(request.header).map(([name, value]) => [name.toLowerCase(), value]),
  )
  return PRODUCTS[id].answer({
    method: request.method,
    path: pathname + search,
    headers,
    body: request.body ?? '',
  })
}

/** The same for a message. */
const answerTo = (id: keyof typeof PRODUCTS, body: string, names: { name: string; serial: string }) =>
  answerOf(
    id,
    jobOf({
      attempt: 0,
      spaceId: ID,
      message: aMessage(body),
      device: aDevice(names),
      connector: { id: ID },
      variables: variablesOf(PRODUCTS[id], SERVER),
    }),
  )

/** Creates a batch of messages. */
function batchFor(id: keyof typeof PRODUCTS, subjects: readonly Subject[]) {
  const variables = variablesOf(PRODUCTS[id], SERVER)
  const all = subjects.map((subject) => ({ ...subject, variables }))
  return batchJobOf({ attempt: 0, spaceId: ID, subjects: all, connector: { id: ID }, variables })
}

const PUMP = { name: 'pump-1', serial: '2159000001' }

/** Possible bodies, and whether they contain a number or a boolean. */
const BODIES: readonly [what: string, body: unknown, hasValues: boolean][] = [
  ['a reading', { thermometer: { temperature: 21.5, alarm: false } }, true],
  ['nothing', {}, false],
  ['nulls', { a: null, b: [null] }, false],
  ['texts only', { text: '<b>&amp; "quotes" \'single\' `ticks` ${x} \\', other: '*_~' }, false],
  ['nested lists', [[1, [2, [3]]], { deep: [{ deeper: [true] }] }], true],
  [
    'names with marks',
    {
      'a b,c=d"e\'f\\': 1,
      'line\nbreak\t': 2,
      '': 3,
      _hidden: 4,
      time: 5,
      '#': 6,
      'end\\': 7,
      'žluť ☃ 𝄞': 8,
    },
    true,
  ],
  ['huge and tiny numbers', { huge: 1.7e308, tiny: -5e-324, zero: -0, whole: Number.MAX_SAFE_INTEGER }, true],
  ['a number alone', 5, true],
  ['a text alone', '=HYPERLINK("x")', false],
  ['names of objects', { constructor: 1, toString: 2, hasOwnProperty: { a: 3 } }, true],
]

/** Values whose names become the same as those of others. */
const ALIKE: readonly unknown[] = [
  { 'a.b': 111, a: { b: 222 } },
  { a: { b: 111 }, 'a.b': 222 },
  { 'a.b.c': 111, 'a.b': { c: 222 } },
  { list: [111], 'list.0': 222 },
]

/** Formats of a time that products accept. */
const formsOf = (time: string) => [
  time,
  `${Date.parse(time)}`,
  `${Date.parse(time) / 1000}`,
  `${time.slice(0, 16).replace('T', ' ')} UTC`,
]

/** Destinations without a secret. */
const NO_SECRET = new Set<DestinationId>(['messages', 'withDevice'])

/** Destinations that send nothing without values. */
const NEEDS_VALUES = new Set<DestinationId>(['thingsboard', 'ubidots', 'datacake', 'influxdb', 'sheets'])

describe.each(IDS)('the code for %s', (id) => {
  test.each(BODIES)('sends %s so that the product accepts it', async (_, body, hasValues) => {
    const names = { name: '=cmd|"a", b\\', serial: 'A 1,2=3\\' }
    for (const given of [PUMP, names]) {
      const answer = await answerTo(id, JSON.stringify(body), given)
      const isSent = hasValues || !NEEDS_VALUES.has(id)
      const outcome = answer === null ? 'nothing' : answer.status < 300 ? 'taken' : answer.body
      expect(outcome).toBe(isSent ? 'taken' : 'nothing')
    }
  })

  test('sends any body with any names so that the product accepts it', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.json({ maxDepth: 4 }),
        // A path segment of a URL cannot be "." or "..".
        fc.string({ minLength: 1, maxLength: 40, unit: 'grapheme' }).filter((name) => !/^\.\.?$/.test(name)),
        async (body, name) => {
          const answer = await answerTo(id, body, { name, serial: name })
          expect(answer === null || (answer.status >= 200 && answer.status < 300), answer?.body).toBe(true)
        },
      ),
      { numRuns: 40 },
    )
  })

  test('sends a batch so that the product accepts it, with every message that has values', async () => {
    const pump = aDevice(PUMP)
    const all = BODIES.map(([, body]) => ({ message: aMessage(JSON.stringify(body)), device: pump }))
    expect(await answerOf(id, batchFor(id, all))).toMatchObject({
      status: expect.toSatisfy((one) => one < 300),
    })
    const [one] = all
    expect(await answerOf(id, batchFor(id, one ? [one] : []))).toMatchObject({
      status: expect.toSatisfy((status) => status < 300),
    })
  })

  test('sends the time of each measurement', async () => {
    if (id === 'messages') return
    const times = [1, 2, 3, 4, 5].map((minute) => `2026-11-21T07:0${minute}:00.000Z`)
    const all = times.map((measured_at) => ({
      message: { ...aMessage('{"level":1}'), measured_at },
      device: aDevice(PUMP),
    }))
    const { body } = (await requestFor(id, batchFor(id, all))) ?? {}
    for (const time of times)
      expect(
        formsOf(time).some((form) => body?.includes(form)),
        body ?? '',
      ).toBe(true)
  })

  test('is short, and contains no secret', () => {
    const code = codeOf(id, SERVER)
    expect(code.split('\n').filter((line) => line.trim() !== '').length).toBeLessThanOrEqual(62)
    expect(code).not.toContain(TOKEN)
    expect(Math.max(...code.split('\n').map((line) => line.length))).toBeLessThanOrEqual(140)
  })

  test('does not fail on an alert', async () => {
    const job = { message: null, device: null, alert: {}, variables: {} }
    const outcome = await sandbox.run({ source: codeOf(id, SERVER), entry: 'main' }, JSON.stringify(job), {})
    // The default code posts what it knows of the alert.
    expect(outcome).toMatchObject({ value: id === 'messages' ? POSTED : 'null' })
  })
})

test.each(['thingsboard', 'ubidots'] as const)(
  '%s makes the server halve a batch of several devices',
  async (id) => {
    const subjects = ['2159000001', '2159000002'].map((serial) => ({
      message: aMessage('{"level":1}'),
      device: aDevice({ name: 'pump', serial }),
    }))
    const { secret } = PRODUCTS[id].filled(SERVER)
    const job = batchFor(id, subjects)
    for (const [i, message] of job.messages.entries()) message.variables = { [secret ?? '']: `token-${i}` }
    await expect(requestFor(id, job)).rejects.toThrow('takes one device in a request')
  },
)

test('the test receiver refuses what InfluxDB refuses', () => {
  const lines = ['t,a=b c=1 1700000000000', 't,a=b\\  c=1 1700000000000', 't,a=b\\ c=1 1700000000000']
  expect(lines.map(wrongLine)).toEqual([null, null, 'tag value of a'])
  for (const line of [
    't,a= c=1 1700000000000',
    't c=Infinity 1700000000000',
    't _c=1 1700000000000',
    't c=1',
    't,a=b=c d=1 1700000000000',
  ])
    expect(wrongLine(line), line).not.toBeNull()
})

test('every destination has its texts', () => {
  expect(Object.keys(en.names)).toEqual(DESTINATION_IDS)
  expect(Object.keys(en.hints)).toEqual(DESTINATION_IDS)
})

describe('delivered by the server', () => {
  let server: TestServer
  let receiver: Receiver
  beforeAll(async () => {
    receiver = await startReceiver()
    server = await makeServer({ deliveries: { allowPrivate: true } })
  })
  afterAll(async () => {
    await server.stop()
    await receiver.stop()
  })

  /** Creates a connector whose receiver is the product. */
  async function aRoute(
    id: keyof typeof PRODUCTS,
    product: Product,
    values: Partial<ConnectorInput> = {},
    value = product.secret(receiver.url),
  ) {
    const route = await aWebhook(server, { transformation: codeOf(id, receiver.url), ...values })
    const { secret: name } = product.filled(receiver.url)
    if (name !== undefined) {
      const created = await server.call('POST', `/spaces/${route.space.id}/variables`, {
        token: route.space.owner.token,
        body: { name, value, for_connectors: true },
      })
      if (created.status !== 201) throw new Error(await created.text())
    }
    receiver.any((response, { method, path, headers, body }) => {
      const flat = Object.fromEntries(Object.entries(headers).map(([key, all]) => [key, all?.toString()]))
      const answered = product.answer({ method, path, headers: flat, body })
      response
        .writeHead(answered.status, answered.location ? { Location: answered.location } : {})
        .end(answered.body)
    })
    return route
  }

  test.each(IDS)('%s accepts every sample', async (id) => {
    const route = await aRoute(id, PRODUCTS[id])
    await messagesOf(
      server,
      route.device,
      BODIES.map(([, body]) => body),
    )
    await expect
      .poll(async () => (await route.deliveries()).filter(({ state }) => state === 'pending').length)
      .toBe(0)
    const deliveries = await route.deliveries()
    expect(
      deliveries.filter(({ state }) => state === 'failed').map(({ tries }) => tries[0]?.response_body),
    ).toEqual([])
    const sent = BODIES.filter(([, , hasValues]) => hasValues || !NEEDS_VALUES.has(id)).length
    expect(deliveries.filter(({ state }) => state === 'delivered')).toHaveLength(sent)
    expect(JSON.stringify(deliveries)).not.toContain(TOKEN)
  })

  /** Times of the points that InfluxDB got. */
  const pointTimes = () =>
    receiver.received.flatMap(({ body }) => body.split('\n').map((line) => line.split(' ').at(-1) ?? ''))

  test.each([
    ['one by one', null],
    ['in batches', 10],
  ])('InfluxDB keeps each of five simultaneous measurements, %s', async (_, batch_size) => {
    const route = await aRoute('influxdb', PRODUCTS['influxdb'], { batch_size, batch_seconds: 1 })
    receiver.received.length = 0
    const { serial_number, token } = route.device
    const send = async (times: readonly (string | undefined)[]) => {
      const uplinks = times.map((at, level) => ({ serial_number, token, type: 'data', at, body: { level } }))
      expect((await server.call('POST', '/devices/uplinks', { body: { uplinks } })).status).toBe(201)
    }
    const measured = [1, 2, 3, 4, 5].map((minute) => `2026-11-21T07:${minute}0:00.000Z`)
    await send(measured)
    await expect
      .poll(() => pointTimes().toSorted())
      .toEqual(measured.map((time) => expect.stringMatching(`^${Date.parse(time)}`)))
    receiver.received.length = 0
    await send(measured.map(() => undefined))
    await expect.poll(() => new Set(pointTimes()).size).toBe(5)
  })

  test.each(IDS.filter((id) => !NO_SECRET.has(id)))('%s refuses a wrong secret', async (id) => {
    const product = PRODUCTS[id]
    const route = await aRoute(id, product, {}, product.secret(receiver.url).replace(TOKEN, 'another-token'))
    await route.send({ level: 1 })
    const { status } = await route.settled('failed')
    expect(status).toSatisfy((code) => [401, 403, 404].includes(Number(code)))
  })

  test.each(IDS.filter((id) => !NO_SECRET.has(id)))('%s gets nothing without its secret', async (id) => {
    const route = await aWebhook(server, { transformation: codeOf(id, receiver.url) })
    const before = receiver.received.length
    await route.send({ level: 1 })
    // A device that does not exist in ThingsBoard yet has no token.
    await route.settled(id === 'thingsboard' ? 'cancelled' : 'failed')
    expect(receiver.received).toHaveLength(before)
  })

  test('an Apps Script that answers with ContentService redirects, which is a failure', async () => {
    const route = await aRoute('sheets', redirecting)
    await route.send({ level: 1 })
    expect(await route.settled('failed')).toMatchObject({ status: 302, error_code: 'answer_redirect' })
  })
})

test.each(IDS)('%s gets all values whose names become the same', async (id) => {
  for (const body of ALIKE) {
    const job = jobOf({
      attempt: 0,
      spaceId: ID,
      message: aMessage(JSON.stringify(body)),
      device: aDevice(PUMP),
      connector: { id: ID },
      variables: variablesOf(PRODUCTS[id], SERVER),
    })
    const sent = (await requestFor(id, job))?.body ?? ''
    expect([sent.includes('111'), sent.includes('222')]).toEqual([true, true])
  }
})
