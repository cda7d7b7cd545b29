import { describe, expect, test } from 'vitest'
import { type Connector, connectorEntity, connectorsApi, DEFAULT_RETRY_DELAYS } from '#contract/connectors'
import { nameTaken } from '#contract/entity'
import { timeOf } from '../../server/services/common/ids'
import { outcome } from '../support/answers'
import { aConnector, aSpace, aTag, connectorInput } from '../support/builders'
import { callDuring } from '../support/meanwhile'
import { serveSpace } from '../support/serve'

const UNKNOWN = '01890000-0000-7000-8000-000000000000'
const NOW = new Date('2026-11-21T08:20:00.000Z')
const { server, space } = await serveSpace({ now: () => NOW })

const on = async (method: string, path = '', body?: unknown, { id, owner } = space) =>
  server.call(method, `/spaces/${id}/connectors${path}`, { token: owner.token, body })

async function read({ id }: Connector): Promise<Connector> {
  return connectorsApi.get.answer.parse(await (await on('GET', `/${id}`)).json())
}

const list = async (of = space) =>
  connectorsApi.list.answer.parse(await (await on('GET', '?limit=1000', undefined, of)).json())

test('a connector is created with its tags, is enabled, and has the usual retry delays', async () => {
  const tag = await aTag(server, space)
  const body = connectorInput({ tags: [tag, { id: tag.id.toUpperCase() }], triggers: ['data', 'codec'] })
  const answer = await on('POST', '', body)
  expect(answer.status).toBe(201)
  const created = connectorsApi.create.answer.parse(await answer.json())
  expect(created).toEqual({
    ...body,
    id: expect.any(String),
    created_at: NOW.toISOString(),
    enabled: true,
    state: 'enabled',
    tags: [tag],
    retry_delays: DEFAULT_RETRY_DELAYS,
    retry_delay: null,
    signed_twice_until: null,
    max_rate: null,
    max_parallel: null,
    order: 'any',
    batch_size: null,
    batch_seconds: 10,
    batch_results: false,
    broker_url: null,
    broker_username: null,
    broker_client_id: null,
    has_broker_password: false,
    client_certificate: null,
    operation: {
      state: 'on',
      since: null,
      reason: null,
      waiting: null,
      oldest_at: null,
      pending: { count: 0, oldest_at: null, retrying: null, next_attempt_at: null },
      until: null,
      // oxlint-disable-next-line unicorn/no-thenable -- a field of the API, and never a function
      then: null,
      probe_at: null,
      skipping: null,
      cancelled_since: null,
      has_told_alert: false,
    },
    version: 1,
  })
  expect(timeOf(created.id)).toEqual(NOW)
  expect(await read(created)).toEqual(created)
})

test('connectors are listed by name', async () => {
  const other = await aSpace(server)
  const zebra = await aConnector(server, other, { name: 'zebra' })
  const aspen = await aConnector(server, other, { name: 'aspen' })
  expect(await list(other)).toEqual([aspen, zebra])
})

test('delays of zero or less are dropped', async () => {
  const connector = await aConnector(server, space, { retry_delays: [-5, 30, 0, 60] })
  expect(connector.retry_delays).toEqual([30, 60])
  expect((await aConnector(server, space, { retry_delays: [] })).retry_delays).toEqual([])
})

test('an update replaces the given fields, and keeps the state and the delays otherwise', async () => {
  const [one, two] = [await aTag(server, space), await aTag(server, space)]
  const connector = await aConnector(server, space, { tags: [one], enabled: false, retry_delays: [5] })
  const body = connectorInput({
    name: 'renamed',
    direction: 'down',
    triggers: ['shell', 'config'],
    tags: [two],
    transformation: '',
  })
  const answer = await on('PUT', `/${connector.id}`, body)
  expect(answer.status).toBe(200)
  const updated = connectorsApi.update.answer.parse(await answer.json())
  expect(updated).toEqual({ ...connector, ...body, version: 2 })
  expect(await read(connector)).toEqual(updated)
  const again = await on('PUT', `/${connector.id}`, { ...body, enabled: true, retry_delays: [7, 8] })
  expect(await again.json()).toMatchObject({ enabled: true, retry_delays: [7, 8] })
})

