import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { HIDDEN } from '#contract/audit'
import { type ConnectorInput, connectorsApi, statisticsSchema } from '#contract/connectors'
import { startBroker, startBroker5, startRawBroker, type TestBroker } from '../support/broker'
import { aConnector, aKey, aSpace } from '../support/builders'
import { makeServer, type TestServer } from '../support/makeServer'
import { operationCalls } from '../support/operations'
import { aWebhook } from '../support/webhooks'

/** Milliseconds in which a broker must confirm. */
const TIMEOUT = 1500

let server: TestServer
let broker: TestBroker

beforeAll(async () => {
  broker = await startBroker({
    authenticate: (_client, username, password, done) => {
      const isKnown = username === undefined || (username === 'post' && String(password) === 'a-password')
      const refusal = Object.assign(new Error('no'), { returnCode: 4 })
      done(isKnown ? null : refusal, isKnown)
    },
    authorizePublish: (_client, { topic }, done) => done(topic === 'forbidden' ? new Error('no') : null),
  })
  server = await makeServer({ deliveries: { allowPrivate: true, timeout: TIMEOUT } })
})
afterAll(async () => {
  await server.stop()
  await broker.stop()
})

const publishes = (topic: string, more = '') =>
  `function main(job) { return { topic: ${JSON.stringify(topic)}, data: job.message.body${more} } }`

const to = (topic: string, values: Partial<ConnectorInput> = {}) =>
  aWebhook(server, {
    type: 'mqtt',
    broker_url: broker.url,
    transformation: publishes(topic),
    ...values,
  })

describe('a message of a device', () => {
  test('is published to the broker, and its attempt says so', async () => {
    const route = await to('cellar/21')
    await route.send({ temperature: 21.5 })
    expect(await broker.arrivals('cellar/21')).toMatchObject([
      { payload: '{"temperature":21.5}', qos: 1, retain: false },
    ])
    const delivery = await route.settled('delivered')
    expect(delivery).toMatchObject({ attempts: 1, status: null, error: null })
    expect(delivery.tries).toMatchObject([
      {
        method: 'PUBLISH',
        url: `${broker.url}/cellar/21`,
        request_body: '{"temperature":21.5}',
        response_body: null,
      },
    ])
    const statistics = statisticsSchema.parse(await (await route.on('GET', '/statistics')).json())
    expect(statistics.summaries.at(-1)).toMatchObject({ success: 1, failed: 0 })
  })

  test('is published with the options of the function: raw text, retained, QoS 0', async () => {
    const transformation = `function main() { return { topic: 'kept', payload: 'on', qos: 0, retain: true } }`
    const route = await to('kept', { transformation })
    await route.send()
    expect(await broker.arrivals('kept')).toMatchObject([{ payload: 'on', qos: 0, retain: true }])
    await route.settled('delivered')
  })

  test('is not published when the function returns null', async () => {
    const route = await to('none', { transformation: 'function main() { return null }' })
    await route.send()
    expect(await route.settled('cancelled')).toMatchObject({ status: null, error: null })
  })

  test('shares the connection of its connector with others', async () => {
    const route = await to('many', { broker_client_id: 'the-one' })
    for (let i = 0; i < 12; i++) await route.send({ i })
    await broker.arrivals('many', 12)
    expect(broker.clients.filter((id) => id === 'the-one')).toHaveLength(1)
  })
})

describe('a broker that requires authentication', () => {
  test('gets the name and the password, which nobody can read afterwards', async () => {
    const route = await to('named', { broker_username: 'post', broker_password: 'a-password' })
    await route.send()
    await broker.arrivals('named')
    const delivery = await route.settled('delivered')
    const connector = await (await route.on('GET', '')).json()
    expect(connector).toMatchObject({ broker_username: 'post', has_broker_password: true })
    const path = `/spaces/${route.space.id}/audit`
    const log = await (await server.call('GET', path, { token: route.space.owner.token })).text()
    expect(log).toContain(`"broker_password": "${HIDDEN}"`)
    expect(JSON.stringify([delivery, connector, log, server.logged])).not.toContain('a-password')
  })

  test('refuses a wrong password, and the attempt says why', async () => {
    const route = await to('named', { broker_username: 'post', broker_password: 'another' })
    await route.send()
    expect(await route.settled('failed')).toMatchObject({ error_code: 'broker_login' })
  })

  test('gets the new password after a change', async () => {
    const route = await to('renamed', {
      broker_username: 'post',
      broker_password: 'another',
      retry_delays: [1, 1, 1, 1, 1],
    })
    await route.send()
    await route.settled('pending', 1)
    const change = { broker_password: 'a-password' }
    expect((await route.on('PUT', '', change)).status).toBe(200)
    await broker.arrivals('renamed')
  })
})

