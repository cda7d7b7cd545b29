import type { Pool, PoolClient } from 'pg'
import { type Reading, readingsOf, SERIES_MAX } from '#contract/series'
import { isDatabaseAway } from '../../db/away'
import { inTransaction } from '../../db/database'
import { ensureHistoryPartitions } from '../../db/partitions'
import type { OneDevice } from '../devices/hold'
import { nextData, readData, type StoredMessage } from './messages'
import { dayOf, merge, type Points, pack, unpack } from './pack'

/** A series of a device, as far as deriving changes it. */
interface Series {
  number: number
  path: string
  isBoolean: boolean
  firstAt: number
  lastAt: number
  lastValue: number
}

const parse = (body: string): unknown => {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}

/** The points of one path: of two of one time the last one stays, which the newer message has sent. */
function pointsOf(readings: readonly Reading[]): Points {
  const values = new Map(readings.map(({ at, value }) => [Math.round(at), value]))
  const times = Array.from(values.keys()).toSorted((a, b) => a - b)
  return { times, values: times.map((time) => values.get(time) ?? 0) }
}

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
      (extract(epoch from last_at) * 1000)::float8 as "lastAt", last_value as "lastValue"
    from series where space_id = $1 and device_id = $2`,
}

const SAVE_SERIES = {
  name: 'series.save',
  text: `
    insert into series (space_id, device_id, number, path, is_boolean, first_at, last_at, last_value)
    select $1, $2, s.number, s.path, s."isBoolean", to_timestamp(s."firstAt" / 1000), to_timestamp(s."lastAt" / 1000), s."lastValue"
    from json_to_recordset($3::json) as s
      (number int, path text, "isBoolean" boolean, "firstAt" float8, "lastAt" float8, "lastValue" float8)
    on conflict (space_id, device_id, number) do update
    set is_boolean = excluded.is_boolean, first_at = excluded.first_at, last_at = excluded.last_at, last_value = excluded.last_value`,
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
    insert into series_day (space_id, device_id, number, day, points, count, min, max, sum, first, last)
    select $1, $2, d.* from unnest(
      $3::int[], $4::date[], $5::bytea[], $6::int[], $7::float8[], $8::float8[], $9::float8[], $10::float8[], $11::float8[]
    ) as d (number, day, points, count, min, max, sum, first, last)
    on conflict (space_id, device_id, number, day) do update
    set points = excluded.points, count = excluded.count, min = excluded.min, max = excluded.max, sum = excluded.sum,
      first = excluded.first, last = excluded.last`,
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
    }
    series.set(path, now)
    changed.push(now)
    for (const [day, some] of byDay(points)) days.push({ number: now.number, day, points: some })
  }
  return { changed, days }
}

const sumOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0)
/** Of any number of values. */
const least = (values: readonly number[]) => values.reduce((a, b) => Math.min(a, b))
const greatest = (values: readonly number[]) => values.reduce((a, b) => Math.max(a, b))

async function saveDays(client: PoolClient, { spaceId, deviceId }: OneDevice, days: readonly DayPoints[]) {
  const columns = [
    days.map(({ number }) => number),
    days.map(({ day }) => day),
    days.map(({ points }) => pack(points)),
    days.map(({ points: { values } }) => values.length),
    days.map(({ points: { values } }) => least(values)),
    days.map(({ points: { values } }) => greatest(values)),
    days.map(({ points: { values } }) => sumOf(values)),
    days.map(({ points: { values } }) => values[0]),
    days.map(({ points: { values } }) => values.at(-1)),
  ]
  await client.query({ ...SAVE_DAYS, values: [spaceId, deviceId, ...columns] })
}

/** What deriving for a device works with. */
interface Turn {
  client: PoolClient
  device: OneDevice
  /** Makes sure that the rows of these days have a place. */
  partitions: (days: readonly string[]) => Promise<void>
}

/**
 * Adds the values of messages to the histories of their device.
 * @param areNewer whether they replace values of the same times, which older messages have sent
 */
