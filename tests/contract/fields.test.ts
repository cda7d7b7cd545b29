import fc from 'fast-check'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { api } from '#contract'
import type { Endpoint } from '#contract/common'
import { DAY, HOUR } from '#contract/common/durations'
import { aConnector, aDevice, aMember, aTag, aUser } from '../support/builders'
import { serveSpace } from '../support/serve'
import { valuesOf } from '../support/values'

const { server, space } = await serveSpace()
const device = await aDevice(server, space)
const connector = await aConnector(server, space)
const tags = [await aTag(server, space, 'cold'), await aTag(server, space, 'water')]

const someTags = fc.option(fc.subarray(tags))
/** No two records of a kind may have the same name. */
const ownNames = fc.uuid().map((id) => `name-${id}`)
const laterTimes = fc
  .integer({ min: 2, max: 48 })
  .map((hours) => new Date(Date.now() + hours * HOUR).toISOString())
const admin = await aUser(server, { systemRole: 'admin' })

type Fields = Record<string, unknown>

interface Resource {
  /** Arbitraries of the fields that do not accept every value of their type. */
  values?: Record<string, fc.Arbitrary<unknown>>
  /** Fields of the answer that stand for a field of the body. */
  answered?: Record<string, (value: unknown) => Fields>
  /** Fields of the entity that only other servers send. */
  absent?: string[]
  /** Id of the record to update, when no call creates it. */
  existing?: string
  /** Fields that the server sets on every update. */
  touched?: string[]
  /** Fields that can be set only on creation. */
  once?: string[]
  /** Token of the caller; the admin of the space by default. */
  token?: string
}

/**
 * How each group of calls is tested; null for a group that neither creates nor updates, or has its own tests: a
 * registration has no record in its answer, and SIM cards are stored by another service.
 */
