import type { PoolClient } from 'pg'
import type { Reading } from '#contract/series'
import { Breather } from '../../background/slices'
import { OUTLINE_COLUMNS, outlineOf } from './downsample'
import { type Points, pack } from './pack'

/** The readings of a device by path, those of the oldest message first. */
export interface Found {
  deviceId: string
  readings: ReadonlyMap<string, Reading[]>
  /** When the last of the messages came. */
  receivedAt: Date | undefined
}

/** A series of a device, as far as deriving changes it. */
export interface Series {
  deviceId: string
  number: number
  path: string
  isBoolean: boolean
  firstAt: number
  lastAt: number
  lastValue: number
  /** How many values it has. */
  count: number
  /** The first day that changes. */
  since: string
}

/** The series with some paths, and the number of others if a device does not have all of these. */
const SERIES_OF = {
  name: 'series.of',
  text: `
    select s.device_id as "deviceId", s.number, s.path, s.is_boolean as "isBoolean", (extract(epoch from s.first_at) * 1000)::float8 as "firstAt",
      (extract(epoch from s.last_at) * 1000)::float8 as "lastAt", s.last_value as "lastValue", s.count::float8 as count
    from unnest($2::uuid[], $3::text[]) as k (device_id, path)
    join series s on s.space_id = $1 and s.path = k.path and s.device_id = k.device_id`,
}
const COUNT_OF = {
  name: 'series.countOf',
  text: `
    select device_id as "deviceId", count(*)::int as count, max(number) as last from series
    where space_id = $1 and device_id = any($2::uuid[]) group by device_id`,
}

export const SAVE_SERIES = {
  name: 'series.save',
  text: `
    insert into series (space_id, device_id, number, path, is_boolean, first_at, last_at, last_value, count, thinned_to)
    select $1, s."deviceId", s.number, s.path, s."isBoolean", to_timestamp(s."firstAt" / 1000), to_timestamp(s."lastAt" / 1000), s."lastValue",
      s.count, s.since
    from json_to_recordset($2::json) as s
      ("deviceId" uuid, number int, path text, "isBoolean" boolean, "firstAt" float8, "lastAt" float8, "lastValue" float8, count bigint, since date)
    on conflict (space_id, device_id, number) do update
    set is_boolean = excluded.is_boolean, first_at = excluded.first_at, last_at = excluded.last_at, last_value = excluded.last_value,
      count = excluded.count,
      thinned_to = case when series.thinned_to is not null then least(series.thinned_to, excluded.thinned_to) end`,
}

export const DAYS_OF = {
  name: 'series.days',
  text: `
    select d.device_id as "deviceId", d.number, d.day::text as day, d.points
    from unnest($2::uuid[], $3::int[], $4::date[]) as k (device_id, number, day)
    join series_day d on d.space_id = $1 and d.device_id = k.device_id and d.number = k.number and d.day = k.day`,
}

const SAVE_DAYS = {
  name: 'series.saveDays',
  text: `
    insert into series_day (space_id, device_id, number, day, points, count, received_at, ${OUTLINE_COLUMNS.join()})
    select $1, d.* from unnest(
      $2::uuid[], $3::int[], $4::date[], $5::bytea[], $6::int[], $7::timestamptz[],
      $8::int[], $9::float8[], $10::int[], $11::float8[], $12::int[], $13::float8[], $14::int[], $15::float8[]
    ) as d
    on conflict (space_id, device_id, number, day) do update
    set points = excluded.points, count = excluded.count, received_at = greatest(series_day.received_at, excluded.received_at),
      ${OUTLINE_COLUMNS.map((name) => `${name} = excluded.${name}`).join()}`,
}

export interface DayPoints {
  deviceId: string
  number: number
  day: string
  points: Points
  /** When the newest message came. */
  receivedAt: Date | undefined
}

export interface Known {
  /** By path. */
  series: ReadonlyMap<string, Omit<Series, 'since'>>
  /** Number of all series of the device, also of other paths, and the greatest of their numbers. */
  count: number
  last: number
}

/** The known series of the paths that were found, by device. */
export async function readKnown(client: PoolClient, spaceId: string, found: readonly Found[]) {
  const keys = found.flatMap(({ deviceId, readings }) =>
    Array.from(readings.keys(), (path) => ({ deviceId, path })),
  )
  const { rows } = await client.query<Omit<Series, 'since'>>({
    ...SERIES_OF,
    values: [spaceId, keys.map(({ deviceId }) => deviceId), keys.map(({ path }) => path)],
  })
  const series = new Map(found.map(({ deviceId }) => [deviceId, new Map<string, Omit<Series, 'since'>>()]))
  for (const one of rows) series.get(one.deviceId)?.set(one.path, one)
  const isNew = ({ deviceId, readings }: Found) => readings.size > (series.get(deviceId)?.size ?? 0)
  const growing = found.filter(isNew).map(({ deviceId }) => deviceId)
  const counted =
    growing.length > 0
      ? await client.query<{ deviceId: string } & Omit<Known, 'series'>>({
          ...COUNT_OF,
          values: [spaceId, growing],
        })
      : { rows: [] }
  const counts = new Map(counted.rows.map(({ deviceId, ...of }) => [deviceId, of]))
  return ({ deviceId }: Found): Known => ({
    series: series.get(deviceId) ?? new Map(),
    count: 0,
    last: 0,
    ...counts.get(deviceId),
  })
}

/** When the newest message came, if that was after all its readings. */
const receivedAfterReadings = ({ receivedAt, points: { times } }: DayPoints) =>
  receivedAt && receivedAt.getTime() > (times.at(-1) ?? 0) ? receivedAt : undefined

/** Stores the rows of days, and returns how many bytes the points of each device take. */
export async function saveDays(
  client: PoolClient,
  spaceId: string,
  days: readonly DayPoints[],
): Promise<Map<string, number>> {
  const breather = new Breather()
  const bytes = new Map<string, number>()
  const packed: Buffer[] = []
  const outlines: (readonly number[])[] = []
  for (const one of days) {
    const { deviceId } = one
    const row = pack(one.points)
    packed.push(row)
    outlines.push(outlineOf(one.points, one.day))
    bytes.set(deviceId, (bytes.get(deviceId) ?? 0) + row.length)
    await breather.next()
  }
  const columns = [
    days.map(({ deviceId }) => deviceId),
    days.map(({ number }) => number),
    days.map(({ day }) => day),
    packed,
    days.map(({ points: { values } }) => values.length),
    days.map(receivedAfterReadings),
    ...OUTLINE_COLUMNS.map((_, i) => outlines.map((outline) => outline[i])),
  ]
  await client.query({ ...SAVE_DAYS, values: [spaceId, ...columns] })
  return bytes
}

/** Key of a day's row. */
export const keyOf = ({ deviceId, number, day }: Pick<DayPoints, 'deviceId' | 'number' | 'day'>) =>
  `${deviceId} ${number} ${day}`
