import fc from 'fast-check'
import { expect, test } from 'vitest'
import { DAY, HOUR } from '#contract/common/durations'
import type { Device } from '#contract/devices'
import { readingsOf, SERIES_MAX, seriesApi } from '#contract/series'
import { deleteNext } from '../../server/services/background/deletion'
import { FEW } from '../../server/services/series/store/downsample'
import { startHistory } from '../../server/workers/derived'
import { aDevice, aKey, aMessage, aSpace, aTag } from '../support/builders'
import { findValues } from '../support/series'
import { serveSpace } from '../support/serve'
import { anUplink } from '../support/uplink'

const { server, space } = await serveSpace({ settings: { trashDays: 0 } })
const pool = server.db.$client
const { token } = space.owner

const catchUp = async () => findValues(server)

const at = (path: string) => `/spaces/${space.id}${path}`

async function seriesOf({ id }: Pick<Device, 'id'>) {
  const answer = await server.call('GET', at(`/devices/${id}/series`), { token })
  return seriesApi.list.answer.parse(await answer.json())
}

const everything = { after: '2026-01-01T00:00:00Z', before: '2027-01-01T00:00:00Z' }

function questionOf(ids: string[], paths: string[], range: Record<string, string> = everything) {
  const query = new URLSearchParams(range)
  for (const id of ids) query.append('device_id[]', id)
  for (const path of paths) query.append('path[]', path)
  return at(`/series/points?${query}`)
}

async function pointsOf(...question: Parameters<typeof questionOf>) {
  const answer = await server.call('GET', questionOf(...question), { token })
  return seriesApi.points.answer.parse(await answer.json())
}

test('series of a device and their values over time are found automatically', async () => {
  const device = await aDevice(server, space)
  const first = await anUplink(server, device, { body: { thermometer: { temperature: 21.5 }, door: true } })
  const second = await anUplink(server, device, { body: { thermometer: { temperature: 22 }, door: true } })
  await catchUp()
  expect(await seriesOf(device)).toEqual([
    {
      path: 'thermometer.temperature',
      label: 'temperature',
      unit: '°C',
      decimals: null,
      is_pinned: false,
      is_hidden: false,
      is_boolean: false,
      first_at: first.created_at,
      last_at: second.created_at,
      last_value: 22,
      count: 2,
    },
    expect.objectContaining({ path: 'door', label: 'door', unit: null, is_boolean: true, last_value: 1 }),
  ])
  const [points] = await pointsOf([device.id], ['thermometer.temperature'])
  expect(points).toEqual({
    device_id: device.id,
    path: 'thermometer.temperature',
    points: [
      [Date.parse(first.created_at), 21.5],
      [Date.parse(second.created_at), 22],
    ],
    is_boolean: false,
    is_thinned: false,
    summary: { count: 2, least: 21.5, greatest: 22, mean: 21.75 },
  })
})

test('only data messages of the device have values', async () => {
  const device = await aDevice(server, space)
  await anUplink(server, device, { type: 'session', body: { up: { boots: 1 } } })
  await aMessage(server, device, { direction: 'down', body: '{"level":1}' })
  await anUplink(server, device, { body: '"no number"' })
  await catchUp()
  expect(await seriesOf(device)).toEqual([])
})

test('values of several devices in the range are read with one call', async () => {
  const devices = await Promise.all([aDevice(server, space), aDevice(server, space)])
  const measurements = [1, 2, 3].map((hour) => ({ timestamp: `2026-05-01T0${hour}:00:00Z`, level: hour }))
  for (const device of devices) await anUplink(server, device, { body: { measurements } })
  await catchUp()
  const ids = devices.map(({ id }) => id)
  const range = { after: '2026-05-01T02:00:00Z', before: '2026-05-01T03:00:00Z' }
  const found = await pointsOf(ids, ['measurements.level'], range)
  const expected = [2, 3].map((hour) => [Date.UTC(2026, 4, 1, hour), hour])
  expect(found.map(({ device_id }) => device_id).toSorted()).toEqual(ids.toSorted())
  expect(found.map(({ points }) => points)).toEqual([expected, expected])
})