describe('a failure of the broker', () => {
  test('to accept connections is retried until it is back, and the message arrives', async () => {
    const first = await startBroker()
    const { port } = first
    const route = await to('back', { broker_url: first.url, retry_delays: [1, 1, 1, 1, 1, 1, 1, 1, 1] })
    await route.send({ before: true })
    await first.arrivals('back')
    await first.stop()
    await route.send({ before: false })
    const { deliveries } = route
    const failed = async () =>
      (await deliveries()).find(({ error_code }) => error_code === 'connection_refused')
    while (!(await failed())) await new Promise((resolve) => setTimeout(resolve, 50))
    const second = await startBroker({ port })
    expect(await second.arrivals('back')).toMatchObject([{ payload: '{"before":false}' }])
    await second.stop()
  })

  test('between two messages costs no attempt', async () => {
    const first = await startBroker()
    const route = await to('anew', { broker_url: first.url })
    await route.send({ i: 0 })
    await first.arrivals('anew')
    await first.stop()
    const second = await startBroker({ port: first.port })
    await route.send({ i: 1 })
    await second.arrivals('anew')
    const attempts = async () => (await route.deliveries()).map((delivery) => delivery.attempts)
    await expect.poll(attempts).toEqual([1, 1])
    await second.stop()
  })

  test('to confirm in time fails the attempt, and the message is sent again', { tags: 'heavy' }, async () => {
    let published = 0
    const silent = await startRawBroker((packet, socket) => {
      // CONNECT is answered by CONNACK, and the second PUBLISH by PUBACK.
      if (packet[0] === 0x10) return void socket.write(Buffer.from([0x20, 2, 0, 0]))
      if ((packet[0] ?? 0) >> 4 !== 3) return
      published++
      const id = packet.subarray(4 + 'slow'.length, 6 + 'slow'.length)
      if (published > 1) socket.write(Buffer.concat([Buffer.from([0x40, 2]), id]))
    })
    const route = await to('slow', { broker_url: silent.url, retry_delays: [1] })
    await route.send()
    const delivery = await route.settled('delivered', 2)
    expect(delivery.tries[0]).toMatchObject({ error_code: 'broker_late', error_detail: '1.5' })
    expect(published).toBe(2)
    await silent.stop()
  })

  test.each([
    ['that never answers', () => undefined, 'connection_late'],
    ['that speaks another language', 'HTTP/1.1 400 Bad Request\r\n\r\n', 'broker_no_mqtt'],
    [
      'that talks without end',
      Buffer.concat([Buffer.from([0x30, 0xff, 0xff, 0x7f]), Buffer.alloc(99_999)]),
      'broker_no_mqtt',
    ],
    ['that is not available', Buffer.from([0x20, 2, 0, 3]), 'broker_away'],
    ['that does not allow it', Buffer.from([0x20, 2, 0, 5]), 'broker_forbidden'],
    ['that speaks another version', Buffer.from([0x20, 2, 0, 1]), 'broker_refused'],
    ['that hangs up', null, 'connection_closed'],
  ])('%s is named', async (_, answer, code) => {
    const other = await startRawBroker((_packet, socket) => {
      if (answer === null) return socket.end()
      if (typeof answer !== 'function') socket.write(answer)
    })
    const route = await to('x', { broker_url: other.url })
    await route.send()
    expect(await route.settled('failed')).toMatchObject({ status: null, error_code: code })
    await other.stop()
  })

  test('to allow the topic of one message fails only that message', async () => {
    const route = await to('x', {
      transformation: 'function main(job) { return { topic: job.message.body.topic } }',
    })
    const topics = ['forbidden', 'beside/1', 'beside/2', 'beside/3']
    await Promise.all(topics.map((topic) => route.send({ topic })))
    await Promise.all(topics.slice(1).map((topic) => broker.arrivals(topic)))
    await expect
      .poll(async () =>
        (await route.deliveries()).map(({ state, attempts }) => `${state} ${attempts}`).toSorted(),
      )
      .toEqual(['delivered 1', 'delivered 1', 'delivered 1', 'failed 1'])
  })

  test('to answer fails all messages that wait for the connection', async () => {
    const silent = await startRawBroker(() => undefined)
    const route = await to('x', { broker_url: silent.url })
    await route.send({ i: 0 })
    await new Promise((resolve) => setTimeout(resolve, TIMEOUT / 2))
    await route.send({ i: 1 })
    await expect
      .poll(async () => (await route.deliveries()).map(({ error_code }) => error_code))
      .toEqual(['connection_late', 'connection_late'])
    await silent.stop()
  })

  test('to allow a topic fails the delivery', async () => {
    const route = await to('forbidden')
    await route.send()
    expect(await route.settled('failed')).toMatchObject({ error_code: 'connection_closed' })
  })

  test('makes the connector wait after five messages, which use up no retry', async () => {
    const gone = await startBroker()
    await gone.stop()
    const route = await to('x', { broker_url: gone.url, retry_delays: [60] })
    for (let i = 0; i < 5; i++) await route.send({ i })
    const { operation } = operationCalls(route)
    while ((await operation()).state !== 'waiting') await new Promise((resolve) => setTimeout(resolve, 50))
    expect((await operation()).reason).toMatchObject({ error_code: 'connection_refused' })
  })
})