test('a deleted connector is not found', async () => {
  const connector = await aConnector(server, space, { tags: [await aTag(server, space)] })
  expect((await on('DELETE', `/${connector.id}`)).status).toBe(204)
  expect((await on('GET', `/${connector.id}`)).status).toBe(404)
  expect((await on('DELETE', `/${connector.id}`)).status).toBe(404)
})

describe('the name of a connector', () => {
  const refused = [409, nameTaken(connectorEntity)]

  test('is unique in its space, for new and for renamed connectors', async () => {
    const [taken, other] = [await aConnector(server, space), await aConnector(server, space)]
    const before = await list()
    expect(await outcome(await on('POST', '', connectorInput({ name: taken.name })))).toEqual(refused)
    const renamed = connectorInput({ name: taken.name })
    expect(await outcome(await on('PUT', `/${other.id}`, renamed))).toEqual(refused)
    expect(await list()).toEqual(before)
    expect((await on('PUT', `/${taken.id}`, renamed)).status).toBe(200)
    expect((await aConnector(server, await aSpace(server), { name: taken.name })).name).toBe(taken.name)
  })

  test('is taken once when many ask for it at once', async () => {
    const { name } = connectorInput()
    const other = await aConnector(server, space)
    const answers = await Promise.all([
      ...Array.from({ length: 4 }, async () => on('POST', '', connectorInput({ name }))),
      on('PUT', `/${other.id}`, connectorInput({ name })),
    ])
    const statuses = answers.map(({ status }) => status).toSorted((a, b) => a - b)
    expect([
      [200, 409, 409, 409, 409],
      [201, 409, 409, 409, 409],
    ]).toContainEqual(statuses)
    expect((await list()).filter((connector) => connector.name === name)).toHaveLength(1)
  })

  test('is changed without blocking a deletion of the space', async () => {
    const doomed = await aSpace(server)
    const connector = await aConnector(server, doomed)
    const renamed = await callDuring(
      server,
      (client) => client.query('select from space where id = $1 for update', [doomed.id]),
      () =>
        server.call('PUT', `/spaces/${doomed.id}/connectors/${connector.id}`, {
          token: doomed.owner.token,
          body: connectorInput(),
        }),
      (client) => client.query('delete from space where id = $1', [doomed.id]),
    )
    expect(renamed.status).toBe(404)
  })

  test('that two already share is kept, and can be changed', async () => {
    const [one, two] = [await aConnector(server, space), await aConnector(server, space)]
    await server.db.$client.query('update connector set name = $1 where id = $2', [one.name, two.id])
    expect(
      (await on('PUT', `/${two.id}`, connectorInput({ name: one.name, direction: 'down' }))).status,
    ).toBe(200)
    expect((await on('PUT', `/${two.id}`, connectorInput())).status).toBe(200)
  })
})

const ONE: [method: string, path: string][] = [
  ['GET', ''],
  ['PUT', ''],
  ['DELETE', ''],
  ['GET', '/statistics'],
  ['GET', '/operation'],
  ['GET', '/deliveries'],
  ['GET', '/deliveries/count'],
  ['GET', '/secret'],
  ['POST', '/secret'],
]

test.each(ONE)(
  '%s %s answers 404 for a connector that is unknown or of another space',
  async (method, path) => {
    const foreign = await aConnector(server, await aSpace(server))
    const body = method === 'PUT' ? connectorInput() : undefined
    for (const id of [UNKNOWN, 'not-a-uuid', foreign.id]) {
      const answer = await on(method, `/${id}${path}`, body)
      expect([answer.status, await answer.text()]).toEqual([404, 'not found'])
    }
  },
)

