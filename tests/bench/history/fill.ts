import type { PoolClient } from 'pg'
import { DAY } from '#contract/common/durations'
import { inTransaction } from '../../../server/db/database'
import { ensureHistoryPartitions } from '../../../server/db/partitions'
import type { OneDevice } from '../../../server/services/devices/lockDevice'
import { addValues, byPath } from '../../../server/services/series/addValues'
import { dayOf } from '../../../server/services/series/pack'
import type { TestServer } from '../../support/makeServer'

const EVERY = 600_000
const VALUES = 20

/** A message of twenty values, as of a weather station: some change slowly, some much, some never. */
export function bodyAt(time: number, phase = 0): string {
  const day = (2 * Math.PI * time) / DAY + phase
  const values = Array.from({ length: VALUES }, (_, i) => {
    const noise = Math.sin((time / 1000) * (i + 1)) * (i % 5)
    return [`value_${i}`, Number((20 + i + 5 * Math.sin(day + i) + noise).toFixed(i % 3))]
  })
  return JSON.stringify({ station: Object.fromEntries(values) })
}

export const PATHS = Array.from({ length: VALUES }, (_, i) => `station.value_${i}`)

const COPIES = [
  `insert into series (space_id, device_id, number, path, is_boolean, first_at, last_at, last_value, count)
   select space_id, $3, number, path, is_boolean, first_at, last_at, last_value, count from series
   where space_id = $1 and device_id = $2`,
  `insert into series_day
     (space_id, device_id, number, day, points, count, sum, first, first_at, min, min_at, max, max_at, last, last_at, heard_at)
   select space_id, $3, number, day, points, count, sum, first, first_at, min, min_at, max, max_at, last, last_at, heard_at from series_day
   where space_id = $1 and device_id = $2`,
]

/** Gives a device the history of so many days with a message every ten minutes, up to a time. */
export async function fillHistory(
  { db: { $client } }: Pick<TestServer, 'db'>,
  one: OneDevice,
  { days, until }: { days: number; until: number },
): Promise<void> {
  const times = Array.from({ length: days }, (_, i) => until - (days - i) * DAY)
  await ensureHistoryPartitions($client, [
    ...new Set([...times, until].map((time) => dayOf(time).slice(0, 7))),
  ])
  const add = async (client: PoolClient, start: number) => {
    const messages = Array.from({ length: DAY / EVERY }, (_, i) => {
      const time = start + i * EVERY
      return { id: '', createdAt: new Date(time), measuredAt: null, body: bodyAt(time) }
    })
    const heardAt = messages.at(-1)?.createdAt
    const found = [{ deviceId: one.deviceId, readings: byPath(messages), heardAt }]
    await addValues(client, one.spaceId, found, true)
  }
  for (const start of times) await inTransaction($client, (_, client) => add(client, start))
}

/** Gives another device the same history. */
export async function copyHistory(
  { db: { $client } }: Pick<TestServer, 'db'>,
  { spaceId, deviceId }: OneDevice,
  other: string,
): Promise<void> {
  for (const statement of COPIES) await $client.query(statement, [spaceId, deviceId, other])
}
