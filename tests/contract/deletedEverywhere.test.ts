import { expect, test } from 'vitest'
import { api, endpoints } from '#contract'
import type { Endpoint } from '#contract/common'
import { isKeyPermission, KEY_PERMISSIONS } from '#contract/permissions'
import { deletion, deviceReplacement, deviceSession, firmwareJob, space } from '../../server/db/schema'
import { newId } from '../../server/services/common/ids'
import {
  aConnector,
  aDevice,
  aKey,
  aMember,
  aMessage,
  anEvent,
  aSpace,
  aTag,
  aUser,
  aVariable,
  type TestSpace,
} from '../support/builders'
import { aFilledSpace } from '../support/callers'
import { ROWS, SPACE } from '../support/callRows'
import { aDelivery } from '../support/deliveries'
import { serve } from '../support/serve'

// The worker that deletes the rest later does not run here.
const NOW = new Date('2026-11-21T08:20:00.000Z')
const server = await serve({ now: () => NOW })
const admin = await aUser(server, { systemRole: 'admin' })

/** Calls about the past: the audit log, the trash, and the installation, which counts all messages that ever came in. */
const ABOUT_THE_PAST = /\/audit|\/trash|\/admin\/installation$/
const READING = endpoints.filter(({ method, path }) => method === 'get' && !ABOUT_THE_PAST.test(path))

type Ids = Readonly<Record<string, string>>
const isNamedBy = (ids: Ids) => (endpoint: Endpoint) =>
  [...endpoint.path.matchAll(/\{(\w+)\}/g)].every(([, name = '']) => name in ids)

/** Answer of a call that reads. */
async function read({ path }: Endpoint, ids: Ids, who: { token?: string; key?: string }) {
  const query = ROWS[`get ${path}`]?.query ?? ''
  const answer = await server.call(
    'GET',
    path.replaceAll(/\{(\w+)\}/g, (_, name) => ids[name] ?? '') + query,
    who,
  )
  return { path, status: answer.status, text: await answer.text() }
}

const readAll = async (which: Endpoint[], ids: Ids, who: { token?: string; key?: string }) =>
  Promise.all(which.map((endpoint) => read(endpoint, ids, who)))

/** Creates a device with one of each record that a device can have. */
async function aFullDevice(
  given: TestSpace,
  { tag, connector }: Record<'tag' | 'connector', { id: string }>,
) {
  const device = await aDevice(server, given, { name: 'pump-house', tags: [tag] })
  const of = { spaceId: given.id, deviceId: device.id }
  const jobId = newId(NOW)
  const downlink = { type: 'shell', direction: 'down', downState: 'pending', body: '["info show"]' } as const
  const messageId = await aMessage(server, device, downlink)
  await anEvent(server, messageId)
  await server.db.insert(deviceSession).values({ ...of, sessionId: 1, up: {} })
  await server.db
    .insert(firmwareJob)
    .values({ ...of, id: jobId, firmwareId: 'one', target: 'app', scheduledAt: NOW })
  await server.db
    .insert(deviceReplacement)
    .values({ ...of, id: newId(NOW), createdAt: NOW, oldSerialNumber: '1', newSerialNumber: '2' })
  const { id: variableId } = await aVariable(server, given, { device_id: device.id })
  const route = { space: given, connector: { id: connector.id }, device }
  await aDelivery(server, route, { state: 'pending', tries: [{ success: false, status: 500 }] })
  const deliveryId = await aDelivery(server, route, { state: 'failed', tries: [{ success: false }] })
  return { ...of, messageId, jobId, variableId, deliveryId, sessionId: '1' }
}

