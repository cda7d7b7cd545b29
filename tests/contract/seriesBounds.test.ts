import { setImmediate as nextPass } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { alertRulesApi } from '#contract/alerts'
import { DAY, HOUR } from '#contract/common/durations'
import { historyApi, latestApi, type Reading, seriesApi, VALUES_MAX } from '#contract/series'
import { inTransaction } from '../../server/db/database'
import { ensureHistoryPartitions } from '../../server/db/partitions'
import { followMissing } from '../../server/services/alerts/evaluation/missing'
import { addValues } from '../../server/services/series/store/addValues'
import { aDevice, aSpace } from '../support/builders'
import { serveSpace } from '../support/serve'

const { server, space } = await serveSpace()
const pool = server.db.$client
const { token } = space.owner

const START = Date.UTC(2026, 4, 1)

type Query = Record<string, string | number | readonly string[]>

async function ask(path: string, query: Query) {
  const given = new URLSearchParams()
  for (const [name, value] of Object.entries(query))
    for (const one of [value].flat()) given.append(name, String(one))
  return server.call('GET', `/spaces/${space.id}/series/${path}?${given}`, { token })
}

const refused = async (path: string, query: Query) => {
  const answer = await ask(path, query)
  return [answer.status, await answer.text()]
}

const pointsOf = async (query: Query) => {
  const answer = await ask('points', query)
  return seriesApi.points.answer.parse(await answer.json())
}

/** Gives a device values, one every `every` milliseconds. */
async function addHistory(
  deviceId: string,
  paths: readonly string[],
  count: number,
  every: number,
  start = START,
) {
  const months = [start, start + count * every].map((time) => isoOf(time).slice(0, 7))
  await ensureHistoryPartitions(pool, [...new Set(months)])
  const readings = (path: string): Reading[] =>
    Array.from({ length: count }, (_, i) => ({
      path,
      at: start + i * every,
      value: i % 100,
      isBoolean: false,
    }))
  const found = new Map(paths.map((path) => [path, readings(path)]))
  const receivedAt = new Date(start + count * every)
  await inTransaction(pool, async (_, client) =>
    addValues(client, space.id, [{ deviceId, readings: found, receivedAt }]),
  )
}

const isoOf = (time: number) => new Date(time).toISOString()
const daysFrom = (count: number) => ({ after: isoOf(START), before: isoOf(START + count * DAY - 1) })

const names = (count: number) => Array.from({ length: count }, (_, i) => `value_${i}`)

test('the pixels of a chart and the series of last values are limited, and a refusal names the limit', async () => {
  const { id } = await aDevice(server, space)
  const chart = { device_id: id, path: names(20), ...daysFrom(1) }
  expect((await ask('points', { ...chart, width: 2000 })).status).toBe(200)
  expect(await refused('points', { ...chart, width: 2001 })).toEqual([
    400,
    'width must be at most 2000 for 1 devices and 20 paths',
  ])
  const ids = Array.from({ length: 100 }, (_, i) => `${id.slice(0, -3)}${String(i).padStart(3, '0')}`)
  expect(await refused('latest', { device_id: ids, path: names(6) })).toEqual([
    400,
    'the query must be about at most 500 series: devices × paths',
  ])
  const latest = await ask('latest', { device_id: ids, path: names(5) })
  expect(latestApi.latest.answer.parse(await latest.json())).toEqual([])
})

test('very dense values are drawn and exported completely, in parts', async () => {
  const { id } = await aDevice(server, space)
  const [count, every] = [250_000, 800]
  await addHistory(id, ['level'], count, every)
  const chart = { device_id: id, path: 'level', ...daysFrom(3), width: 500 }
  const [found] = await pointsOf(chart)
  // Every value counts, drawn or not.
  const summary = { count, least: 0, greatest: 99, mean: 49.5 }
  expect(found).toMatchObject({ is_thinned: true, summary })
  expect(found?.points.length).toBeGreaterThan(1000)
  expect(found?.points.at(-1)).toEqual([START + (count - 1) * every, (count - 1) % 100])
  // Less than two pixels: all of them are readings.
  const few = { ...chart, before: isoOf(START + 10_000) }
  expect((await pointsOf(few))[0]?.points).toHaveLength(13)
  const cursor = `${id}:1:${START + (count - 4) * every}`
  const exported = await ask('points/export', { ...chart, width: '', cursor, limit: 10 })
  const values = historyApi.export.answer.parse(await exported.json())
  expect(values.map(({ at }) => Date.parse(at))).toEqual([3, 2, 1].map((i) => START + (count - i) * every))
})