describe('a broker of MQTT 5', () => {
  const byTopic = {
    transformation: 'function main(job) { return { topic: job.message.body.topic, data: 1 } }',
  }

  test('is addressed in its version, and accepts messages', async () => {
    const five = await startBroker5({ said: { 'nobody/listens': { reason: 16 } } })
    const route = await to('x', { ...byTopic, broker_url: five.url })
    await route.send({ topic: 'nobody/listens' })
    await route.settled('delivered')
    expect(five.versions).toEqual([5])
    await five.stop()
  })

  test.each([
    ['a topic that it does not allow', { reason: 135 }, 'broker_topic', null],
    ['a message that is too large', { reason: 149 }, 'broker_size', null],
    ['a message for another reason', { reason: 151 }, 'broker_message', '151'],
    ['a message by hanging up', { reason: 149, isEnd: true }, 'broker_size', null],
  ])('refuses %s, but no other message', async (_, refusal, code, detail) => {
    const five = await startBroker5({ said: { refused: refusal } })
    const route = await to('x', { ...byTopic, broker_url: five.url, retry_delays: [60] })
    for (let i = 0; i < 5; i++) await route.send({ topic: 'refused' })
    await route.send({ topic: 'taken' })
    const states = async () =>
      (await route.deliveries()).map(({ state, attempts }) => `${state} ${attempts}`).toSorted()
    await expect.poll(states).toEqual(['delivered 1', ...Array.from({ length: 5 }, () => 'pending 1')])
    const refused = (await route.deliveries()).filter(({ state }) => state === 'pending')
    for (const one of refused) expect(one).toMatchObject({ error_code: code, error_detail: detail })
    // The broker is available, so the connector does not wait.
    expect(await operationCalls(route).operation()).toMatchObject({ state: 'on' })
    await five.stop()
  })

  test('gets no message above the size that it has announced', async () => {
    const five = await startBroker5({ maximumPacketSize: 100 })
    const route = await to('large', {
      broker_url: five.url,
      transformation: `function main() { return { topic: 'large', data: 'x'.repeat(100) } }`,
    })
    await route.send()
    expect(await route.settled('failed')).toMatchObject({ error_code: 'broker_size' })
    expect(five.topics).toEqual([])
    await five.stop()
  })

  test.each([
    [133, 'broker_client_id'],
    [134, 'broker_login'],
    [135, 'broker_forbidden'],
    [137, 'broker_away'],
    [151, 'broker_refused'],
  ])('that refuses the connection with the code %i says why', async (connack, code) => {
    const five = await startBroker5({ connack })
    const route = await to('x', { broker_url: five.url })
    await route.send()
    expect(await route.settled('failed')).toMatchObject({ error_code: code })
    await five.stop()
  })

  test('that was replaced by an older one is addressed in the older version', async () => {
    const versions: number[] = []
    const old = await startRawBroker((packet, socket) => {
      const [type = 0] = packet
      // The version follows the length and the name.
      if (type === 0x10) versions.push(packet[8] ?? 0)
      if (type === 0x10) socket.write(Buffer.from([0x20, 2, 0, versions.at(-1) === 4 ? 0 : 1]))
      if (type >> 4 === 3) socket.write(Buffer.concat([Buffer.from([0x40, 2]), packet.subarray(5, 7)]))
    })
    const route = await to('x', { broker_url: old.url })
    await route.send()
    await route.settled('delivered')
    expect(versions).toEqual([5, 4])
    // Another connection remembers the version.
    await route.on('PUT', '', { broker_username: 'post' })
    await route.send()
    await expect
      .poll(async () => (await route.deliveries()).map(({ state }) => state))
      .toEqual(['delivered', 'delivered'])
    expect(versions).toEqual([5, 4, 4])
    await old.stop()
  })
})

