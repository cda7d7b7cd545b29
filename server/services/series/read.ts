import { setImmediate as breathe } from 'node:timers/promises'
import { and, eq, inArray, type SQL } from 'drizzle-orm'
import {
  inOrder,
  type PointsQuery,
  type RangeQuery,
  type Series,
  type SeriesPoints,
  type ShownSetting,
  shownOf,
} from '#contract/series'
import type { Db } from '../../db/database'
import { device } from '../../db/schema'
import { ApiError, notFound } from '../../errors'
import type { Caller } from '../common/caller'
import { carriesOne } from '../common/visibility'
import { devices } from '../devices/devices'
import type { OneDevice } from '../devices/hold'
import { dayOf, type Points, pointsFrom, startOf, unpack } from './pack'
import { makeLine } from './thin'

const seen = (caller: Caller): SQL | undefined => carriesOne(caller, 'device', device)

/** Days before its last value in which it is seen how a series changes. */
const LATELY = 7

const LIST = {
  name: 'series.list',
  text: `
    select s.path, s.is_boolean, s.first_at, s.last_at, s.last_value, s.count::float8 as count, d.readings, d.min, d.max
    from series s left join lateral (
      select sum(d.count)::float8 as readings, min(d.min) as min, max(d.max) as max from series_day d
      where d.space_id = $1 and d.device_id = $2 and d.number = s.number
        and d.day > (s.last_at at time zone 'UTC')::date - ${LATELY} and d.day <= (s.last_at at time zone 'UTC')::date
    ) d on true
    where s.space_id = $1 and s.device_id = $2`,
}

const SHOWN = {
  name: 'series.shown',
  text: `
    select
      (select settings from series_settings where space_id = $1) as settings,
      (select array_agg(tag_id) from device_tag where space_id = $1 and device_id = $2) as tags`,
}

interface Row {
  path: string
  is_boolean: boolean
  first_at: Date
  last_at: Date
  last_value: number
  count: number
  /** Lately: how many values, the least and the greatest. */
  readings: number | null
  min: number | null
  max: number | null
}

/** Fewest values by which something is known to count. */
const COUNTED_MIN = 5

/** A number that only counts up by one says how many there were, and nothing else. */
const isSequence = ({ readings, min, max, last_value, is_boolean }: Row) =>
  !is_boolean &&
  readings !== null &&
  readings >= COUNTED_MIN &&
  max === last_value &&
  max - (min ?? 0) === readings - 1

/** How much a series changes, measured by its greatest value, in steps so large that the order is steady. */
function changeOf({ min, max }: Row): number {
  if (min === null || max === null || min === max) return 0
  const share = (max - min) / Math.max(Math.abs(min), Math.abs(max))
  return share > 0.5 ? 3 : share > 0.05 ? 2 : 1
}

/** @throws ApiError 404 for a device that the caller does not see */
export async function checkSeen(db: Db, caller: Caller, { spaceId, deviceId }: OneDevice): Promise<void> {
  if ((await db.$count(device, devices.is(spaceId, deviceId, seen(caller)))) === 0) throw notFound()
}

/** What a device measures, in the order in which people ask for it. @throws ApiError 404 for a device that the caller does not see */
export async function listSeries(
  db: Db,
  caller: Caller,
  { spaceId, deviceId }: OneDevice,
): Promise<Series[]> {
  await checkSeen(db, caller, { spaceId, deviceId })
  const values = [spaceId, deviceId]
  const { rows } = await db.$client.query<Row>({ ...LIST, values })
  const {
    rows: [of],
  } = await db.$client.query<{ settings: ShownSetting[] | null; tags: string[] | null }>({ ...SHOWN, values })
  const paths = rows.map(({ path }) => path)
  const shown = shownOf(paths, of?.settings ?? [], of?.tags ?? [])
  const ordered = rows.map((row) => ({
    row,
    path: row.path,
    place: shown.get(row.path)?.place,
    isHidden: shown.get(row.path)?.is_hidden ?? false,
    isSequence: isSequence(row),
    change: changeOf(row),
  }))
  return inOrder(ordered).map(({ row: { path, is_boolean, first_at, last_at, last_value, count } }) => {
    const {
      label = path,
      unit = null,
      decimals = null,
      is_pinned = false,
      is_hidden = false,
    } = shown.get(path) ?? {}
    return {
      path,
      label,
      unit: is_boolean ? null : unit,
      decimals,
      is_pinned,
      is_hidden,
      is_boolean,
      first_at: first_at.toISOString(),
      last_at: last_at.toISOString(),
      last_value,
      count,
    }
  })
}

const SERIES = {
  name: 'series.asked',
  text: `
    select device_id, path, first_at, last_at, count::float8 as count from series
    where space_id = $1 and device_id = any($2::uuid[]) and path = any($3::text[])`,
}

