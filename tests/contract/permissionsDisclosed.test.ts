import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { endpoints } from '#contract'
import { type Condition, mutesApi } from '#contract/alerts'
import { type Endpoint, UNNAMED_PERSON } from '#contract/common'
import { HOUR } from '#contract/common/durations'
import { overviewApi } from '#contract/overview'
import { KEY_PERMISSIONS, type KeyPermission } from '#contract/permissions'
import {
  alert,
  alertEpisode,
  alertNote,
  connector,
  connectorReplay,
  deliveryAttempt,
  device,
  deviceReplacement,
} from '../../server/db/schema'
import { newId } from '../../server/services/common/ids'
import { aFailingConnector } from '../support/alerts'
import { outcome } from '../support/answers'
import { aKey, aMessage } from '../support/builders'
import { aFilledSpace } from '../support/callers'
import { makeCall, ROWS } from '../support/callRows'
import { findValues } from '../support/series'
import { serve } from '../support/serve'

// Answers to keys contain nothing that the key may not read elsewhere.

const server = await serve()
const filled = await aFilledSpace(server)
const { space, ids } = filled
const { owner } = space

const DEVICE = 'pump-in-the-cellar'
const CONNECTOR = 'bridge-to-the-ward'
const VALUE = 4711.25
const ADDRESS = /[\w.+-]+@[\w-]+\.\w+/

const at = (path: string) => `/spaces/${space.id}${path}`
const aKeyWith = async (permissions: readonly KeyPermission[]) =>
  (await aKey(server, space, { permissions: [...permissions] })).id

beforeAll(async () => {
  const { db } = server
  const by = owner.email
  const failing = await aFailingConnector(server, space)
  await db.update(device).set({ name: DEVICE }).where(eq(device.id, ids.deviceId))
  const clientCertificate = {
    subject: 'CN=bridge',
    fingerprint: 'AA:BB',
    not_after: new Date(Date.now() + HOUR).toISOString(),
    has_certificate: true,
    has_ca: false,
  }
  await db
    .update(connector)
    .set({ name: CONNECTOR, enabled: true, clientCertificate })
    .where(eq(connector.id, ids.connectorId))
  await db.update(connector).set({ name: CONNECTOR }).where(eq(connector.id, failing.connector.id))
  await db.update(alert).set({ acknowledgedAt: new Date(), acknowledgedBy: by })
  await db
    .insert(alertNote)
    .values({ spaceId: space.id, alertId: ids.alertId, id: newId(), text: 'seen', by })
  await db.update(alertEpisode).set({ worst: VALUE, path: 'level' })
  await db.update(connectorReplay).set({ createdBy: by })
  await db.insert(deviceReplacement).values({
    spaceId: space.id,
    deviceId: ids.deviceId,
    id: newId(),
    createdAt: new Date(),
    oldSerialNumber: '1000000001',
    newSerialNumber: '1000000002',
    by,
  })
  const attempt = {
    errorCode: null,
    url: `https://receiver.example/${VALUE}`,
    error: `level ${VALUE} is too high`,
    requestBody: `{"level":${VALUE}}`,
    responseBody: `no ${VALUE}`,
    logs: [`level ${VALUE}`],
  }
  await db.update(deliveryAttempt).set(attempt).where(eq(deliveryAttempt.deliveryId, ids.deliveryId))
  await aMessage(server, { id: ids.deviceId }, { body: JSON.stringify({ level: VALUE }) })
  await findValues(server)
  const until = new Date(Date.now() + HOUR)
  const body = { kind: 'alert', subject_id: ids.alertRuleId, until }
  const answer = await server.call('POST', at('/attention/snooze'), { token: owner.token, body })
  if (answer.status !== 204) throw new Error(await answer.text())
})

/** Repeatable calls of keys about a space; snoozed lines are a list of their own. */
const calls: readonly Endpoint[] = [
  ...endpoints.filter(
    ({ access, permission, method, path }) =>
      access === 'bearerOrKey' && permission !== undefined && !ROWS[`${method} ${path}`]?.once,
  ),
  { ...overviewApi.attention, path: `${overviewApi.attention.path}?snoozed=true` },
]

const isOfKeys = (one: string): one is KeyPermission => KEY_PERMISSIONS.some((each) => each === one)

/** Exactly the permissions that a key needs for a call. */
const neededFor = ({ method, path, permission = [] }: Endpoint): KeyPermission[] => [
  ...[permission].flat().filter(isOfKeys),
  ...(ROWS[`${method} ${path}`]?.more ?? []),
]

/** Whether a permission shows names of devices: those for devices do, and messages name their device. */
const namesDevices = (one: KeyPermission) => one.startsWith('space:device:') || one === 'space:message:read'
const namesValues = (one: KeyPermission) => one.startsWith('space:message:')

const known = new Map<string, string>()
async function keyFor(permissions: readonly KeyPermission[]): Promise<string> {
  const name = permissions.join()
  const key = known.get(name) ?? (await aKeyWith(permissions))
  known.set(name, key)
  return key
}