test('a private address is refused, as a number and as a name', async () => {
  const careful = await makeServer({ deliveries: { timeout: 700 } })
  for (const host of ['127.0.0.1', '[::1]', '2130706433', '0x7f.1', 'localhost', 'broker.lan']) {
    const route = await aWebhook(careful, {
      type: 'mqtt',
      broker_url: broker.url.replace('127.0.0.1', host),
      transformation: publishes('private'),
    })
    await route.send()
    expect(await route.settled('failed')).toMatchObject({ error_code: 'address_private' })
  }
  expect(broker.published.filter(({ topic }) => topic === 'private')).toEqual([])
  await careful.stop()
})

test('a result that cannot be published fails the delivery', async () => {
  const route = await to('cellar/+')
  await route.send()
  expect(await route.settled('failed')).toMatchObject({ error_code: 'topic_wildcard' })
})

test('values of variables are masked in the topic, the payload and the event', async () => {
  const route = await to('x', {
    transformation: `function main({ variables }) {
      return { topic: 'secret/' + variables.TOKEN, data: { token: variables.TOKEN } } }`,
  })
  const variable = { name: 'TOKEN', value: 'very-secret', environment: 'live', for_connectors: true }
  const path = `/spaces/${route.space.id}/variables`
  const added = await server.call('POST', path, { token: route.space.owner.token, body: variable })
  expect(added.status).toBe(201)
  await route.send()
  await broker.arrivals('secret/very-secret')
  const delivery = await route.settled('delivered')
  expect(delivery.tries).toMatchObject([{ url: `${broker.url}/secret/***`, request_body: '{"token":"***"}' }])
})

test('a key that does not read variables cannot send them, or the password, to another broker', async () => {
  const route = await to('x', { broker_username: 'post', broker_password: 'a-password' })
  const { space, connector } = route
  const variable = { name: 'TOKEN', value: 'very-secret', environment: 'live', for_connectors: true }
  await server.call('POST', `/spaces/${space.id}/variables`, { token: space.owner.token, body: variable })
  const key = await aKey(server, space, {
    permissions: ['space:connector:read', 'space:connector:update', 'space:variable:read'],
  })
  const path = `/spaces/${space.id}/connectors/${connector.id}`
  const put = async (body: object) => (await server.call('PUT', path, { key: key.id, body })).status
  expect(await put({ broker_url: 'mqtt://mine.example.com' })).toBe(403)
  expect(await put({ name: 'renamed', broker_url: broker.url })).toBe(200)
})

test('a test is not retained at the broker, and its address is shortened', async () => {
  const topic = `kept/${'x'.repeat(9000)}`
  const route = await to('x', {
    transformation: `function main() { return { topic: '${topic}', retain: true } }`,
  })
  const { id } = await route.send()
  await route.settled('delivered')
  expect((await route.on('POST', '/test', { message_id: id })).status).toBe(201)
  expect(await broker.arrivals(topic, 2)).toMatchObject([{ retain: true }, { retain: false }])
  const lastUrl = async () => (await route.deliveries()).at(0)?.tries.at(-1)?.url
  await expect.poll(lastUrl).toMatch(/^mqtt:.{8000,8200}…$/)
})