const RESOURCES: Record<keyof typeof api, Resource | null> = {
  auth: null,
  trash: null,
  registration: null,
  authentications: null,
  sessions: null,
  secondFactor: null,
  handover: null,
  deviceLog: null,
  messageSearch: null,
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
  guestLinks: null,
  replays: null,
  notices: null,
  push: null,
  adminDevices: null,
  adminSpaces: null,
  installation: null,
  sims: null,
  audit: null,
  spaceAudit: null,
  configuration: null,
  configTemplates: {
    values: {
      name: ownNames,
      tags: someTags,
      settings: fc.constantFrom({ 'app config mode': 'nb' }, { 'report.every': '900', name: '' }),
    },
  },
  views: {
    values: {
      list: fc.constantFrom('devices', 'messages', 'alert-rules'),
      filter: fc.constantFrom({}, { name: 'well' }, { tag_ids: tags.map(({ id }) => id), name: 'a' }),
      sort: fc.constantFrom(null, 'name', 'series:battery.voltage'),
      order: fc.constantFrom(null, 'ASC', 'DESC'),
      columns: fc.constantFrom(null, ['name', 'series:battery.voltage'], []),
    },
    once: ['list'],
  },
  keys: {
    values: {
      id: fc.constantFrom(null, undefined),
      name: ownNames,
      tags: someTags,
      ends_at: fc.option(laterTimes),
    },
    answered: { id: () => ({}) },
    once: ['id'],
  },
  tags: { values: { name: ownNames } },
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
        { roles: ['admin'], user_ids: [], connector_ids: [], shift_ids: [] },
        { roles: [], user_ids: [space.owner.id], connector_ids: [connector.id], shift_ids: [] },
      ),
      escalation: fc.constantFrom(
        [],
        [{ minutes: 15, roles: ['admin'], user_ids: [space.owner.id], connector_ids: [], shift_ids: [] }],
      ),
    },
    touched: ['judged_from'],
  },
  mutes: {
    values: {
      scope: fc.constantFrom({ kind: 'all' }, { kind: 'devices', device_ids: [device.id] }),
      rule_ids: fc.constant([]),
      // The start of a running mute is fixed.
      starts_at: fc.constant(new Date(Date.now() + HOUR).toISOString()),
      ends_at: laterTimes,
      // Its times would follow.
      repeats: fc.constant(null),
    },
  },
  shifts: {
    values: {
      timezone: fc.constantFrom('UTC', 'Europe/Prague'),
      starts_on: fc.constantFrom('2026-01-05', '2026-12-28'),
      entries: fc.constantFrom(
        [{ from: '00:00', to: '00:00', days: [0, 1, 2, 3, 4, 5, 6], user_ids: [space.owner.id] }],
        [{ from: '22:00', to: '06:00', days: [5, 6], user_ids: [space.owner.id] }],
      ),
    },
  },
  rollouts: {
    values: {
      order: fc.constantFrom(
        { kind: 'shell', body: ['info show'] },
        { kind: 'firmware', firmware: 'sense-3', target: 'app' },
      ),
      scope: fc.constantFrom(
        { kind: 'devices', device_ids: [device.id] },
        { kind: 'tags', tag_ids: tags.map(({ id }) => id) },
      ),
      stages: fc.constantFrom(
        [{ size: { kind: 'rest' }, gate: null }],
        [
          {
            size: { kind: 'count', count: 2 },
            gate: { kind: 'person', minutes: 0, failed_max: 1, troubled_max: 0 },
          },
        ],
      ),
      hours: fc.constantFrom(null, { from: '22:00', to: '05:00', days: [1, 2], timezone: 'Europe/Prague' }),
      watch: fc.constantFrom(null, { path: 'level', min: 1, max: null }),
      at_once: fc.constantFrom(null, 20),
      // One that starts is in rollouts.test.ts.
      start: fc.constant(false),
    },
    answered: { start: () => ({}) },
    once: ['start'],
  },
  settings: {
    values: {
      // Another rule could lock out the caller, and a low limit could refuse the spaces below.
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
  // Quiet hours need both ends: quietHours.test.ts.
  noticeSettings: { values: { quiet_from: fc.constant(null), quiet_to: fc.constant(null) } },
  spaces: {},
  users: {
    existing: (await aMember(server, space, 'user')).id,
    // Permissions go with the role `user` only: limitedPeople.test.ts.
    values: { tags: someTags, ends_at: fc.option(laterTimes), permissions: fc.constant(null) },
  },
  devices: {
    values: { tags: someTags },
    answered: { token: () => ({}) },
    once: ['serial_number', 'token'],
  },
  connectors: {
    values: {
      name: ownNames,
      tags: someTags,
      state: fc.constant(undefined),
      // The type decides whether it has a broker: mqtt.test.ts.
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
    // The operation depends on whether the connector is enabled.
    touched: ['operation'],
  },
  firmware: { answered: { firmware: (value) => ({ firmware_id: value }) } },
  messages: {
    values: {
      device_id: fc.constant(device.id),
      body: fc.array(fc.stringMatching(/^\S+$/), { minLength: 1 }),
      expires_at: fc.constantFrom(null, new Date(Date.now() + DAY).toISOString()),
      replaces: fc.constant(undefined),
    },
    answered: { body: (value) => ({ body: JSON.stringify(value) }), replaces: () => ({}) },
    touched: ['down_state_at'],
    once: ['device_id', 'type', 'body', 'expires_at', 'replaces'],
  },
  variables: {
    // Values for connectors have at least four characters, and are limited in number.
    values: {
      device_id: fc.constantFrom(device.id, null),
      for_connectors: fc.constant(false),
      // No answer has the value of a secret.
      secret: fc.constant(false),
    },
    touched: ['updated_at'],
    once: ['device_id'],
  },
}

/** Groups that write and have their own tests. */
const ELSEWHERE = ['registration', 'sims', 'guestLinks']

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

/** Bodies of a call; undefined when the resource does not have the call. */
const bodiesOf = (endpoint: Endpoint | undefined, { values }: Resource) =>
  endpoint?.body ? valuesOf(endpoint.body, values).map(fieldsOf) : fc.constant(undefined)

/** Expected answer to a body. */
function expectedOf({ body }: Endpoint, given: Fields, { answered = {} }: Resource): Fields {
  const fields = Object.entries(fieldsOf(body?.parse(given)))
  return Object.assign({}, ...fields.map(([name, value]) => answered[name]?.(value) ?? { [name]: value }))
}

const without = (fields: Fields, names: readonly string[] = []): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name)))

test('every group that creates or updates is tested', () => {
  const writing = groups.filter(([, { create, update }]) => create ?? update)
  const tried = [...cases.map(([name]) => name), ...ELSEWHERE]
  expect(tried.toSorted()).toEqual(writing.map(([name]) => name).toSorted())
})

test.each(cases)(
  'every field that %s are created with can be changed, and an empty change keeps it',
  (_, calls, resource) => {
    const { create, update } = calls
    if (!update) return
    const once = new Set(resource.once)
    const created = create ? shapeOf(create).filter((name) => !once.has(name)) : []
    expect(shapeOf(update)).toEqual(expect.arrayContaining(created))
    expect(update.body?.safeParse({}).data ?? {}).toEqual({})
  },
)

test.each(cases)('every field of %s reads as it was created and updated', async (_, calls, resource) => {
  const { create, get, update, list } = calls
  const entity = z.instanceof(z.ZodObject).parse((get ?? create)?.answer)
  const fields = Object.keys(without(entity.shape, resource.absent)).toSorted()
  const [own = ''] = /\w+(?=\}$)/.exec((get ?? update)?.path ?? '') ?? []

  /** Reads the same record with every call that returns it. */
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
