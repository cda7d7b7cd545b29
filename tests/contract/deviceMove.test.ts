import { and, eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { api } from '#contract'
import { CONNECTOR_KINDS, type Condition, type Scope } from '#contract/alerts'
import type { Connector } from '#contract/connectors'
import type { Device } from '#contract/devices'
import { DEVICE_MOVED, HISTORY_STAYS, handoverApi, type MoveEffects } from '#contract/devices/handover'
import { auditEntry, deviceTag, message, variable } from '../../server/db/schema'
import { deleteNext } from '../../server/services/background/deletion'
import { outcome } from '../support/answers'
import {
  aConnector,
  aDevice,
  aKey,
  aMember,
  aMessage,
  aSpace,
  aTag,
  aUser,
  aVariable,
  lockVariable,
  type TestSpace,
  type TestUser,
} from '../support/builders'
import { findValues } from '../support/series'
import { serve } from '../support/serve'
import { anUplink } from '../support/uplink'

const server = await serve({ settings: { trashDays: 0 } })

/** The admin of both spaces. */
let admin: TestUser
let here: TestSpace
let there: TestSpace
let device: Device & { token: string }

beforeEach(async () => {
  admin = await aUser(server)
  here = await aSpace(server, admin)
  there = await aSpace(server, admin)
  device = await aDevice(server, here, {
    external_id: 'ERP-17',
    name: 'pump-one',
    comment: 'Behind the door',
    label: { site: 'brno' },
  })
})

const on = (space: TestSpace, path = '') => `/spaces/${space.id}/devices/${device.id}${path}`
const call = async (method: string, path: string, body?: unknown, token = admin.token) =>
  server.call(method, path, { token, body })
const json = async (answer: Response): Promise<unknown> => answer.json()

const callMove = async (from: TestSpace, to: { id: string }, token?: string) =>
  call('POST', on(from, '/move'), { space_id: to.id }, token)
const effectsCall = async (from: TestSpace, to: { id: string }, token?: string) =>
  call('GET', `${on(from, '/move')}?space_id=${to.id}`, undefined, token)

async function move(from = here, to = there): Promise<Device> {
  const answer = await callMove(from, to)
  expect(answer.status, await answer.clone().text()).toBe(200)
  return handoverApi.move.answer.parse(await json(answer))
}

async function effects(from = here, to = there): Promise<MoveEffects> {
  const answer = await effectsCall(from, to)
  expect(answer.status, await answer.clone().text()).toBe(200)
  return handoverApi.moveEffects.answer.parse(await json(answer))
}

const read = async (space: TestSpace): Promise<Device> =>
  api.devices.get.answer.parse(await json(await call('GET', on(space))))
const listed = async (space: TestSpace, query = '') =>
  api.devices.list.answer
    .parse(await json(await call('GET', `/spaces/${space.id}/devices${query}`)))
    .map(({ id }) => id)
const messagesIn = async (space: TestSpace) =>
  api.messages.list.answer
    .parse(await json(await call('GET', `/spaces/${space.id}/messages?device_id=${device.id}&limit=1000`)))
    .toReversed()
const entries = async () =>
  server.db.select().from(auditEntry).where(eq(auditEntry.action, 'device.move')).orderBy(auditEntry.id)

describe('a moved device', () => {
  test('keeps its id and its name in the new space', async () => {
    const before = await read(here)
    const moved = await move()
    expect(moved).toEqual({
      ...before,
      space_id: there.id,
      created_at: expect.any(String),
      moved_from: here.id,
      version: Number(before.version) + 1,
    })
    expect(Date.parse(moved.created_at)).toBeGreaterThanOrEqual(Date.parse(before.created_at))
    expect(await read(there)).toEqual(moved)
    expect(await listed(there)).toEqual([device.id])
  })

  test('leaves its messages in the old space, and sends later ones to the new one', async () => {
    const first = await anUplink(server, device, { body: { n: 1 } })
    await move()
    const second = await anUplink(server, device, { body: { n: 2 } })
    expect((await messagesIn(here)).map(({ id }) => id)).toEqual([first.id])
    expect((await messagesIn(there)).map(({ id }) => id)).toEqual([second.id])
    expect(await json(await call('GET', `/spaces/${here.id}/messages/${first.id}`))).toMatchObject({
      device_name: 'pump-one',
    })
  })

  test('is readable in the old space, with when and where it was moved', async () => {
    await move()
    const left = await read(here)
    expect(left).toMatchObject({ name: 'pump-one', moved_to: there.id, moved_at: expect.any(String) })
  })

  test('is neither listed, counted nor found in the old space, except with the filter for moved devices', async () => {
    const stays = await aDevice(server, here, { name: 'pump-two' })
    const path = `/spaces/${here.id}/devices`
    await move()
    expect(await listed(here)).toEqual([stays.id])
    expect(await json(await call('GET', `${path}/count`))).toEqual({ count: 1 })
    expect(await json(await call('GET', `${path}/search?text=pump`))).toMatchObject([{ id: stays.id }])
    expect(await listed(here, '?moved=true')).toEqual([device.id])
    expect(await listed(here, '?moved=true&sort_by=name&order_by=asc')).toEqual([device.id])
    expect(await json(await call('GET', `${path}/count?moved=true`))).toEqual({ count: 1 })
    expect(await listed(there, '?moved=true')).toEqual([])
  })

  test('is listed once in the admin area, in its new space', async () => {
    await move()
    const { token } = await aUser(server, { systemRole: 'admin' })
    const answer = await call('GET', `/admin/devices?text=${device.serial_number}`, undefined, token)
    expect(await json(answer)).toMatchObject([{ id: device.id, space_id: there.id }])
  })

  test('takes its last session with it', async () => {
    const up = { vendor_name: 'Acme' }
    await anUplink(server, device, { type: 'session', body: { up } })
    const moved = await move()
    expect(moved.session_id).toBeGreaterThan(0)
    for (const space of [here, there])
      expect(await json(await call('GET', on(space, `/sessions/${moved.session_id}`)))).toMatchObject({ up })
  })

  test('can no longer be changed in the old space', async () => {
    await anUplink(server, device)
    await move()
    const input = { name: 'other-name', comment: null, label: {}, tags: [] }
    const refused = [409, DEVICE_MOVED]
    expect(await outcome(await call('PUT', on(here), input))).toEqual(refused)
    expect(
      await outcome(await call('POST', on(here, '/firmware'), { firmware: 'one', target: 'app' })),
    ).toEqual(refused)
    const downlink = { device_id: device.id, type: 'data', body: {} }
    expect(await outcome(await call('POST', `/spaces/${here.id}/messages`, downlink))).toEqual(refused)
    const ofDevice = { name: '12345678', value: 'one', environment: 'wmbus', device_id: device.id }
    expect(await outcome(await call('POST', `/spaces/${here.id}/variables`, ofDevice))).toEqual(refused)
    expect(await outcome(await callMove(here, there))).toEqual(refused)
    expect(await outcome(await effectsCall(here, there))).toEqual(refused)
  })

  test('can be deleted there with its history, and stays in its new space', async () => {
    const { id } = await anUplink(server, device)
    await move()
    expect((await call('DELETE', on(here))).status).toBe(204)
    expect((await call('GET', on(here))).status).toBe(404)
    expect((await call('GET', `/spaces/${here.id}/messages/${id}`)).status).toBe(404)
    await anUplink(server, device)
    expect(await messagesIn(there)).toHaveLength(1)
  })

  test('returns to a space that deleted it only after its history is gone', async () => {
    await anUplink(server, device)
    await move(here, there)
    expect((await call('DELETE', on(here))).status).toBe(204)
    for (const refused of [await callMove(there, here), await effectsCall(there, here)])
      expect(await outcome(refused)).toEqual([409, HISTORY_STAYS])
    expect(await read(there)).toMatchObject({ moved_at: null })
    while (await deleteNext(server.db.$client, async () => undefined));
    await move(there, here)
    const { id } = await anUplink(server, device)
    while (await deleteNext(server.db.$client, async () => undefined));
    expect((await messagesIn(here)).map((message) => message.id)).toEqual([id])
  })

  test('returns to its history', async () => {
    const first = await anUplink(server, device, { body: { n: 1 } })
    await move(here, there)
    const second = await anUplink(server, device, { body: { n: 2 } })
    await call('PUT', on(there), { name: 'renamed', comment: 'New', label: {}, tags: [] })
    const back = await move(there, here)
    expect(back).toMatchObject({ name: 'renamed', moved_from: there.id, moved_at: null, moved_to: null })
    const third = await anUplink(server, device, { body: { n: 3 } })
    expect((await messagesIn(here)).map(({ id }) => id)).toEqual([first.id, third.id])
    expect((await messagesIn(there)).map(({ id }) => id)).toEqual([second.id])
    expect(await listed(here)).toEqual([device.id])
    expect(await listed(there)).toEqual([])
    await move(here, there)
    expect(await read(there)).toMatchObject({ moved_from: here.id, moved_at: null })
  })
})

/** Attaches everything possible to the device, and gives some records of both spaces the same names. */
async function fill() {
  const [roof, cellar] = [await aTag(server, here, 'roof'), await aTag(server, here, 'cellar')]
  const roofThere = await aTag(server, there, 'roof')
  await aTag(server, there, 'garden')
  await call('PUT', on(here), { name: device.name, comment: null, label: {}, tags: [roof, cellar] })
  const connector = await aConnector(server, here, { tags: [cellar] })
  await aConnector(server, here, { tags: [roof], enabled: false })
  await aConnector(server, here)
  const connectorThere = await aConnector(server, there, { tags: [roofThere] })
  const permissions = ['space:device:read'] as const
  const key = await aKey(server, here, { name: 'limited', permissions: [...permissions], tags: [roof] })
  const whole = await aKey(server, here, { name: 'whole', permissions: [...permissions] })
  const unrelated = await aTag(server, here)
  await aKey(server, here, { name: 'elsewhere', permissions: [...permissions], tags: [unrelated] })
  await aKey(server, here, { name: 'of-tags', permissions: ['space:tag:read'] })
  const own = await aVariable(server, here, { name: 'own', device_id: device.id })
  const locked = await aVariable(server, here, { name: 'locked', device_id: device.id })
  await lockVariable(server, locked.id)
  await aVariable(server, here, { name: 'shared' })
  const body = { device_id: device.id, type: 'data', body: {} }
  const downlink = await json(await call('POST', `/spaces/${here.id}/messages`, body))
  const job = await json(await call('POST', on(here, '/firmware'), { firmware: 'one', target: 'app' }))
  await aMessage(server, device)
  return {
    roofThere,
    cellar,
    connector,
    connectorThere,
    keys: [key, whole],
    own,
    locked,
    downlink: api.messages.create.answer.parse(downlink),
    job: api.firmware.create.answer.parse(job),
  }
}

/** Returns which connectors the next uplink of the device triggers. */
async function triggered(space: TestSpace, connectors: Connector[]) {
  await anUplink(server, device)
  const counts = await Promise.all(
    connectors.map(async ({ id }) =>
      json(await call('GET', `/spaces/${space.id}/connectors/${id}/deliveries`)),
    ),
  )
  return connectors.filter((_, i) => Array.isArray(counts[i]) && counts[i].length > 0).map(({ id }) => id)
}

describe('the effects of a move', () => {
  test('are listed exactly before it', async () => {
    const { roofThere, cellar, connector, connectorThere } = await fill()
    expect(await effects()).toEqual({
      space: { id: there.id, name: there.name },
      lost_tags: [cellar],
      kept_tags: [roofThere],
      lost_connectors: [{ id: connector.id, name: connector.name }],
      new_connectors: [{ id: connectorThere.id, name: connectorThere.name }],
      lost_rules: [],
      new_rules: [],
      lost_keys: ['limited', 'whole'],
      variables: ['locked', 'own'],
      lost_variables: 1,
      cancelled_downlinks: 2,
      cancelled_jobs: 1,
      messages: 3,
      series: 0,
    })
  })

  test('are also listed for rules and histories', async () => {
    const { roofThere, cellar } = await fill()
    const silent: Condition = { kind: 'silent', seconds: 3600 }
    const aRule = async (space: TestSpace, name: string, scope: Scope, condition: Condition = silent) => {
      const body = { name, scope, condition }
      const answer = await call('POST', `/spaces/${space.id}/alert-rules`, body)
      expect(answer.status, await answer.clone().text()).toBe(201)
    }
    const other = await aDevice(server, here)
    await aRule(here, 'all here', { kind: 'all' })
    await aRule(here, 'cellar here', { kind: 'tags', tag_ids: [cellar.id] })
    await aRule(here, 'itself', { kind: 'devices', device_ids: [device.id] })
    await aRule(here, 'another', { kind: 'devices', device_ids: [other.id] })
    for (const kind of CONNECTOR_KINDS) await aRule(here, kind, { kind: 'all' }, { kind, seconds: 900 })
    await aRule(there, 'roof there', { kind: 'tags', tag_ids: [roofThere.id] })
    await anUplink(server, device, { body: { level: 1, temperature: 2 } })
    await findValues(server)
    const { lost_rules, new_rules, series } = await effects()
    expect(lost_rules.map(({ name }) => name)).toEqual(['all here', 'cellar here', 'itself'])
    expect(new_rules.map(({ name }) => name)).toEqual(['roof there'])
    expect(series).toBe(2)
  })

  test('are those that were listed', async () => {
    const { connector, connectorThere, keys, own, locked, downlink, job } = await fill()
    const effectsBefore = await effects()
    const moved = await move()
    expect(moved.tags).toEqual(effectsBefore.kept_tags)
    expect((await read(here)).tags).toEqual([])
    expect(await triggered(there, [connectorThere])).toEqual(effectsBefore.new_connectors.map(({ id }) => id))
    expect(await triggered(here, [connector])).toEqual([])

    for (const { id } of keys) {
      const path = `/spaces/${here.id}/devices`
      expect(await json(await server.call('GET', path, { key: id }))).toEqual([])
    }
    const rows = await server.db.select().from(variable).where(eq(variable.deviceId, device.id))
    expect(rows.map(({ id, spaceId, locked }) => ({ id, spaceId, locked }))).toEqual(
      expect.arrayContaining([
        { id: own.id, spaceId: there.id, locked: false },
        { id: locked.id, spaceId: there.id, locked: true },
      ]),
    )
    expect(rows.map(({ name }) => name).toSorted()).toEqual(effectsBefore.variables)

    const left = await messagesIn(here)
    expect(left).toHaveLength(effectsBefore.messages)
    const cancelled = left.filter(({ down_state }) => down_state === 'cancelled')
    expect(cancelled).toHaveLength(effectsBefore.cancelled_downlinks)
    const events = await json(await call('GET', `/spaces/${here.id}/messages/${downlink.id}/events`))
    expect(events).toMatchObject([{ type: 'downlink.scheduled' }, { type: 'downlink.cancelled' }])
    expect(await json(await call('GET', on(here, '/firmware')))).toMatchObject([
      { id: job.id, state: 'canceled', reason: 'the device was moved to another space' },
    ])
  })

  test('a firmware job that can no longer be cancelled fails', async () => {
    const order = { firmware: 'one', target: 'app' }
    const { id: job_id } = api.firmware.create.answer.parse(
      await json(await call('POST', on(here, '/firmware'), order)),
    )
    for (const state of ['downloading', 'swapping'])
      await anUplink(server, device, { type: 'firmware', body: { job_id, state } })
    expect(await effects()).toMatchObject({ cancelled_jobs: 1, cancelled_downlinks: 0 })
    await move()
    expect(await json(await call('GET', on(here, '/firmware')))).toMatchObject([
      { id: job_id, state: 'failed' },
    ])
    await anUplink(server, device, { type: 'firmware', body: { job_id, state: 'succeeded' } })
    expect(await json(await call('GET', on(here, '/firmware')))).toMatchObject([
      { id: job_id, state: 'failed' },
    ])
  })

  test('a key of the new space with a tag of the same name sees the device', async () => {
    const { roofThere } = await fill()
    const key = await aKey(server, there, { permissions: ['space:device:read'], tags: [roofThere] })
    await move()
    const answer = await server.call('GET', on(there), { key: key.id })
    expect(answer.status).toBe(200)
  })

  test('are logged once, in the audit log of the old space', async () => {
    const before = await entries()
    await callMove(here, here)
    await move()
    await callMove(here, there)
    const noted = (await entries()).slice(before.length)
    expect(noted).toMatchObject([
      {
        spaceId: here.id,
        actorName: admin.email,
        targetId: device.id,
        targetName: 'pump-one',
        before: { space: here.name },
        after: { space: there.name },
      },
    ])
  })
})

test('a system admin moves a device to any space', async () => {
  const { token } = await aUser(server, { systemRole: 'admin' })
  const foreign = await aSpace(server)
  expect((await callMove(here, foreign, token)).status).toBe(200)
})

describe('a move is refused', () => {
  const both = async (to: { id: string }, token = admin.token) => [
    await outcome(await effectsCall(here, to, token)),
    await outcome(await callMove(here, to, token)),
  ]
  const twice = (...answer: [number, string]) => [answer, answer]

  test('to the space of the device', async () => {
    expect(await both({ id: here.id.toUpperCase() })).toEqual(
      twice(400, 'space_id is the space that the device is in'),
    )
  })

  test('to a space that the person cannot see, or was only invited to', async () => {
    const foreign = await aSpace(server)
    const sentence = 'space_id is not the id of a space that you can see'
    expect(await both(foreign)).toEqual(twice(404, sentence))
    await aMember(server, foreign, 'admin', { user: admin, invited: true })
    expect(await both(foreign)).toEqual(twice(404, sentence))
  })

  test('to a space in which the person can only read', async () => {
    const foreign = await aSpace(server)
    await aMember(server, foreign, 'user', { user: admin })
    expect(await both(foreign)).toEqual(
      twice(403, 'forbidden: this needs the permission space:device:create'),
    )
  })

  test('from a space in which the person can only read', async () => {
    const reader = await aMember(server, here, 'user')
    const own = await aSpace(server, reader)
    expect(await both(own, reader.token)).toEqual(
      twice(403, 'forbidden: this needs the permission space:device:delete'),
    )
  })
})

describe('a move at the same time', () => {
  test('as uplinks stores each uplink once, in one of the two spaces', async () => {
    const [roof, roofThere] = [await aTag(server, here, 'roof'), await aTag(server, there, 'roof')]
    await aConnector(server, here, { tags: [roof] })
    await aConnector(server, there, { tags: [roofThere] })
    await server.db.insert(deviceTag).values({ spaceId: here.id, deviceId: device.id, tagId: roof.id })
    const other = await aDevice(server, here)
    const one = async (n: number) => (await anUplink(server, device, { body: { n } })).id
    const batch = async (n: number) => {
      const uplinks = [device, other, device].map(({ serial_number, token }, i) => ({
        serial_number,
        token,
        type: 'data',
        body: { n: n + i },
      }))
      const answer = await server.call('POST', '/devices/uplinks', { body: { uplinks } })
      const parts = api.messages.uplinks.answer.parse(await answer.json())
      return parts.map((part) => ('id' in part ? part.id : part.error)).filter((_, i) => i !== 1)
    }
    const sent: string[] = []
    for (let round = 0; round < 6; round++) {
      const [from, to] = round % 2 === 0 ? [here, there] : [there, here]
      const uplinks = Array.from({ length: 8 }, (_, i) => (i % 2 === 0 ? one(i) : batch(i)))
      const [moved, ...ids] = await Promise.all([callMove(from, to), ...uplinks])
      expect(moved.status).toBe(200)
      sent.push(...ids.flat())
    }
    const stored = await server.db.select().from(message).where(eq(message.deviceId, device.id))
    expect(stored.map(({ id }) => id).toSorted()).toEqual(sent.toSorted())
    expect(await messagesIn(here)).toHaveLength(stored.filter(({ spaceId }) => spaceId === here.id).length)
  })

  test('as another move succeeds for exactly one of them', async () => {
    const third = await aSpace(server, admin)
    const answers = await Promise.all([there, third, there, third].map(async (to) => callMove(here, to)))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409, 409])
    const inOne = [...(await listed(there)), ...(await listed(third))]
    expect(inOne).toEqual([device.id])
  })

  test('as downlinks leaves none pending for the moved device', async () => {
    const path = `/spaces/${here.id}/messages`
    const order = { device_id: device.id, type: 'data', body: {} }
    const [moved, ...created] = await Promise.all([
      callMove(here, there),
      ...Array.from({ length: 8 }, async () => call('POST', path, order)),
    ])
    expect(moved.status).toBe(200)
    for (const answer of created) expect([201, 409]).toContain(answer.status)
    const left = await messagesIn(here)
    expect(left.map(({ down_state }) => down_state)).toEqual(left.map(() => 'cancelled'))
    expect(left).toHaveLength(created.filter(({ status }) => status === 201).length)
  })

  test('as cancellations cancels each downlink once', async () => {
    const path = `/spaces/${here.id}/messages`
    const order = { device_id: device.id, type: 'data', body: {} }
    for (let i = 0; i < 6; i++) await call('POST', path, order)
    const waiting = await messagesIn(here)
    const [moved, ...answers] = await Promise.all([
      callMove(here, there),
      ...waiting.map(async ({ id }) => call('PUT', `${path}/${id}`, { down_state: 'cancelled' })),
    ])
    expect(moved.status).toBe(200)
    for (const { status } of answers) expect([200, 409]).toContain(status)
    for (const { id } of waiting)
      expect(await json(await call('GET', `${path}/${id}/events`))).toMatchObject([
        { type: 'downlink.scheduled' },
        { type: 'downlink.cancelled' },
      ])
  })

  test('as changes of tags leaves the device with tags of one of the two spaces', async () => {
    const roof = await aTag(server, here, 'roof')
    const roofThere = await aTag(server, there, 'roof')
    const input = { name: 'pump-one', comment: null, label: {}, tags: [roof] }
    const [moved, ...changed] = await Promise.all([
      callMove(here, there),
      ...Array.from({ length: 4 }, async () => call('PUT', on(here), input)),
      call('DELETE', `/spaces/${there.id}/tags/${roofThere.id}`),
    ])
    expect(moved.status).toBe(200)
    for (const { status } of changed) expect([200, 204, 409]).toContain(status)
    const left = await server.db
      .select()
      .from(deviceTag)
      .where(and(eq(deviceTag.spaceId, here.id), eq(deviceTag.deviceId, device.id)))
    expect(left).toEqual([])
  })
})
