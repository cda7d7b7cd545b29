import { beforeEach, expect, test } from 'vitest'
import { DAY, MINUTE } from '#contract/common/durations'
import { historyApi, type SeriesValue, seriesApi } from '#contract/series'
import type { HistoryRules } from '../../server/config/config'
import { keepHouse } from '../../server/services/administration/housekeeping'
import { FEW } from '../../server/services/series/store/downsample'
import { forgetOldValues } from '../../server/services/series/store/retention'
import { aDevice, aSpace, type TestSpace } from '../support/builders'
import { findValues } from '../support/series'
import { serve } from '../support/serve'
import { anUplink } from '../support/uplink'

const NOW = Date.parse('2026-11-21T08:00:00.000Z')
const history: HistoryRules = { thinDays: 60, retentionDays: 365 }
const server = await serve({ now: () => new Date(NOW), settings: { history } })
const pool = server.db.$client
let space: TestSpace
let device: Awaited<ReturnType<typeof aDevice>>

beforeEach(async () => {
  space = await aSpace(server)
  device = await aDevice(server, space)
})

/** Sends values of one day, a minute apart, from noon on. */
async function send(daysAgo: number, values: readonly number[], path = 'level', from = device) {
  const noon = Math.floor(NOW / DAY) * DAY - daysAgo * DAY + DAY / 2
  for (const [i, value] of values.entries())
    await anUplink(server, from, {
      at: new Date(noon + i * MINUTE).toISOString(),
      body: { [path]: value },
    })
  await findValues(server)
}

const get = async (path: string) =>
  (await server.call('GET', `/spaces/${space.id}${path}`, { token: space.owner.token })).json()

/** Values of a series by days ago. */
async function valuesOf(path = 'level', of = device) {
  const query = new URLSearchParams({
    'device_id[]': of.id,
    'path[]': path,
    after: '2020-01-01T00:00:00Z',
    before: '2027-01-01T00:00:00Z',
  })
  const found: SeriesValue[] = historyApi.export.answer.parse(await get(`/series/points/export?${query}`))
  const days = new Map<number, number[]>()
  for (const { at, value } of found) {
    const ago = Math.floor(NOW / DAY) - Math.floor(Date.parse(at) / DAY)
    days.set(ago, [...(days.get(ago) ?? []), value])
  }
  return Object.fromEntries(days)
}

const seriesOf = async () => seriesApi.list.answer.parse(await get(`/devices/${device.id}/series`))
const forget = async (rules = history) => forgetOldValues(server.deps, rules)

const LEVELS = [5, 6, 1, 2, 9, 3, 4]

test('values of older days are thinned to their outline, and still older ones deleted', async () => {
  for (const ago of [400, 100, 10]) await send(ago, LEVELS)
  await forget()
  await forget()
  expect(await valuesOf()).toEqual({ 100: [5, 1, 9, 4], 10: LEVELS })
  const noon = new Date(Math.floor(NOW / DAY) * DAY - 100 * DAY + DAY / 2).toISOString()
  expect(await seriesOf()).toMatchObject([{ path: 'level', count: 4 + LEVELS.length, first_at: noon }])
})

test('a series begins with its first remaining value, and a chart of years looks the same as before', async () => {
  const many = [5, 6, 1, 2, 9, ...Array.from({ length: FEW }, () => 3), 4]
  const range = '&after=2020-01-01T00:00:00Z&before=2027-01-01T00:00:00Z&width=100'
  for (const values of [LEVELS, many]) {
    device = await aDevice(server, space)
    await send(200, values)
    const chart = async () =>
      seriesApi.points.answer.parse(await get(`/series/points?device_id[]=${device.id}&path[]=level${range}`))
    const before = await chart()
    expect(before[0]?.points.map(([, value]) => value)).toEqual([5, 1, 9, 4])
    await send(400, values)
    await forget()
    expect([await chart(), await valuesOf()]).toEqual([before, { 200: [5, 1, 9, 4] }])
    expect(await seriesOf()).toMatchObject([
      { first_at: new Date(before[0]?.points[0]?.[0] ?? 0).toISOString() },
    ])
  }
})

test('without a rule nothing is deleted', async () => {
  await send(2000, LEVELS)
  await forget({})
  await keepHouse(server.deps, { messageRetentionDays: undefined, deliveryRetentionDays: 30 })
  expect(await valuesOf()).toEqual({ 2000: LEVELS })
})

test('a series without remaining values is deleted, and later values start a new one', async () => {
  await send(400, [1], 'old')
  await send(10, [2], 'kept')
  await forget()
  expect((await seriesOf()).map(({ path }) => path)).toEqual(['kept'])
  await send(5, [3], 'new')
  expect([await valuesOf('kept'), await valuesOf('new')]).toEqual([{ 10: [2] }, { 5: [3] }])
})

test('late values of a thinned day are thinned with it', async () => {
  await send(100, LEVELS)
  await forget()
  await send(100, [0, 0, 0, 20, 0, 0, 0, 0, 0, 7])
  await forget()
  expect(await valuesOf()).toEqual({ 100: [0, 20, 7] })
})

test('a device that is being written is thinned later, and does not hold up others', async () => {
  const other = await aDevice(server, space)
  await send(400, LEVELS)
  await send(400, LEVELS, 'level', other)
  const client = await pool.connect()
  await client.query('begin')
  await client.query('select from device_contact where device_id = $1 for no key update', [device.id])
  await forget()
  await client.query('rollback')
  client.release()
  expect([await valuesOf(), await valuesOf('level', other)]).toEqual([{ 400: LEVELS }, {}])
  await forget()
  expect(await valuesOf()).toEqual({})
})

test('months without values are dropped', async () => {
  const months = async () => {
    const { rows } = await pool.query<{ name: string }>(
      `select inhrelid::regclass::text as name from pg_inherits where inhparent = 'series_day'::regclass`,
    )
    return rows.map(({ name }) => name)
  }
  await send(400, LEVELS)
  expect(await months()).toContain('series_day_2025_10')
  await keepHouse(server.deps, { messageRetentionDays: undefined, deliveryRetentionDays: 30, history })
  expect(await months()).not.toContain('series_day_2025_10')
  await send(400, [1])
  expect(Object.keys(await valuesOf())).toEqual(['400'])
})

test('the history of a device has the times before which it is deleted and thinned', async () => {
  await pool.query(`update device set created_at = '2020-01-01' where id = $1`, [device.id])
  const marks = async (after: string) =>
    historyApi.marks.answer.parse(
      await get(`/devices/${device.id}/series/marks?after=${after}&before=2027-01-01T00:00:00Z`),
    )
  expect(await marks('2020-01-01T00:00:00Z')).toEqual([
    { at: '2025-11-21T00:00:00.000Z', kind: 'deleted', before: null, after: '365' },
    { at: '2026-09-22T00:00:00.000Z', kind: 'thinned', before: null, after: '60' },
  ])
  expect(await marks('2026-10-01T00:00:00Z')).toEqual([])
  device = await aDevice(server, space)
  expect(await marks('2020-01-01T00:00:00Z')).toEqual([])
})