test('after the deletion of a device every call answers as if it had never existed', async () => {
  const given = await aSpace(server)
  const tag = await aTag(server, given)
  const connector = await aConnector(server, given, { tags: [tag] })
  const { id: keyId } = await aKey(server, given, { tags: [tag], permissions: [...KEY_PERMISSIONS] })
  const stays = await aDevice(server, given, { name: 'pump-room', tags: [tag] })
  await aMessage(server, stays)
  await aDelivery(server, { space: given, connector, device: stays })
  const ids: Ids = {
    spaceId: given.id,
    tagId: tag.id,
    connectorId: connector.id,
    keyId,
    userId: given.owner.id,
  }
  const around = READING.filter(isNamedBy(ids))
  const people = [given.owner, admin]
  const answers = async () => Promise.all(people.map(({ token }) => readAll(around, ids, { token })))

  const before = await answers()
  const gone = await aFullDevice(given, { tag, connector })
  const changed = (await answers()).flat().filter(({ text }, i) => text !== before.flat()[i]?.text)
  expect(new Set(changed.map(({ path }) => path.replace(SPACE, '')))).toEqual(
    new Set([
      '/admin/devices',
      '/admin/devices/count',
      '/admin/overview',
      '/attention',
      '/connectors',
      '/connectors/outcomes',
      '/connectors/{connectorId}',
      '/connectors/{connectorId}/deliveries',
      '/connectors/{connectorId}/deliveries/count',
      '/connectors/{connectorId}/operation',
      '/connectors/{connectorId}/statistics',
      '/devices',
      '/devices/count',
      '/devices/search',
      '/firmware',
      '/overview',
      '/messages',
      '/messages/count',
      '/tags/usage',
      '/variables',
      '/variables/count',
    ]),
  )
  const within = READING.filter(
    (endpoint) => isNamedBy({ ...ids, ...gone })(endpoint) && !isNamedBy(ids)(endpoint),
  )
  const found = (await readAll(within, { ...ids, ...gone }, given.owner)).filter(
    ({ status }) => status === 200,
  )
  expect(found.length).toBeGreaterThan(7)

  const deleted = await server.call('DELETE', `/spaces/${given.id}/devices/${gone.deviceId}`, given.owner)
  expect(deleted.status).toBe(204)
  expect(await answers()).toEqual(before)
  const keyed = within.filter(
    ({ access, permission }) =>
      access === 'bearerOrKey' && [permission ?? []].flat().every((one) => isKeyPermission(one)),
  )
  for (const answered of [
    await readAll(within, { ...ids, ...gone }, given.owner),
    await readAll(within, { ...ids, ...gone }, admin),
    await readAll(keyed, { ...ids, ...gone }, { key: keyId }),
  ])
    for (const { path, status } of answered) expect([path, status]).toEqual([path, 404])
  const named = await server.call(
    'GET',
    `/spaces/${given.id}/messages?device_id=${gone.deviceId}`,
    given.owner,
  )
  expect(named.status).toBe(400)
  expect(await server.db.$count(deletion)).toBe(1)
})

test('after the deletion of a space nobody can read anything in it', async () => {
  const filled = await aFilledSpace(server)
  const { owner, id } = filled.space
  const member = await aMember(server, filled.space, 'admin')
  const { id: key } = await aKey(server, filled.space)
  const users: Ids = { userId: owner.id }
  const around = READING.filter(isNamedBy(users))
  const { deviceId, messageId, jobId, variableId, connectorId, deliveryId, keyId, tagId } = filled.ids
  const things = [deviceId, messageId, jobId, variableId, connectorId, deliveryId, keyId, tagId]
  const traces = [id, filled.space.name, ...things]
  const tracesIn = async () => {
    const answers = await Promise.all(
      [owner, member, admin].map(({ token }) => readAll(around, users, { token })),
    )
    const texts = answers.flat()
    return texts.filter(({ text }) => traces.some((trace) => text.includes(trace))).map(({ path }) => path)
  }
  expect(new Set(await tracesIn())).toEqual(
    new Set(['/admin/users', '/admin/users/{userId}', '/admin/devices', '/admin/spaces', '/spaces']),
  )
  const inside = READING.filter(({ path }) => path.startsWith(SPACE))
  const totals = async () =>
    api.installation.get.answer.parse(await (await server.call('GET', '/admin/installation', admin)).json())
  const before = await totals()

  expect((await server.call('DELETE', `/spaces/${id}`, owner)).status).toBe(204)
  expect(await tracesIn()).toEqual([])
  for (const { token } of [owner, member, admin])
    for (const { path, status } of await readAll(inside, filled.ids, { token }))
      expect([path, status]).toEqual([path, 404])
  const keyed = inside.filter(({ access }) => access === 'bearerOrKey')
  for (const { path, status } of await readAll(keyed, filled.ids, { key }))
    expect([path, status]).toEqual([path, 401])
  const after = await totals()
  const { spaces, devices, connectors } = before.totals
  expect(after.totals).toMatchObject({
    spaces: spaces - 1,
    devices: devices - 1,
    // Two of them have replays.
    connectors: connectors - 3,
  })
  expect(await server.db.$count(space)).toBe(after.totals.spaces)
})