describe('a key without the permission to read people gets no e-mail address', () => {
  const others = KEY_PERMISSIONS.filter((one) => !one.startsWith('space:user:'))
  const isOfPeople = (endpoint: Endpoint) => neededFor(endpoint).some((one) => one.startsWith('space:user:'))

  test.each(calls.filter((endpoint) => endpoint.method === 'get' && !isOfPeople(endpoint)))(
    '$method $path',
    async (endpoint) => {
      const { text } = await makeCall(server, endpoint, filled, { key: await keyFor(others) })
      expect(text).not.toMatch(ADDRESS)
    },
  )

  test.each([
    '/mutes',
    '/alerts',
    '/attention',
    '/attention?snoozed=true',
    `/devices/${ids.deviceId}/replacements`,
    `/connectors/${ids.replayingId}/replays`,
  ])('%s says only that it was a person', async (path) => {
    const answer = await server.call('GET', at(path), { key: await keyFor(others) })
    expect(await answer.text()).toContain(UNNAMED_PERSON)
    const allowed = await server.call('GET', at(path), { key: await keyFor([...others, 'space:user:read']) })
    expect(await allowed.text()).toMatch(ADDRESS)
  })

  test('a key sees its own name, and a person sees the address', async () => {
    const key = await aKey(server, space, { name: 'the-night-shift', permissions: [...others] })
    const body = {
      name: 'mine',
      scope: { kind: 'tags', tag_ids: [filled.otherTag.id] },
      ends_at: new Date(Date.now() + HOUR),
    }
    const answer = await server.call('POST', at('/mutes'), { key: key.id, body })
    expect(mutesApi.create.answer.parse(await answer.json()).created_by).toBe('the-night-shift')
    const read = await server.call('GET', at('/mutes'), { token: owner.token })
    const mutes = mutesApi.list.answer.parse(await read.json())
    expect(mutes.map(({ created_by }) => created_by)).toEqual(
      expect.arrayContaining(['the-night-shift', 'ada@example.com']),
    )
  })
})

test('the attention list and the overview show a key what it may read', async () => {
  const kindsFor = async (...more: KeyPermission[]) => {
    const key = await keyFor(['space:overview:read', ...more])
    const overview = overviewApi.read.answer.parse(
      await (await server.call('GET', at('/overview'), { key })).json(),
    )
    const lists = await Promise.all(
      ['false', 'true'].map(async (snoozed) =>
        overviewApi.attention.answer.parse(
          await (await server.call('GET', at(`/attention?snoozed=${snoozed}`), { key })).json(),
        ),
      ),
    )
    const { count, snoozed_count } = overview.attention
    expect([count, snoozed_count]).toEqual(lists.map(({ length }) => length))
    const lines = lists.flat()
    return { overview, types: new Set(lines.map(({ subject }) => subject.type)) }
  }
  const nothing = await kindsFor()
  expect(nothing.types).toEqual(new Set())
  expect(nothing.overview).toMatchObject({
    states: {},
    hours: null,
    deliveries: [],
    firmware: { count: 0, jobs: [] },
  })
  expect((await kindsFor('space:alert:read')).types).toEqual(new Set(['rule']))
  expect((await kindsFor('space:connector:read')).types).toEqual(new Set(['connector']))
  const devices = await kindsFor('space:device:read', 'space:message:read')
  expect(devices.overview.firmware.count).toBe(1)
  expect(Object.values(devices.overview.states)).toContain(1)
  expect(devices.overview.hours).toHaveLength(24)
})

describe('a preview needs the permissions to read its data', () => {
  test.each<[Condition, KeyPermission[]]>([
    [
      { kind: 'above', path: 'level', limit: 1, end: null, seconds: 0, readings: 1 },
      ['space:device:read', 'space:message:series:read'],
    ],
    [{ kind: 'missing', path: 'level', seconds: 3600 }, ['space:device:read', 'space:message:series:read']],
    [{ kind: 'silent', seconds: 3600 }, ['space:device:read']],
    [{ kind: 'boots', times: 3 }, ['space:device:read']],
    [{ kind: 'firmwareFailed' }, ['space:device:read']],
    [{ kind: 'connectorFails', seconds: 3600 }, ['space:connector:read']],
  ])('%j', async (condition, needed) => {
    const tryWith = async (permissions: KeyPermission[]) =>
      outcome(
        await server.call('POST', at('/alert-rules/try'), {
          key: await keyFor(['space:alertRule:create', ...permissions]),
          body: { condition },
        }),
      )
    for (const missing of needed)
      expect(await tryWith(needed.filter((one) => one !== missing))).toEqual([
        403,
        `forbidden: this needs the permission ${missing}`,
      ])
    expect((await tryWith(needed))[0]).toBe(200)
  })
})

describe('a key with only the permissions of a call gets no more than it may read', () => {
  // Changes come last, because they end what others read.
  test.each(calls.toSorted((a, b) => Number(a.method !== 'get') - Number(b.method !== 'get')))(
    '$method $path',
    async (endpoint) => {
      const needed = neededFor(endpoint)
      const { text } = await makeCall(server, endpoint, filled, { key: await keyFor(needed) })
      const found = {
        device: text.includes(DEVICE),
        connector: text.includes(CONNECTOR),
        value: text.includes(String(VALUE)),
        address: ADDRESS.test(text.replaceAll('ada@example.com-', '')),
      }
      const may = {
        device: needed.some(namesDevices),
        connector: needed.some((one) => one.startsWith('space:connector:')),
        value: needed.some(namesValues),
        address: needed.some((one) => one.startsWith('space:user:')),
      }
      expect(
        Object.entries(found).filter(
          ([what, is]) => is && !Object.entries(may).some(([one, has]) => one === what && has),
        ),
      ).toEqual([])
    },
  )
})