test('a day with one reading is drawn at every width', async () => {
  const device = await aDevice(server, space)
  await anUplink(server, device, { body: { list: [{ ts: '2026-05-01T12:00:00.000Z', level: 7 }] } })
  await catchUp()
  const day = { after: '2026-05-01T00:00:00.000Z', before: '2026-05-01T23:59:59.999Z' }
  for (const width of ['14', '333', '1536']) {
    const [found] = await pointsOf([device.id], ['list.level'], { ...day, width })
    expect(found?.points).toEqual([[Date.UTC(2026, 4, 1, 12), 7]])
  }
})

test('a call for nothing, for too much or for another space is refused', async () => {
  const device = await aDevice(server, space)
  const other = await aSpace(server)
  const stranger = await aDevice(server, other)
  const ask = async (...question: Parameters<typeof questionOf>) => {
    const answer = await server.call('GET', questionOf(...question), { token })
    return [answer.status, await answer.text()]
  }
  expect(await ask([device.id], [])).toEqual([400, 'path is required'])
  const many = Array.from({ length: 21 }, (_, i) => `p${i}`)
  expect(await ask([device.id], many)).toEqual([400, 'path must have at most 20 paths'])
  expect(await ask([stranger.id], ['level'])).toEqual([400, 'device_id is the id of no device in this space'])
  const list = await server.call('GET', at(`/devices/${stranger.id}/series`), { token })
  expect(list.status).toBe(404)
})

test('a key with tags sees only the values of its devices', async () => {
  const tag = await aTag(server, space)
  const seen = await aDevice(server, space, { tags: [{ id: tag.id }] })
  const unseen = await aDevice(server, space)
  for (const device of [seen, unseen]) await anUplink(server, device, { body: { level: 1 } })
  await catchUp()
  const key = await aKey(server, space, {
    permissions: ['space:message:series:read'],
    tags: [{ id: tag.id }],
  })
  const status = async (path: string) => (await server.call('GET', path, { key: key.id })).status
  expect(await status(at(`/devices/${seen.id}/series`))).toBe(200)
  expect(await status(at(`/devices/${unseen.id}/series`))).toBe(404)
  expect(await status(questionOf([seen.id], ['level']))).toBe(200)
  expect(await status(questionOf([seen.id, unseen.id], ['level']))).toBe(400)
})

test('series beyond the limit are left out', async () => {
  const device = await aDevice(server, space)
  const many = Object.fromEntries(Array.from({ length: SERIES_MAX }, (_, i) => [`value_${i}`, i]))
  await anUplink(server, device, { body: many })
  await catchUp()
  await anUplink(server, device, { body: { late: 1, value_0: 7 } })
  await catchUp()
  const series = await seriesOf(device)
  expect(series).toHaveLength(SERIES_MAX)
  expect(series.find(({ path }) => path === 'value_0')).toMatchObject({ last_value: 7, count: 2 })
})

test('a deleted device leaves no values', async () => {
  const device = await aDevice(server, space)
  await anUplink(server, device, { body: { level: 1 } })
  await catchUp()
  await server.call('DELETE', at(`/devices/${device.id}`), { token })
  while (await deleteNext(pool, async () => undefined));
  const rows = async (table: string) =>
    (await pool.query(`select from ${table} where device_id = $1`, [device.id])).rowCount
  expect(await rows('series')).toBe(0)
  expect(await rows('series_day')).toBe(0)
})

test('the worker finds values automatically, and stops', async () => {
  const device = await aDevice(server, space)
  const worker = startHistory(server.deps, { period: 10, failed: 10 })
  await anUplink(server, device, { body: { level: 1 } })
  await expect.poll(() => seriesOf(device)).toMatchObject([{ path: 'level', last_value: 1 }])
  await worker.stop()
})

