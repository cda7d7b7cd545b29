import type { PoolClient } from 'pg'
import { AHEAD_MAX, type Reading, SERIES_MAX } from '#contract/series'
import { Breather } from '../../background/slices'
import { readingsIn, type StoredMessage } from './messages'
import { dayOf, merge, type Points, pointsFrom } from './pack'
import {
  DAYS_OF,
  type DayPoints,
  type Found,
  type Known,
  keyOf,
  readKnown,
  SAVE_SERIES,
  type Series,
  saveDays,
} from './seriesRows'
import { unpack } from './unpack'

/** The points of one path. Of two points with one time the last one stays, which the newer message has. */
const pointsOf = (readings: readonly Reading[]): Points =>
  pointsFrom(new Map(readings.map(({ at, value }) => [Math.round(at), value])))

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

/** The last point of a series, and whether it is ahead of the clock. */
interface Last {
  at: number
  value: number
  isAhead: boolean
}

/** The last point that is not ahead of the clock; if all are, the last point. @param until how far the clock may be ahead */
function lastOf({ times, values }: Points, until: number): Last {
  const found = times.findLastIndex((time) => time <= until)
  const place = found < 0 ? times.length - 1 : found
  return { at: times[place] ?? 0, value: values[place] ?? 0, isAhead: found < 0 }
}

/**
 * The series of a device with these points added. Paths beyond the limit are left out.
 * @param until milliseconds since 1970: later readings are ahead of the clock
 */
function grown({ deviceId, readings: found, receivedAt }: Found, known: Known, until: number) {
  let { count, last: number } = known
  const changed: Series[] = []
  const days: DayPoints[] = []
  for (const [path, readings] of found) {
    const points = pointsOf(readings)
    const [firstAt = 0] = points.times
    const last = lastOf(points, until)
    const isBoolean = readings.every((reading) => reading.isBoolean)
    const before = known.series.get(path)
    if (!before && count >= SERIES_MAX) continue
    if (!before) count++
    const wasAhead = before !== undefined && before.lastAt > until
    const isNewer = !before || (wasAhead === last.isAhead ? last.at >= before.lastAt : wasAhead)
    const now = {
      deviceId,
      number: before?.number ?? ++number,
      path,
      isBoolean: isBoolean && (before?.isBoolean ?? true),
      firstAt: Math.min(firstAt, before?.firstAt ?? firstAt),
      lastAt: isNewer ? last.at : before.lastAt,
      lastValue: isNewer ? last.value : before.lastValue,
      count: before?.count ?? 0,
      since: dayOf(firstAt),
    }
    changed.push(now)
    for (const [day, some] of byDay(points))
      days.push({ deviceId, number: now.number, day, points: some, receivedAt })
  }
  return { changed, days }
}

/**
 * Adds the readings of messages to the histories of devices of a space, in a transaction that has locked them.
 * @returns the bytes of the rows that were written, by device
 * @throws an error of the database for a day whose month has no partition; see `monthsOf`
 */
export async function addValues(
  client: PoolClient,
  spaceId: string,
  found: readonly Found[],
  now = new Date(),
): Promise<Map<string, number>> {
  const measured = found.filter(({ readings }) => readings.size > 0)
  if (measured.length === 0) return new Map()
  const knownOf = await readKnown(client, spaceId, measured)
  const breather = new Breather()
  const changed: Series[] = []
  const days: DayPoints[] = []
  for (const one of measured) {
    const grew = grown(one, knownOf(one), now.getTime() + AHEAD_MAX)
    changed.push(...grew.changed)
    days.push(...grew.days)
    await breather.next()
  }
  if (changed.length === 0) return new Map()
  const { rows } = await client.query<Pick<DayPoints, 'deviceId' | 'number' | 'day'> & { points: Buffer }>({
    ...DAYS_OF,
    values: [
      spaceId,
      days.map(({ deviceId }) => deviceId),
      days.map(({ number }) => number),
      days.map(({ day }) => day),
    ],
  })
  const stored = new Map(rows.map((row) => [keyOf(row), row.points]))
  const added = new Map<string, number>()
  const merged: DayPoints[] = []
  for (const one of days) {
    const before = stored.get(keyOf(one))
    const there = before ? unpack(before) : { times: [], values: [] }
    const points = merge(there, one.points)
    const series = `${one.deviceId} ${one.number}`
    added.set(series, (added.get(series) ?? 0) + points.times.length - there.times.length)
    merged.push({ ...one, points })
    await breather.next()
  }
  const bytes = await saveDays(client, spaceId, merged)
  for (const one of changed) one.count += added.get(`${one.deviceId} ${one.number}`) ?? 0
  await client.query({ ...SAVE_SERIES, values: [spaceId, JSON.stringify(changed)] })
  return bytes
}

/** The readings of messages by path, in the order of arrival. */
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

/** The months with values, as in 2026-05. */
export const monthsOf = (found: readonly Found[]): string[] => [
  ...new Set(
    found.flatMap(({ readings }) =>
      Array.from(readings.values()).flatMap((some) => some.map(({ at }) => dayOf(at).slice(0, 7))),
    ),
  ),
]
