import fc from 'fast-check'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { api } from '#contract'
import type { Endpoint } from '#contract/common'
import { HOUR } from '#contract/common/durations'
import { aConnector, aDevice, aMember, aTag, aUser } from '../support/builders'
import { serveSpace } from '../support/serve'
import { valuesOf } from '../support/values'

const { server, space } = await serveSpace()
const device = await aDevice(server, space)
const connector = await aConnector(server, space)
const tags = [await aTag(server, space, 'cold'), await aTag(server, space, 'water')]

const someTags = fc.option(fc.subarray(tags))
const admin = await aUser(server, { systemRole: 'admin' })

type Fields = Record<string, unknown>

interface Resource {
  /** Values of the fields for which any value of their type is not good enough. */
  values?: Record<string, fc.Arbitrary<unknown>>
  /** What an answer says of a field, where it is not the field itself. */
  answered?: Record<string, (value: unknown) => Fields>
  /** Fields of the entity that only other servers answer. */
  absent?: string[]
  /** The id of the record that is updated, for one that no call creates. */
  existing?: string
  /** Fields that the server sets at every update. */
  touched?: string[]
  /** Fields that are set when it is created, and never again. */
  once?: string[]
  /** The token of who calls; the admin of the space unless given. */
  token?: string
}

/**
 * How each group of calls is tried; null for one that neither creates nor updates, or has tests of its own: a registration
 * is not answered, and the SIM cards are with somebody else.
 */
const RESOURCES: Record<keyof typeof api, Resource | null> = {
  auth: null,
  registration: null,
  authentications: null,
  sessions: null,
  secondFactor: null,
  handover: null,
  connectorTests: null,
  connectorCertificates: null,
  connectorVersions: null,
  downlinkNames: null,
  older: null,
  series: null,
  overview: null,
  routines: null,
  history: null,
  seriesSettings: null,
  alerts: null,
  alertTests: null,
  replays: null,
  notices: null,
  push: null,
  adminDevices: null,
  adminSpaces: null,
  installation: null,
  sims: null,
  audit: null,
  spaceAudit: null,
  keys: {
    values: { id: fc.constantFrom(null, undefined), tags: someTags },
    answered: { id: () => ({}) },
    once: ['id'],
  },
  tags: {},
  alertRules: {
    values: {
      condition: fc.constantFrom(
        { kind: 'silent', seconds: 60 },
        { kind: 'above', path: 'level', limit: 2, end: 1, readings: 3, seconds: 600 },
      ),
      scope: fc.constantFrom(
        { kind: 'all' },
        { kind: 'tags', tag_ids: tags.map(({ id }) => id) },
        { kind: 'devices', device_ids: [device.id] },
      ),
      notify: fc.constantFrom(
        { roles: ['admin'], user_ids: [], connector_ids: [] },
        { roles: [], user_ids: [space.owner.id], connector_ids: [connector.id] },
      ),
    },
    touched: ['judged_from'],
  },
  mutes: {
    values: {
      scope: fc.constantFrom({ kind: 'all' }, { kind: 'devices', device_ids: [device.id] }),
      rule_ids: fc.constant([]),
      // What has begun has begun.
      starts_at: fc.constant(new Date(Date.now() + HOUR).toISOString()),
      ends_at: fc
        .integer({ min: 2, max: 48 })
        .map((hours) => new Date(Date.now() + hours * HOUR).toISOString()),
    },
  },
  settings: {
    values: {
      // Another rule could shut out who calls, and a low limit refuse the spaces below.
      second_factor: fc.constant('optional'),
      spaces_per_account: fc.constantFrom(null, 1000),
    },
    token: admin.token,
  },
  adminUsers: {
    values: { email: fc.uuid().map((local) => `${local}@Example.com`) },
    existing: (await aUser(server)).id,
    token: admin.token,
  },
  profile: {},
  // Quiet hours have two ends: quietHours.test.ts.
  noticeSettings: { values: { quiet_from: fc.constant(null), quiet_to: fc.constant(null) } },
  spaces: {},
  users: { existing: (await aMember(server, space, 'user')).id },
  devices: {
    values: { tags: someTags },
    answered: { token: () => ({}) },
    once: ['serial_number', 'token'],
  },
  connectors: {
    values: {
      tags: someTags,
      state: fc.constant(undefined),
      // Its type says whether it has a broker: mqtt.test.ts.
      type: fc.constant('webhook'),
      broker_url: fc.constant(null),
      broker_username: fc.constant(null),
      broker_password: fc.constant(null),
      broker_client_id: fc.constant(null),
    },
    answered: {
      enabled: (value) => ({ enabled: value, state: value === true ? 'enabled' : 'disabled' }),
      state: () => ({}),
      broker_password: () => ({}),
    },
    absent: ['retry_delay'],
    // It says whether the connector is enabled.
    touched: ['operation'],
  },
  firmware: { answered: { firmware: (value) => ({ firmware_id: value }) } },
  messages: {
    values: {
      device_id: fc.constant(device.id),
      body: fc.array(fc.stringMatching(/^\S+$/), { minLength: 1 }),
    },
    answered: { body: (value) => ({ body: JSON.stringify(value) }) },
    touched: ['down_state_at'],
    once: ['device_id', 'type', 'body'],
  },
  variables: {
    // Connectors get values of at least four characters, and few of them.
    values: {
      device_id: fc.constantFrom(device.id, null),
      for_connectors: fc.constant(false),
      // Its value is answered to nobody.
      secret: fc.constant(false),
    },
    touched: ['updated_at'],
    once: ['device_id'],
  },
}