test.each([
  { of: 'few values', others: 0 },
  { of: 'many values', others: FEW },
])(
  'when a pixel is longer than a day, a day of $of has its first, least, greatest and last value at their times',
  async ({ others }) => {
    const device = await aDevice(server, space)
    const at = (hour: number) => Date.UTC(2026, 4, 1, hour)
    const more = Array.from({ length: others }, (_, i) => ({ ts: at(12) + 1000 * (i + 1), v: 3 }))
    const list = [7, 5, 1, 3, 9, 4].map((v, i) => ({ ts: at(4 * i), v })).concat(more)
    for (const some of [list.slice(3), list.slice(0, 3)]) {
      await anUplink(server, device, { body: { list: some } })
      await catchUp()
    }
    const read = async () => (await pointsOf([device.id], ['list.v'], { ...everything, width: '100' }))[0]
    const points = [
      [at(0), 7],
      [at(8), 1],
      [at(16), 9],
      [at(20), 4],
    ]
    expect(await read()).toMatchObject({ is_thinned: true, points })
    // Rows of a version that did not store these times.
    await pool.query(
      'update series_day set first_at = null, min_at = null, max_at = null, last_at = null where device_id = $1',
      [device.id],
    )
    expect((await read())?.points).toEqual(expect.arrayContaining(points))
    // Rows of a version that stored all of them for few values too.
    await pool.query(
      `update series_day set first_at = 0, first = 7, min_at = 28800000, min = 1, max_at = 57600000, max = 9, last_at = 72000000, last = 4
       where device_id = $1`,
      [device.id],
    )
    expect(await read()).toMatchObject({ is_thinned: true, points })
    await anUplink(server, device, { body: { list: [{ ts: at(18), v: 10 }] } })
    await catchUp()
    expect((await read())?.points).toEqual([...points.slice(0, 2), [at(18), 10], ...points.slice(3)])
  },
)

test('a day with few values takes little more than its keys and values', async () => {
  const device = await aDevice(server, space)
  await anUplink(server, device, { body: { level: 21.5 } })
  await catchUp()
  const { rows } = await pool.query<{ bytes: number }>(
    'select pg_column_size(d) as bytes from series_day d where device_id = $1',
    [device.id],
  )
  expect(rows[0]?.bytes).toBeLessThan(100)
})

test('changing values are detected on days with few and with many values', async () => {
  const start = Date.UTC(2026, 4, 1)
  const list = (count: number) =>
    Array.from({ length: count }, (_, i) => ({ ts: start + 60_000 * i, a_flat: 5, b_rising: 100 + i * i }))
  for (const count of [FEW, FEW + 1]) {
    const device = await aDevice(server, space)
    await anUplink(server, device, { body: { list: list(count) } })
    await catchUp()
    expect((await seriesOf(device)).map(({ path }) => path)).toEqual(['list.b_rising', 'list.a_flat'])
  }
})

test('a chart with long pixels has the least, greatest, first and last value of any range', async () => {
  const DAYS = 12
  const first = Date.UTC(2026, 1, 1)
  const device = await aDevice(server, space)
  const values = fc.sample(fc.integer({ min: -1000, max: 1000 }), { numRuns: 24 * DAYS, seed: 7 })
  const list = values.map((v, i) => ({ ts: first + i * HOUR, v }))
  await anUplink(server, device, { body: { list } })
  await catchUp()
  const local = fc.integer({ min: 0, max: DAYS - 1 }).chain((day) =>
    fc.integer({ min: -12, max: 14 }).map((zone) => {
      const after = first + day * DAY - zone * HOUR
      return { after, before: after + DAY, width: 1 }
    }),
  )
  const any = fc
    .record({
      after: fc.integer({ min: first - 30 * HOUR, max: first + 200 * HOUR }),
      length: fc.integer({ min: 0, max: 400 * HOUR }),
      width: fc.integer({ min: 1, max: 20 }),
    })
    .map(({ after, length, width }) => ({ after, before: after + length, width }))
  await fc.assert(
    fc.asyncProperty(fc.oneof(local, any), async ({ after, before, width }) => {
      const range = { after: new Date(after).toISOString(), before: new Date(before).toISOString() }
      const [found] = await pointsOf([device.id], ['list.v'], { ...range, width: String(width) })
      const all = list.flatMap(({ ts, v }): [number, number][] =>
        ts >= after && ts <= before ? [[ts, v]] : [],
      )
      const points = found?.points ?? []
      expect(points.length).toBeLessThanOrEqual(Math.max(4 * width, 0))
      expect(all).toEqual(expect.arrayContaining(points))
      expect([points[0], points.at(-1)]).toEqual([all[0], all.at(-1)])
      const endsOf = (some: [number, number][]) => [
        Math.min(...some.map(([, value]) => value)),
        Math.max(...some.map(([, value]) => value)),
      ]
      expect(endsOf(points)).toEqual(endsOf(all))
    }),
    { numRuns: 300 },
  )
})