test('a preview of a rule reads very dense values in parts', { tags: 'heavy' }, async () => {
  const { id } = await aDevice(server, space)
  const [count, every] = [250_000, 800]
  await addHistory(id, ['pressure'], count, every, Date.now() - 3 * DAY)
  const condition = { kind: 'above', path: 'pressure', limit: 98.5, end: null, readings: 1, seconds: 0 }
  const body = { condition, scope: { kind: 'devices', device_ids: [id] } }
  const answer = await server.call('POST', `/spaces/${space.id}/alert-rules/try`, { token, body })
  const trial = alertRulesApi.try.answer.parse(await answer.json())
  expect(trial).toMatchObject({ alert_count: count / 100, is_cut: false })
})

test('a preview of missing values yields to others between the days of a device', async () => {
  const { id } = await aDevice(server, space)
  const count = 50_000
  await addHistory(id, ['humidity'], count, 1000)
  let steps = 0
  const rest = (more = 0) => void (steps += more)
  const past = { spaceId: space.id, ids: [id], after: START, before: START + 2 * DAY, rest }
  const { found } = await followMissing(server.db, past, [
    { kind: 'missing', path: 'humidity', seconds: 3600 },
  ])
  expect(found).toEqual([[expect.objectContaining({ deviceId: id, endedAt: null })]])
  expect(steps).toBe(count)
})

test('with more values than a chart reads, a week is answered by outlines of days, and a shorter range with a sentence', async () => {
  const { id } = await aDevice(server, space)
  await addHistory(id, ['level'], 240, HOUR)
  // As if there were so many.
  await pool.query('update series_day set count = $2 where device_id = $1', [id, VALUES_MAX / 5])
  const chart = { device_id: id, path: 'level', width: 1000 }
  expect((await pointsOf({ ...chart, ...daysFrom(5) }))[0]?.points).toHaveLength(120)
  expect(await refused('points', { ...chart, ...daysFrom(6) })).toEqual([
    400,
    `these series have more than ${VALUES_MAX} values in this time: ask for fewer of them, or for a shorter time`,
  ])
  const [week] = await pointsOf({ ...chart, ...daysFrom(7) })
  expect(week).toMatchObject({ is_thinned: true, summary: null })
  // Values rise and fall once in four days: on most days the first is the least, and the last the greatest.
  expect(new Set(week?.points.map(([time]) => Math.floor((time - START) / DAY)))).toHaveProperty('size', 7)
  expect(week?.points.length).toBeLessThanOrEqual(28)
})

test('very many days of many series are refused, even as outlines', async () => {
  const { id } = await aDevice(server, space)
  const paths = names(20)
  await addHistory(id, paths, 2, DAY)
  await pool.query(
    `update series set first_at = '2000-01-01', last_at = '2099-01-01' where device_id = $1 and space_id = $2`,
    [id, space.id],
  )
  const chart = { device_id: id, path: paths, after: '2000-01-01T00:00:00Z', width: 100 }
  const [found] = await pointsOf({ ...chart, before: '2020-01-01T00:00:00Z' })
  expect(found?.points).toEqual([])
  expect(await refused('points', { ...chart, before: '2030-01-01T00:00:00Z' })).toEqual([
    400,
    'these series have more than 150000 days in this time: ask for fewer of them, or for a shorter time',
  ])
})

test('while one person reads the largest charts, a light call of another is answered between their slices', async () => {
  const { id } = await aDevice(server, space)
  const other = await aSpace(server)
  const paths = names(20)
  await addHistory(id, paths, 8640, 300_000)
  const chart = { device_id: id, path: paths, ...daysFrom(30), width: 2000 }
  let drawn = 0
  const charts = Array.from({ length: 6 }, async () => {
    const found = await pointsOf(chart)
    drawn++
    return found
  })
  await nextPass()
  const light = await server.call('GET', '/profile/authentications', { token: other.owner.token })
  expect(light.status).toBe(200)
  expect(drawn).toBeLessThan(3)
  for (const found of await Promise.all(charts)) {
    expect(found).toHaveLength(20)
    expect(found.every(({ points }) => points.length > 2000)).toBe(true)
  }
})
