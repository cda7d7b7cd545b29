import { setImmediate as breathe } from 'node:timers/promises'
import { and, eq, inArray, type SQL } from 'drizzle-orm'
import { inOrder, labelsOf, type PointsQuery, type Series, type SeriesPoints, unitOf } from '#contract/series'
import type { Db } from '../../db/database'
import { device } from '../../db/schema'
import { ApiError, notFound } from '../../errors'
import type { Caller } from '../common/caller'
import { carriesOne } from '../common/visibility'
import { devices } from '../devices/devices'
import type { OneDevice } from '../devices/hold'
import { dayOf, type Points, unpack } from './pack'
import { thin } from './thin'

const seen = (caller: Caller): SQL | undefined => carriesOne(caller, 'device', device)

const LIST = {
  name: 'series.list',
  text: `
    select s.path, s.is_boolean, s.first_at, s.last_at, s.last_value, d.count from series s, lateral (
      select coalesce(sum(d.count), 0)::float8 as count from series_day d
      where d.space_id = s.space_id and d.device_id = s.device_id and d.number = s.number
    ) d
    where s.space_id = $1 and s.device_id = $2`,
}

interface Row {
  path: string
  is_boolean: boolean
  first_at: Date
  last_at: Date
  last_value: number
  count: number
}

/** What a device measures, in the order in which people ask for it. @throws ApiError 404 for a device that the caller does not see */
export async function listSeries(
  db: Db,
  caller: Caller,
  { spaceId, deviceId }: OneDevice,
): Promise<Series[]> {
  if ((await db.$count(device, devices.is(spaceId, deviceId, seen(caller)))) === 0) throw notFound()
  const { rows } = await db.$client.query<Row>({ ...LIST, values: [spaceId, deviceId] })
  const labels = labelsOf(rows.map(({ path }) => path))
  return inOrder(rows).map(({ path, is_boolean, first_at, last_at, last_value, count }) => ({
    path,
    label: labels.get(path) ?? path,
    unit: is_boolean ? null : unitOf(path),
    is_boolean,
    first_at: first_at.toISOString(),
    last_at: last_at.toISOString(),
    last_value,
    count,
  }))
}

/** Values that one question reads; of more the days tell. */
const VALUES_MAX = 300_000

const POINTS = {
  name: 'series.points',
  text: `
    with days as (
      select s.device_id, s.path, d.day, d.number, sum(d.count) over () as values from series s
      join series_day d on d.space_id = s.space_id and d.device_id = s.device_id and d.number = s.number
      where s.space_id = $1 and d.space_id = $1 and s.device_id = any($2::uuid[]) and s.path = any($3::text[])
        and d.day >= $4::date and d.day <= $5::date
    )
    select k.device_id, k.path, d.day::text as day, case when k.values <= ${VALUES_MAX} then d.points end as points,
      d.first, d.min, d.max, d.last
    from days k join series_day d on d.space_id = $1 and d.device_id = k.device_id and d.number = k.number and d.day = k.day
    order by k.device_id, k.path, k.day`,
}

interface Day extends Record<'first' | 'min' | 'max' | 'last', number> {
  device_id: string
  path: string
  day: string
  /** Null where there are too many in all. */
  points: Buffer | null
}

const QUARTER = 86_400_000 / 4

/** What a day comes to: its first, its least, its greatest and its last value, spread over it. */
function outlineOf({ day, first, min, max, last }: Day): Points {
  const start = Date.parse(`${day}T00:00:00.000Z`)
  return { times: [0, 1, 2, 3].map((part) => start + part * QUARTER), values: [first, min, max, last] }
}

interface Found {
  device_id: string
  path: string
  days: Points[]
  isOutline: boolean
}

/**
 * The values of series between two times.
 * @throws ApiError 400 for a device that the caller does not see
 */
export async function readPoints(
  db: Db,
  caller: Caller,
  spaceId: string,
  query: PointsQuery,
): Promise<SeriesPoints[]> {
  const ids = [...new Set(query.device_id.map((id) => id.toLowerCase()))]
  const visible = and(eq(device.spaceId, spaceId), inArray(device.id, ids), seen(caller))
  if ((await db.$count(device, visible)) < ids.length)
    throw new ApiError(400, 'device_id is the id of no device in this space')
  const { after, before, path } = query
  const values = [spaceId, ids, path, dayOf(after), dayOf(before)]
  const { rows } = await db.$client.query<Day>({ ...POINTS, values })
  const found = new Map<string, Found>()
  for (const row of rows) {
    const { device_id, path, points } = row
    const key = `${device_id} ${path}`
    const one = found.get(key) ?? { device_id, path, days: [], isOutline: points === null }
    one.days.push(points ? unpack(points) : outlineOf(row))
    found.set(key, one)
  }
  const answers: SeriesPoints[] = []
  for (const { device_id, path, days, isOutline } of found.values()) {
    const all = { times: days.flatMap(({ times }) => times), values: days.flatMap(({ values }) => values) }
    const { points, isThinned } = thin(all, query)
    answers.push({ device_id, path, points, is_thinned: isThinned || isOutline })
    await breathe()
  }
  return answers
}
