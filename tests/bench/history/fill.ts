import { DAY } from '#contract/common/durations'
import { inTransaction } from '../../../server/db/database'
import { ensureHistoryPartitions } from '../../../server/db/partitions'
import { addValues, byPath } from '../../../server/services/series/store/addValues'
import { dayOf } from '../../../server/services/series/store/pack'
import type { Fillable } from '../../support/builders'

type Filled = Pick<Fillable, 'db'>

const MINUTES = 600_000
const VALUES = 20

/** A message of twenty values, like a weather station's: some change slowly, some a lot, some never. */
export function bodyAt(time: number, phase = 0): string {
  const day = (2 * Math.PI * time) / DAY + phase
  const values = Array.from({ length: VALUES }, (_, i) => {
    const noise = Math.sin((time / 1000) * (i + 1)) * (i % 5)
    return [`value_${i}`, Number((20 + i + 5 * Math.sin(day + i) + noise).toFixed(i % 3))]
  })
  return JSON.stringify({ station: Object.fromEntries(values) })
}

export const PATHS = Array.from({ length: VALUES }, (_, i) => `station.value_${i}`)

/** Adds messages at these times to the histories of devices, in one transaction. */
export async function addMessages(
  { db: { $client } }: Filled,
  spaceId: string,
  deviceIds: readonly string[],
  times: readonly number[],
  bodyOf: (time: number) => string,
): Promise<void> {
  await ensureHistoryPartitions($client, [...new Set(times.map((time) => dayOf(time).slice(0, 7)))])
  const messages = times.map((time) => ({
    id: '',
    createdAt: new Date(time),
    measuredAt: null,
    body: bodyOf(time),
  }))
  const receivedAt = messages.at(-1)?.createdAt
  const found = deviceIds.map((deviceId) => ({ deviceId, readings: byPath(messages), receivedAt }))
  await inTransaction($client, (_, client) => addValues(client, spaceId, found))
}

const COPIES = [
  `insert into series (space_id, device_id, number, path, is_boolean, first_at, last_at, last_value, count)
   select space_id, other, number, path, is_boolean, first_at, last_at, last_value, count from series, unnest($3::uuid[]) other
   where space_id = $1 and device_id = $2`,
  `insert into series_day
     (space_id, device_id, number, day, points, count, first, first_at, min, min_at, max, max_at, last, last_at, received_at)
   select space_id, other, number, day, points, count, first, first_at, min, min_at, max, max_at, last, last_at, received_at
   from series_day, unnest($3::uuid[]) other where space_id = $1 and device_id = $2`,
]

/** Gives devices the same history of so many days up to now, with a message every ten minutes; returns its range. */
export async function fillHistory(
  filled: Filled,
  spaceId: string,
  [first = '', ...others]: readonly string[],
  days: number,
): Promise<number> {
  const until = Math.floor(Date.now() / MINUTES) * MINUTES
  for (let start = until - days * DAY; start < until; start += DAY) {
    const times = Array.from({ length: DAY / MINUTES }, (_, i) => start + i * MINUTES)
    await addMessages(filled, spaceId, [first], times, bodyAt)
  }
  for (const statement of COPIES) await filled.db.$client.query(statement, [spaceId, first, others])
  await filled.db.$client.query('vacuum (analyze)')
  return until
}
