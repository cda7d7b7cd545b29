import type { PoolClient } from 'pg'
import { type Reading, SERIES_MAX } from '#contract/series'
import type { OneDevice } from '../devices/hold'
import { readingsIn, type StoredMessage } from './messages'
import { dayOf, merge, type Points, pack, pointsFrom, startOf, unpack } from './pack'
import { partOf } from './thin'

/** A series of a device, as far as deriving changes it. */
interface Series {
  number: number
  path: string
  isBoolean: boolean
  firstAt: number
  lastAt: number
  lastValue: number
  /** How many values it has. */
  count: number
}

/** The points of one path: of two of one time the last one stays, which the newer message has sent. */
const pointsOf = (readings: readonly Reading[]): Points =>
  pointsFrom(new Map(readings.map(({ at, value }) => [Math.round(at), value])))

/** The points of each day. */
function byDay({ times, values }: Points): Map<string, Points> {
  const days = new Map<string, Points>()
  for (const [i, time] of times.entries()) {
    const day = dayOf(time)
    const points = days.get(day) ?? { times: [], values: [] }
    points.times.push(time)
    points.values.push(values[i] ?? 0)
    days.set(day, points)
  }
  return days
}

const SERIES_OF = {
  name: 'series.of',
  text: `
    select number, path, is_boolean as "isBoolean", (extract(epoch from first_at) * 1000)::float8 as "firstAt",
      (extract(epoch from last_at) * 1000)::float8 as "lastAt", last_value as "lastValue",
      count::float8 as count
    from series where space_id = $1 and device_id = $2`,
}

const SAVE_SERIES = {
  name: 'series.save',
  text: `
    insert into series (space_id, device_id, number, path, is_boolean, first_at, last_at, last_value, count)
    select $1, $2, s.number, s.path, s."isBoolean", to_timestamp(s."firstAt" / 1000), to_timestamp(s."lastAt" / 1000), s."lastValue", s.count
    from json_to_recordset($3::json) as s
      (number int, path text, "isBoolean" boolean, "firstAt" float8, "lastAt" float8, "lastValue" float8, count bigint)
    on conflict (space_id, device_id, number) do update
    set is_boolean = excluded.is_boolean, first_at = excluded.first_at, last_at = excluded.last_at, last_value = excluded.last_value,
      count = excluded.count`,
}

const DAYS_OF = {
  name: 'series.days',
  text: `
    select d.number, d.day::text as day, d.points from series_day d
    join unnest($3::int[], $4::date[]) as k (number, day) on d.number = k.number and d.day = k.day
    where d.space_id = $1 and d.device_id = $2`,
}

const SAVE_DAYS = {
  name: 'series.saveDays',
  text: `
    insert into series_day (space_id, device_id, number, day, points, count, sum, first, first_at, min, min_at, max, max_at, last, last_at, heard_at)
    select $1, $2, d.*, $16 from unnest(
      $3::int[], $4::date[], $5::bytea[], $6::int[], $7::float8[],
      $8::float8[], $9::int[], $10::float8[], $11::int[], $12::float8[], $13::int[], $14::float8[], $15::int[]
    ) as d
    on conflict (space_id, device_id, number, day) do update
    set points = excluded.points, count = excluded.count, sum = excluded.sum, first = excluded.first, first_at = excluded.first_at,
      min = excluded.min, min_at = excluded.min_at, max = excluded.max, max_at = excluded.max_at,
      last = excluded.last, last_at = excluded.last_at,
      heard_at = case when series_day.heard_at is not null then greatest(series_day.heard_at, excluded.heard_at) end`,
}

interface DayPoints {
  number: number
  day: string
  points: Points
}

/** What all series of a device have, with what these points add. Paths beyond the most are left out. */
function grown(known: readonly Series[], found: ReadonlyMap<string, Reading[]>, areNewer: boolean) {
  const series = new Map(known.map((one) => [one.path, one]))
  const changed: Series[] = []
  const days: DayPoints[] = []
  for (const [path, readings] of found) {
    const points = pointsOf(readings)
    const [firstAt = 0, lastAt = 0] = [points.times[0], points.times.at(-1)]
    const lastValue = points.values.at(-1) ?? 0
    const isBoolean = readings.every((reading) => reading.isBoolean)
    const before = series.get(path)
    if (!before && series.size >= SERIES_MAX) continue
    const isNewer = !before || lastAt > before.lastAt || (areNewer && lastAt === before.lastAt)
    const now = {
      number: before?.number ?? series.size + 1,
      path,
      isBoolean: isBoolean && (before?.isBoolean ?? true),
      firstAt: Math.min(firstAt, before?.firstAt ?? firstAt),
      lastAt: isNewer ? lastAt : before.lastAt,
      lastValue: isNewer ? lastValue : before.lastValue,
      count: before?.count ?? 0,
    }
    series.set(path, now)
    changed.push(now)
    for (const [day, some] of byDay(points)) days.push({ number: now.number, day, points: some })
  }
  return { changed, days }
}

const sumOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0)

/** Stores the rows of days, and returns how many bytes their points take. @param heardAt when the newest message came */
async function saveDays(
  client: PoolClient,
  { spaceId, deviceId }: OneDevice,
  days: readonly DayPoints[],
  heardAt: Date | undefined,
): Promise<number> {
  const packed = days.map(({ points }) => pack(points))
  const parts = days.map(({ day, points }) => ({ start: startOf(day), part: partOf(points) }))
  const columns = [
    days.map(({ number }) => number),
    days.map(({ day }) => day),
    packed,
    days.map(({ points: { values } }) => values.length),
    days.map(({ points: { values } }) => sumOf(values)),
    parts.map(({ part }) => part.first),
    parts.map(({ part, start }) => part.firstAt - start),
    parts.map(({ part }) => part.least),
    parts.map(({ part, start }) => part.leastAt - start),
    parts.map(({ part }) => part.greatest),
    parts.map(({ part, start }) => part.greatestAt - start),
    parts.map(({ part }) => part.last),
    parts.map(({ part, start }) => part.lastAt - start),
  ]
  await client.query({ ...SAVE_DAYS, values: [spaceId, deviceId, ...columns, heardAt] })
  return sumOf(packed.map(({ length }) => length))
}

interface Adding {
  /** Whether they replace values of the same times, which older messages have sent. */
  areNewer: boolean
  /** When the last of the messages came. */
  heardAt: Date | undefined
}

/**
 * Adds the readings of messages, by path, to the histories of their device, in a transaction that has them for itself.
 * @param found those of the oldest message first
 * @returns the bytes of the rows that were written
 * @throws an error of the database for a day whose month has no partition; see `monthsOf`
 */
export async function addValues(
  client: PoolClient,
  device: OneDevice,
  found: ReadonlyMap<string, Reading[]>,
  { areNewer, heardAt }: Adding,
): Promise<number> {
  if (found.size === 0) return 0
  const values = [device.spaceId, device.deviceId]
  const { rows: known } = await client.query<Series>({ ...SERIES_OF, values })
  const { changed, days } = grown(known, found, areNewer)
  if (changed.length === 0) return 0
  const keys = [days.map(({ number }) => number), days.map(({ day }) => day)]
  const { rows } = await client.query<{ number: number; day: string; points: Buffer }>({
    ...DAYS_OF,
    values: [...values, ...keys],
  })
  const stored = new Map(rows.map(({ number, day, points }) => [`${number} ${day}`, unpack(points)]))
  const added = new Map<number, number>()
  const merged = days.map(({ number, day, points }): DayPoints => {
    const there = stored.get(`${number} ${day}`) ?? { times: [], values: [] }
    const all = areNewer ? merge(there, points) : merge(points, there)
    added.set(number, (added.get(number) ?? 0) + all.times.length - there.times.length)
    return { number, day, points: all }
  })
  const bytes = await saveDays(client, device, merged, heardAt)
  for (const one of changed) one.count += added.get(one.number) ?? 0
  await client.query({ ...SAVE_SERIES, values: [...values, JSON.stringify(changed)] })
  return bytes
}

/** The readings of messages, by path, in the order in which they came. */
export function byPath(messages: readonly StoredMessage[]): Map<string, Reading[]> {
  const found = new Map<string, Reading[]>()
  for (const message of messages) {
    for (const reading of readingsIn(message)) {
      const readings = found.get(reading.path) ?? []
      readings.push(reading)
      found.set(reading.path, readings)
    }
  }
  return found
}

/** The months of which messages have values, as in 2026-05. */
export const monthsOf = (messages: readonly StoredMessage[]): string[] => [
  ...new Set(
    Array.from(byPath(messages).values()).flatMap((readings) =>
      readings.map(({ at }) => dayOf(at).slice(0, 7)),
    ),
  ),
]