async function add(
  { client, device, partitions }: Turn,
  messages: readonly StoredMessage[],
  areNewer: boolean,
) {
  const { spaceId, deviceId } = device
  const found = new Map<string, Reading[]>()
  for (const { createdAt, body } of messages) {
    const received = createdAt.getTime()
    for (const reading of readingsOf(parse(body), received, received)) {
      const readings = found.get(reading.path) ?? []
      readings.push(reading)
      found.set(reading.path, readings)
    }
  }
  if (found.size === 0) return
  const values = [spaceId, deviceId]
  const { rows: known } = await client.query<Series>({ ...SERIES_OF, values })
  const { changed, days } = grown(known, found, areNewer)
  if (changed.length === 0) return
  // Before this transaction reads the table: else it would wait for itself.
  await partitions(days.map(({ day }) => day))
  const keys = [days.map(({ number }) => number), days.map(({ day }) => day)]
  const { rows } = await client.query<{ number: number; day: string; points: Buffer }>({
    ...DAYS_OF,
    values: [...values, ...keys],
  })
  const stored = new Map(rows.map(({ number, day, points }) => [`${number} ${day}`, unpack(points)]))
  const merged = days.map(({ number, day, points }): DayPoints => {
    const there = stored.get(`${number} ${day}`) ?? { times: [], values: [] }
    return { number, day, points: areNewer ? merge(there, points) : merge(points, there) }
  })
  await saveDays(client, device, merged)
  await client.query({ ...SAVE_SERIES, values: [...values, JSON.stringify(changed)] })
}

/** Whoever holds the row has the device's history for itself; a device that is busy has its turn later. */
const LOCK = {
  name: 'series.lock',
  text: `
    select history_from as "from", case when history_before < now() then history_before end as "before" from device_contact
    where space_id = $1 and device_id = $2 for no key update skip locked`,
}
const CAUGHT_UP = {
  name: 'series.caughtUp',
  text: 'update device_contact set history_from = $3 where space_id = $1 and device_id = $2',
}
const LOOKED_BACK = {
  name: 'series.lookedBack',
  text: 'update device_contact set history_before = $3 where space_id = $1 and device_id = $2',
}

interface Lacking {
  from: Date | null
  before: Date | null
}

/**
 * Adds the next messages of a device to the histories of its values: those that came since, and if there are none older ones.
 * Its uplinks wait meanwhile, so that a message is either among those that are read, or marks the device again.
 */
async function deriveIn(turn: Turn): Promise<void> {
  const { client, device } = turn
  const which = [device.spaceId, device.deviceId]
  const { rows } = await client.query<Lacking>({ ...LOCK, values: which })
  const { from, before } = rows[0] ?? { from: null, before: null }
  if (from) {
    const messages = await readData(client, device, 'since', from)
    await add(turn, messages, true)
    const last = messages.at(-1)
    const next = last ? await nextData(client, device, last.createdAt) : null
    await client.query({ ...CAUGHT_UP, values: [...which, next] })
  } else if (before) {
    const messages = await readData(client, device, 'before', before)
    await add(turn, messages, false)
    await client.query({ ...LOOKED_BACK, values: [...which, messages[0]?.createdAt ?? null] })
  }
}

/** Months that have a partition, of each database. */
const months = new WeakMap<Pool, Set<string>>()

const partitionsOf = (pool: Pool) => async (days: readonly string[]) => {
  const known = months.get(pool) ?? new Set<string>()
  months.set(pool, known)
  const missing = [...new Set(days.map((day) => day.slice(0, 7)))].filter((month) => !known.has(month))
  if (missing.length === 0) return
  await ensureHistoryPartitions(pool, missing)
  for (const month of missing) known.add(month)
}

/** Adds the next messages of a device to its histories; see `deriveIn`. */
const derive = (pool: Pool, device: OneDevice): Promise<void> =>
  inTransaction(pool, (_, client) => deriveIn({ client, device, partitions: partitionsOf(pool) }))

const DUE = {
  name: 'series.due',
  text: `
    select space_id as "spaceId", device_id as "deviceId" from device_contact
    where history_from is not null or history_before < now()
    order by history_from nulls last limit $1`,
}

/** Most devices of one round. */
export const ROUND = 200

/**
 * Adds the next messages of devices to their histories: those that have waited longest come first, then those with a past of no
 * history. A device that fails holds up no other, and is tried again.
 * @param rest waits after each device, which took so many milliseconds
 * @returns how many devices had their turn
 * @throws what the last device that failed threw, or at once when the database is away
 */
export async function deriveDue(
  pool: Pool,
  stopping: AbortSignal,
  rest: (took: number) => Promise<void>,
): Promise<number> {
  const { rows: devices } = await pool.query<OneDevice>({ ...DUE, values: [ROUND] })
  let failure: unknown
  for (const device of devices) {
    if (stopping.aborted) break
    const began = performance.now()
    try {
      await derive(pool, device)
    } catch (error) {
      if (isDatabaseAway(error)) throw error
      failure = error
    }
    await rest(performance.now() - began)
  }
  if (failure !== undefined) throw failure
  return devices.length
}
