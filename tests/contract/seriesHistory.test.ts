import { expect, test } from 'vitest'
import type { Device } from '#contract/devices'
import { historyApi, MARKS_MAX } from '#contract/series'
import { deviceReplacement, deviceSession, firmwareJob } from '../../server/db/schema'
import { newId } from '../../server/services/common/ids'
import { aDevice, aKey, aMessage, aSpace, aTag } from '../support/builders'
import { findValues } from '../support/series'
import { serveSpace } from '../support/serve'
import { anUplink } from '../support/uplink'

const { server, space } = await serveSpace()
const { token } = space.owner
const at = (path: string) => `/spaces/${space.id}${path}`
const get = async (path: string, who: { token?: string; key?: string } = { token }) =>
  server.call('GET', at(path), who)

const year = { after: '2026-01-01T00:00:00Z', before: '2027-01-01T00:00:00Z' }
const hour = (hours: number) => new Date(Date.UTC(2026, 4, 1, hours))

/** Exports all values, page by page. */
async function exported(query: Record<string, string | string[]>, limit = 3) {
  const found: unknown[] = []
  for (let cursor: string | undefined; ; ) {
    const search = new URLSearchParams({ ...year, limit: String(limit), ...(cursor && { cursor }) })
    for (const [name, values] of Object.entries(query))
      for (const value of [values].flat()) search.append(`${name}[]`, value)
    const answer = await get(`/series/points/export?${search}`)
    const page = historyApi.export.answer.parse(await answer.json())
    found.push(...page.map(({ device_id, path, at: time, value }) => [device_id, path, time, value]))
    cursor = page.at(-1)?.id
    if (page.length < limit) return found
  }
}

test('all values of series are exported page by page, each once', async () => {
  const devices = [await aDevice(server, space), await aDevice(server, space)]
  const list = Array.from({ length: 90 }, (_, i) => ({ ts: hour(12 * i).getTime(), v: i, w: i - 1000 }))
  for (const device of devices) await anUplink(server, device, { body: { list } })
  await findValues(server)
  const ids = devices.map(({ id }) => id).toSorted()
  const expected = ids.flatMap((id) =>
    ['list.v', 'list.w'].flatMap((path) =>
      list.map(({ ts, v, w }) => [id, path, new Date(ts).toISOString(), path === 'list.v' ? v : w]),
    ),
  )
  for (const limit of [7, 1000])
    expect(await exported({ device_id: ids, path: ['list.v', 'list.w', 'nothing'] }, limit)).toEqual(expected)
})

test('an export has only values in the range, and refuses unknown parameters', async () => {
  const device = await aDevice(server, space)
  const list = [0, 1, 2, 30].map((h) => ({ ts: hour(h).getTime(), v: h }))
  await anUplink(server, device, { body: { list } })
  await findValues(server)
  const ask = async (more: string) => get(`/series/points/export?device_id=${device.id}&path=list.v&${more}`)
  const values = await (await ask(`after=${hour(1).toISOString()}&before=${hour(2).toISOString()}`)).json()
  expect(historyApi.export.answer.parse(values).map(({ value }) => value)).toEqual([1, 2])
  const wrong = await ask(`${new URLSearchParams(year)}&cursor=nothing`)
  expect([wrong.status, await wrong.text()]).toEqual([400, 'cursor is not the id of a value'])
  const stranger = await aDevice(server, await aSpace(server))
  expect(
    (await get(`/series/points/export?device_id=${stranger.id}&path=a&${new URLSearchParams(year)}`)).status,
  ).toBe(400)
})

test('events of a device are listed: hardware, firmware, boots', async () => {
  const device = await aDevice(server, space)
  const of = { spaceId: space.id, deviceId: device.id }
  await server.db.insert(deviceReplacement).values({
    ...of,
    id: newId(hour(1)),
    createdAt: hour(1),
    oldSerialNumber: '1',
    newSerialNumber: '2',
    by: null,
  })
  const job = { ...of, firmwareId: 'sense-v2', target: 'app', scheduledAt: hour(0) }
  await server.db.insert(firmwareJob).values([
    {
      ...job,
      id: newId(hour(2)),
      state: 'succeeded',
      updatedAt: hour(2),
      firmwareName: 'sense',
      firmwareVersion: 'v2.1',
    },
    { ...job, id: newId(hour(3)), state: 'failed', updatedAt: hour(3) },
  ])
  await server.db
    .insert(deviceSession)
    .values({ ...of, sessionId: hour(4).getTime() / 1000, up: {}, createdAt: hour(4) })
  const marks = async (from: number, to: number) => {
    const range = new URLSearchParams({ after: hour(from).toISOString(), before: hour(to).toISOString() })
    return historyApi.marks.answer.parse(
      await (await get(`/devices/${device.id}/series/marks?${range}`)).json(),
    )
  }
  expect(await marks(0, 10)).toEqual([
    { at: hour(1).toISOString(), kind: 'replaced', before: '1', after: '2' },
    { at: hour(2).toISOString(), kind: 'firmware', before: null, after: 'sense v2.1' },
    { at: hour(4).toISOString(), kind: 'boot', before: null, after: null },
  ])
  expect(await marks(2, 3)).toMatchObject([{ kind: 'firmware' }])

  const boots = Array.from({ length: MARKS_MAX + 5 }, (_, i) => new Date(hour(20).getTime() + 1000 * i))
  await server.db
    .insert(deviceSession)
    .values(boots.map((time) => ({ ...of, sessionId: time.getTime() / 1000, up: {}, createdAt: time })))
  const many = await marks(0, 100)
  expect(many).toHaveLength(MARKS_MAX)
  expect(many.at(-1)?.at).toBe(boots.at(-1)?.toISOString())
})