/** Groups that write, with tests of their own. */
const ELSEWHERE = ['registration', 'sims']

const groups = Object.entries<Partial<Record<string, Endpoint>>>(api)
const cases = Object.entries(RESOURCES).flatMap(([name, resource]) => {
  const calls = groups.find(([group]) => group === name)?.[1]
  return calls && resource ? [[name, calls, resource] as const] : []
})

const fieldsOf = (value: unknown): Fields => z.record(z.string(), z.unknown()).parse(value)

const shapeOf = ({ body }: Endpoint) => Object.keys(z.instanceof(z.ZodObject).parse(body).shape)

async function call(
  endpoint: Endpoint,
  ids: Fields,
  { token = space.owner.token }: Resource,
  body?: Fields,
): Promise<unknown> {
  const path = endpoint.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(ids[name]))
  const answer = await server.call(endpoint.method.toUpperCase(), path, { token, body })
  expect([path, answer.status, answer.ok || (await answer.text())]).toEqual([path, endpoint.status, true])
  return answer.json()
}

/** Bodies of a call; undefined where the resource does not have it. */
const bodiesOf = (endpoint: Endpoint | undefined, { values }: Resource) =>
  endpoint?.body ? valuesOf(endpoint.body, values).map(fieldsOf) : fc.constant(undefined)

/** What the answer to a body must say. */
function expectedOf({ body }: Endpoint, given: Fields, { answered = {} }: Resource): Fields {
  const fields = Object.entries(fieldsOf(body?.parse(given)))
  return Object.assign({}, ...fields.map(([name, value]) => answered[name]?.(value) ?? { [name]: value }))
}

const without = (fields: Fields, names: readonly string[] = []): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name)))

test('every group that creates or updates is tried', () => {
  const writing = groups.filter(([, { create, update }]) => create ?? update)
  const tried = [...cases.map(([name]) => name), ...ELSEWHERE]
  expect(tried.toSorted()).toEqual(writing.map(([name]) => name).toSorted())
})

test.each(cases)(
  'what %s are created with can be changed, and a change of nothing keeps it',
  (_, calls, resource) => {
    const { create, update } = calls
    if (!update) return
    const once = new Set(resource.once)
    const created = create ? shapeOf(create).filter((name) => !once.has(name)) : []
    expect(shapeOf(update)).toEqual(expect.arrayContaining(created))
    expect(update.body?.safeParse({}).data ?? {}).toEqual({})
  },
)

test.each(cases)('every field of %s is read as it was created and updated', async (_, calls, resource) => {
  const { create, get, update, list } = calls
  const entity = z.instanceof(z.ZodObject).parse((get ?? create)?.answer)
  const fields = Object.keys(without(entity.shape, resource.absent)).toSorted()
  const [own = ''] = /\w+(?=\}$)/.exec((get ?? update)?.path ?? '') ?? []

  /** The same record, by every call that reads it. */
  const read = async (ids: Fields, id: unknown) => {
    const rows = list ? z.array(z.looseObject({ id: z.string() })).parse(await call(list, ids, resource)) : []
    return [
      ...(get ? [await call(get, ids, resource)] : []),
      ...(list ? [rows.find((row) => row.id === id)] : []),
    ]
  }

  const bodies = fc.tuple(bodiesOf(create, resource), bodiesOf(update, resource))
  await fc.assert(
    fc.asyncProperty(bodies, async ([first, second]) => {
      const ids: Fields = { spaceId: space.id, deviceId: device.id, [own]: resource.existing }
      let before: Fields = {}
      for (const [endpoint, body] of [[create, first] as const, [update, second] as const]) {
        if (!endpoint || !body) continue
        const after = fieldsOf(await call(endpoint, ids, resource, body))
        const kept = without(before, ['version', ...(resource.touched ?? [])])
        expect(after).toEqual({ ...after, ...kept, ...expectedOf(endpoint, body, resource) })
        expect(Object.keys(after).toSorted()).toEqual(fields)
        ids[own] = after.id
        for (const one of await read(ids, after.id)) expect(one).toEqual(after)
        before = after
      }
    }),
    { numRuns: 10 },
  )
})