describe('the fields of a broker', () => {
  const create = async (values: Partial<ConnectorInput>) => {
    const space = await aSpace(server)
    return aConnector(server, space, values).then(
      () => 'created',
      (error: unknown) => String(error),
    )
  }

  test.each<[Partial<ConnectorInput>, string]>([
    [
      { type: 'webhook', broker_url: 'mqtt://broker.example.com' },
      'broker_url is for connectors of type mqtt',
    ],
    [{ broker_password: 'x' }, 'broker_password is for connectors of type mqtt'],
    [{ type: 'mqtt' }, 'broker_url is required'],
    [{ type: 'mqtt', broker_url: 'https://broker.example.com' }, 'broker_url must be an address'],
    [{ type: 'mqtt', broker_url: 'mqtt://a:b@broker.example.com' }, 'broker_url must be an address'],
    [{ type: 'mqtt', broker_url: 'mqtt://broker.example.com/path' }, 'broker_url must be an address'],
    [
      { type: 'mqtt', broker_url: 'mqtt://broker.example.com', broker_password: 'x' },
      'broker_password needs broker_username',
    ],
  ])('%j are refused', async (values, error) => {
    expect(await create(values)).toContain(error)
  })

  test('stay when a client does not send them, and the type cannot change', async () => {
    const route = await to('kept', { broker_username: 'post', broker_password: 'a-password' })
    const { name, direction, triggers, transformation } = route.connector
    const put = (body: object) => route.on('PUT', '', body)
    expect((await put({ name, direction, triggers, transformation })).status).toBe(200)
    const refused = await put({ type: 'webhook' })
    expect([refused.status, await refused.text()]).toEqual([400, expect.stringContaining('type cannot be')])
    const connector = connectorsApi.get.answer.parse(await (await route.on('GET', '')).json())
    expect(connector).toMatchObject({
      type: 'mqtt',
      broker_url: broker.url,
      broker_username: 'post',
      has_broker_password: true,
    })
  })

  test('never send a stored password to another host or scheme, unless it is given again', async () => {
    const route = await to('kept', { broker_username: 'post', broker_password: 'a-password' })
    const put = async (body: object) => {
      const answer = await route.on('PUT', '', body)
      return [answer.status, answer.ok ? null : await answer.text()]
    }
    const asked = [400, 'broker_password must be sent again, because broker_url has another host or scheme']
    const elsewhere = { broker_url: 'mqtt://elsewhere.example.com' }
    expect(await put(elsewhere)).toEqual(asked)
    expect(await put({ ...elsewhere, broker_username: 'another' })).toEqual(asked)
    expect(await put({ broker_url: broker.url.replace('mqtt:', 'mqtts:') })).toEqual(asked)
    expect(await put({ broker_url: broker.url.replace('mqtt:', 'MQTT:') })).toEqual([200, null])
    const connector = await (await route.on('GET', '')).json()
    expect(connector).toMatchObject({ broker_username: 'post', has_broker_password: true })
    expect(await put({ ...elsewhere, broker_password: 'a-password' })).toEqual([200, null])
    expect(await put({ broker_url: broker.url, broker_username: null })).toEqual([200, null])
  })

  test('cannot return to another host by undoing a change without a password', async () => {
    const route = await to('undone', { broker_url: 'mqtt://elsewhere.example.com', broker_username: 'post' })
    await route.on('PUT', '', { broker_url: broker.url })
    const { token } = route.space.owner
    const path = `/spaces/${route.space.id}/audit`
    const [entry] = JSON.parse(await (await server.call('GET', `${path}?limit=1`, { token })).text())
    await route.on('PUT', '', { broker_password: 'a-password' })
    expect((await server.call('POST', `${path}/${entry.id}/undo`, { token })).status).toBe(400)
    const connector = await (await route.on('GET', '')).json()
    expect(connector).toMatchObject({ broker_url: broker.url, has_broker_password: true })
  })

  test('cannot have a password without a name', async () => {
    const route = await to('kept', { broker_username: 'post', broker_password: 'a-password' })
    await route.on('PUT', '', { broker_username: null })
    const connector = await (await route.on('GET', '')).json()
    expect(connector).toMatchObject({ broker_username: null, has_broker_password: false })
  })

  test('get their former values by an undo, and the password stays', async () => {
    const route = await to('undone', { broker_username: 'post', broker_password: 'a-password' })
    await route.on('PUT', '', { broker_url: broker.url.replace(/\d+$/, '1') })
    const { token } = route.space.owner
    const path = `/spaces/${route.space.id}/audit`
    const [entry] = JSON.parse(await (await server.call('GET', `${path}?limit=1`, { token })).text())
    expect((await server.call('POST', `${path}/${entry.id}/undo`, { token })).status).toBe(200)
    await route.send()
    await broker.arrivals('undone')
  })

  test('cannot be restored when the log does not have the password', async () => {
    const route = await to('undone', { broker_username: 'post', broker_password: 'a-password' })
    await route.on('PUT', '', { broker_password: 'another' })
    const { token } = route.space.owner
    const path = `/spaces/${route.space.id}/audit`
    const [entry] = JSON.parse(await (await server.call('GET', `${path}?limit=1`, { token })).text())
    expect(entry.after).toEqual({ broker_password: HIDDEN })
    expect((await server.call('POST', `${path}/${entry.id}/undo`, { token })).status).toBe(409)
  })
})