test('a moved device has a seam in both spaces', async () => {
  const device = await aDevice(server, space)
  const other = await aSpace(server, space.owner)
  const moved = await server.call('POST', at(`/devices/${device.id}/move`), {
    token,
    body: { space_id: other.id },
  })
  expect(moved.status).toBe(200)
  const kinds = async (spaceId: string) => {
    const path = `/spaces/${spaceId}/devices/${device.id}/series/marks?after=2020-01-01&before=2099-01-01`
    const answer = await server.call('GET', path, { token })
    return historyApi.marks.answer.parse(await answer.json()).map(({ kind }) => kind)
  }
  expect(await kinds(space.id)).toEqual(['moved_away'])
  expect(await kinds(other.id)).toEqual(['moved_here'])
})

/** Derives the values of all messages of a device. */
async function derive({ id }: Pick<Device, 'id'>) {
  await server.db.$client.query(
    `update device_contact set history_from = '2026-01-01T00:00:00Z' where device_id = $1`,
    [id],
  )
  await findValues(server)
}

async function messageOf({ id }: Pick<Device, 'id'>, path: string, time: Date) {
  const query = new URLSearchParams({ path, at: time.toISOString() })
  const answer = await get(`/devices/${id}/series/message?${query}`)
  return historyApi.message.answer.parse(await answer.json()).message_id
}

test('the message of a value is found: the last one with that reading, whenever it came', async () => {
  const device = await aDevice(server, space)
  const send = async (hours: number, body: unknown) =>
    aMessage(server, device, { at: hour(hours), body: JSON.stringify(body) })
  const reading = (hours: number) => ({ list: [{ ts: hour(hours).getTime(), v: 1 }] })
  const early = await send(0, reading(5))
  const own = await send(1, { level: 1 })
  await send(2, { level: 1, ...reading(1) })
  const late = await send(3, reading(1))
  await derive(device)
  expect(await messageOf(device, 'level', hour(1))).toBe(own)
  expect(await messageOf(device, 'list.v', hour(1))).toBe(late)
  expect(await messageOf(device, 'list.v', hour(5))).toBe(early)
  expect(await messageOf(device, 'level', hour(4))).toBeNull()
})

test('the message of a value is found behind thousands of others, by its own time and by that of its items', async () => {
  const device = await aDevice(server, space)
  const days = 20
  await server.db.$client.query(
    `insert into message (space_id, created_at, id, device_id, type, direction, body)
     select $1, at, gen_random_uuid(), $2, 'data', 'up', '{"level":1}'
     from generate_series($3::timestamptz, $4, interval '10 minutes') as at`,
    [space.id, device.id, hour(0), hour(24 * days)],
  )
  const at = hour(24 * days + 1)
  const stayed = await aMessage(server, device, { at, measuredAt: hour(5), body: '{"tank":{"level":2}}' })
  const list = [{ ts: hour(6).getTime(), v: 3 }]
  const logged = await aMessage(server, device, { at, body: JSON.stringify({ list }) })
  await derive(device)
  expect(await messageOf(device, 'tank.level', hour(5))).toBe(stayed)
  expect(await messageOf(device, 'list.v', hour(6))).toBe(logged)
})

test('a key with tags sees only the seams, values and messages of its devices', async () => {
  const tag = await aTag(server, space)
  const seen = await aDevice(server, space, { tags: [{ id: tag.id }] })
  const unseen = await aDevice(server, space)
  const { id: key } = await aKey(server, space, {
    permissions: ['space:device:read', 'space:message:read', 'space:message:series:read'],
    tags: [{ id: tag.id }],
  })
  const range = new URLSearchParams(year)
  for (const [id, one, some] of [
    [seen.id, 200, 200],
    [unseen.id, 404, 400],
  ] as const) {
    expect((await get(`/devices/${id}/series/marks?${range}`, { key })).status).toBe(one)
    expect((await get(`/devices/${id}/series/message?path=a&at=2026-01-01`, { key })).status).toBe(one)
    expect((await get(`/series/points/export?device_id=${id}&path=a&${range}`, { key })).status).toBe(some)
  }
})