test('a device whose values cannot be stored does not hold up others', async () => {
  const [broken, device] = [await aDevice(server, space), await aDevice(server, space)]
  await anUplink(server, broken, { body: { level: 1 } })
  await pool.query(
    `insert into series_day (space_id, device_id, number, day, points, count, min, max, first, last)
     select space_id, device_id, 1, current_date, '\\x00ff', 1, 0, 0, 0, 0 from device_contact where device_id = $1`,
    [broken.id],
  )
  await anUplink(server, device, { body: { level: 1 } })
  const worker = startHistory(server.deps, { period: 10, failed: 10 })
  await expect.poll(() => seriesOf(device)).toMatchObject([{ path: 'level' }])
  await worker.stop()
  await pool.query('delete from series_day where device_id = $1', [broken.id])
  await catchUp()
  expect(await seriesOf(broken)).toMatchObject([{ path: 'level', count: 1 }])
})

/** Expected history of messages: the value of the newest message for each path and time. */
function naive(messages: readonly { at: Date; body: unknown }[]) {
  const values = new Map<string, Map<number, number>>()
  for (const { at, body } of messages.toSorted((a, b) => a.at.getTime() - b.at.getTime()))
    for (const { path, at: time, value } of readingsOf(body, at.getTime(), at.getTime())) {
      const series = values.get(path) ?? new Map<number, number>()
      values.set(path, series.set(time, value))
    }
  return new Map(
    Array.from(values, ([path, series]) => [path, Array.from(series).toSorted(([a], [b]) => a - b)]),
  )
}

const START = Date.UTC(2026, 2, 1)
const aTime = fc.integer({ min: 0, max: 400 }).map((hours) => START + hours * HOUR)
const aBody = fc.oneof(
  fc.record({ level: fc.integer({ min: -50, max: 50 }).map((n) => n / 10), door: fc.boolean() }),
  fc
    .array(fc.record({ ts: aTime, v: fc.integer({ min: 0, max: 9 }) }), { maxLength: 5 })
    .map((list) => ({ list })),
)

test('the history is that of all messages, in any order, even when repeated or late', {
  timeout: 60_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(fc.record({ time: aTime, body: aBody }), {
        selector: ({ time }) => time,
        maxLength: 30,
      }),
      fc.array(fc.boolean(), { maxLength: 30 }),
      async (sent, isBefore) => {
        const device = await aDevice(server, space)
        const mark = async (time: Date) =>
          pool.query(
            `update device_contact set history_from = least(history_from, $2) where device_id = $1`,
            [device.id, time],
          )
        const messages = sent.map(({ time, body }) => ({ at: new Date(time), body }))
        for (const [i, { at, body }] of messages.entries()) {
          await aMessage(server, device, { at, body: JSON.stringify(body) })
          await mark(at)
          if (isBefore[i]) await catchUp()
        }
        await catchUp()
        const expected = naive(messages)
        const paths = Array.from(expected.keys())
        const found = paths.length > 0 ? await pointsOf([device.id], paths) : []
        expect(new Map(found.map(({ path, points }) => [path, points]))).toEqual(expected)
        const listed = (await seriesOf(device)).map(({ path, count, last_value }) => [
          path,
          count,
          last_value,
        ])
        const last = Array.from(expected, ([path, points]) => [path, points.length, points.at(-1)?.[1]])
        expect(new Map(listed.map((one) => [one[0], one]))).toEqual(new Map(last.map((one) => [one[0], one])))
      },
    ),
    { numRuns: 15 },
  )
})