test('a connector of another space is unchanged, and listed only there', async () => {
  const other = await aSpace(server)
  const foreign = await aConnector(server, other)
  await on('PUT', `/${foreign.id}`, connectorInput())
  await on('DELETE', `/${foreign.id}`)
  await on('POST', `/${foreign.id}/secret`)
  expect(await list(other)).toEqual([foreign])
  expect((await list()).map(({ id }) => id)).not.toContain(foreign.id)
})

describe('is refused with a sentence:', () => {
  const TEN = Array<number>(10).fill(1)
  test.each<[values: object, sentence: string]>([
    [{ name: '' }, 'name is required'],
    [{ name: 'Nope' }, expect.stringMatching(/^name must have at least 3 characters, begin with/)],
    [{ type: 'pull' }, 'type must be one of webhook, mqtt'],
    [{ direction: 'left' }, 'direction must be one of up, down'],
    [{ triggers: ['data', 'smoke'] }, expect.stringMatching(/^triggers\[1] must be one of session, data/)],
    [{ retry_delays: TEN }, 'retry_delays must have at most 9 entries'],
    [{ retry_delays: [1.5] }, 'retry_delays[0] must be a whole number'],
    [{ retry_delays: [2_592_001] }, 'retry_delays[0] must be at most 30 days'],
    [{ transformation: 'ž'.repeat(32_769) }, 'transformation must have at most 64 kB'],
    [{ transformation: null }, 'transformation must be text'],
    [{ tags: [{ id: 'red' }] }, 'tags[0].id must be an id'],
    [{ tags: [{ id: UNKNOWN }] }, 'tags must be tags of this space'],
  ])('%j', async (values, sentence) => {
    const connector = await aConnector(server, space)
    const before = await list()
    for (const [method, path] of [
      ['POST', ''],
      ['PUT', `/${connector.id}`],
    ] as const) {
      const answer = await on(method, path, { ...connectorInput(), ...values })
      expect([answer.status, await answer.text()]).toEqual([400, sentence])
    }
    expect(await list()).toEqual(before)
  })

  test.each(['name', 'direction', 'transformation'])('a new one without %s', async (field) => {
    const answer = await on('POST', '', { ...connectorInput(), [field]: undefined })
    expect([answer.status, await answer.text()]).toEqual([400, `${field} is required`])
  })

  test('a tag of another space', async () => {
    const foreign = await aTag(server, await aSpace(server))
    const connector = await aConnector(server, space, { tags: [await aTag(server, space)] })
    const answer = await on('PUT', `/${connector.id}`, connectorInput({ tags: [foreign] }))
    expect([answer.status, await answer.text()]).toEqual([400, 'tags must be tags of this space'])
    expect(await read(connector)).toEqual(connector)
  })
})

test('nine delays and 64 kB of code are allowed', async () => {
  const values = { retry_delays: Array<number>(9).fill(2_592_000), transformation: 'ž'.repeat(32_768) }
  expect(await aConnector(server, space, values)).toMatchObject(values)
})

test('a connector has its own secret, which stays the same until it is rotated', async () => {
  const [one, two] = [await aConnector(server, space), await aConnector(server, space)]
  const secretOf = async ({ id }: Connector, method = 'GET') =>
    connectorsApi.secret.answer.parse(await (await on(method, `/${id}/secret`)).json()).secret
  const first = await secretOf(one)
  expect(first).toMatch(/^whsec_[A-Za-z0-9+/]{32}$/)
  expect(await secretOf(one)).toBe(first)
  const other = await secretOf(two)
  const second = await secretOf(one, 'POST')
  expect(new Set([first, other, second]).size).toBe(3)
  expect(await secretOf(one)).toBe(second)
  expect(await secretOf(two)).toBe(other)
})

test('no other answer contains the secret', async () => {
  const connector = await aConnector(server, space)
  for (const path of ['', `/${connector.id}`])
    expect(await (await on('GET', path)).text()).not.toContain('secret')
})