/** The rows of some days; without the points where `$6` wants none, and it is known when the values of the day were measured. */
const DAYS = {
  name: 'series.points',
  text: `
    select s.device_id, s.path, d.day::text as day, case when $6 or d.first_at is null then d.points end as points,
      d.first, d.first_at, d.min, d.min_at, d.max, d.max_at, d.last, d.last_at
    from series s join series_day d on d.space_id = s.space_id and d.device_id = s.device_id and d.number = s.number
    where s.space_id = $1 and d.space_id = $1 and s.device_id = any($2::uuid[]) and d.device_id = any($2::uuid[])
      and s.path = any($3::text[]) and d.day >= $4::date and d.day < $5::date
    order by s.device_id, s.path, d.day`,
}

type Which = Pick<SeriesPoints, 'device_id' | 'path'>

/** Tells one series from the others. */
export const keyOf = ({ device_id, path }: Which) => `${device_id} ${path}`

interface Asked extends Which {
  first_at: Date
  last_at: Date
  count: number
}

/** How many values these series have in a day. */
export const valuesOfDay = (asked: readonly Pick<Asked, 'first_at' | 'last_at' | 'count'>[]): number =>
  asked.reduce((sum, { first_at, last_at, count }) => {
    const days = (last_at.getTime() - first_at.getTime()) / DAY + 1
    return sum + count / days
  }, 0)

/** How many days of these series are read at a time. */
function sliceOf(asked: readonly Asked[]): number {
  const aDay = valuesOfDay(asked)
  return Math.min(Math.max(Math.floor(SLICE.values / aDay), SLICE.least), SLICE.most)
}

interface Outline extends Record<'first' | 'min' | 'max' | 'last', number> {
  points: null
  day: string
  first_at: number
  min_at: number
  max_at: number
  last_at: number
}

type Day = Which & (Outline | { points: Buffer })

export const DAY = 86_400_000
/** Days that are read at a time: as many as have so many values, in these limits. */
const SLICE = { least: 1, most: 400, values: 200_000 }
/** Bytes of a day's points after which others have their turn. */
const LARGE = 10_000

/** What a day comes to: its first, its least, its greatest and its last value. */
function outlineOf({ day, first, first_at, min, min_at, max, max_at, last, last_at }: Outline): Points {
  const start = startOf(day)
  return pointsFrom(
    new Map([
      [start + first_at, first],
      [start + min_at, min],
      [start + max_at, max],
      [start + last_at, last],
    ]),
  )
}

/** Ids of the devices, of these, that the caller sees. */
export async function visibleOf(
  db: Db,
  caller: Caller,
  spaceId: string,
  ids: readonly string[],
): Promise<string[]> {
  const found = await db
    .select({ id: device.id })
    .from(device)
    .where(and(eq(device.spaceId, spaceId), inArray(device.id, [...ids]), seen(caller)))
  return found.map(({ id }) => id)
}

/** The ids of these devices, each once. @throws ApiError 400 for a device that the caller does not see */
export async function devicesOf(
  db: Db,
  caller: Caller,
  spaceId: string,
  { device_id }: Pick<RangeQuery, 'device_id'>,
): Promise<string[]> {
  const ids = [...new Set(device_id.map((id) => id.toLowerCase()))]
  const visible = await visibleOf(db, caller, spaceId, ids)
  if (visible.length < ids.length) throw new ApiError(400, 'device_id is the id of no device in this space')
  return ids
}

/**
 * The values of series between two times, thinned. They are read in parts, so that no question holds too many; of
 * few values a part is a year.
 * Where a pixel is a day or more, what each day comes to is enough.
 * @throws ApiError 400 for a device that the caller does not see
 */
export async function readPoints(
  db: Db,
  caller: Caller,
  spaceId: string,
  query: PointsQuery,
): Promise<SeriesPoints[]> {
  const ids = await devicesOf(db, caller, spaceId, query)
  return pointsOf(db, spaceId, { ...query, device_id: ids })
}

/** The values of series of devices that the caller sees; see `readPoints`. */
export async function pointsOf(db: Db, spaceId: string, query: PointsQuery): Promise<SeriesPoints[]> {
  const which = [spaceId, query.device_id, query.path]
  const asked = await db.$client.query<Asked>({
    ...SERIES,
    values: which,
  })
  const { after, before, width } = query
  const from = Math.max(after, Math.min(...asked.rows.map(({ first_at }) => first_at.getTime())))
  const to = Math.min(before, Math.max(...asked.rows.map(({ last_at }) => last_at.getTime())))
  const isFine = (before - after) / width < DAY
  const lines = new Map(asked.rows.map((row) => [keyOf(row), makeLine(query)]))
  const slice = sliceOf(asked.rows) * DAY
  for (let start = Math.floor(from / DAY) * DAY; start <= to; start += slice) {
    const days = [dayOf(start), dayOf(Math.min(start + slice, Math.floor(to / DAY) * DAY + DAY))]
    const { rows } = await db.$client.query<Day>({ ...DAYS, values: [...which, ...days, isFine] })
    for (const row of rows) {
      lines.get(keyOf(row))?.add(row.points ? unpack(row.points) : outlineOf(row))
      if (row.points && row.points.length > LARGE) await breathe()
    }
  }
  return asked.rows.map((row) => {
    const { points, isThinned } = lines.get(keyOf(row))?.end() ?? { points: [], isThinned: false }
    return { device_id: row.device_id, path: row.path, points, is_thinned: isThinned || !isFine }
  })
}
