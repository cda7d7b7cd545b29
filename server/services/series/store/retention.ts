import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool, PoolClient } from 'pg'
import { DAY } from '#contract/common/durations'
import type { HistoryRules } from '../../../config/config'
import { inTransaction } from '../../../db/database'
import type { Deps } from '../../../deps'
import { OUTLINE_COLUMNS, partOf } from './downsample'
import { lockHistories } from './lockHistories'
import { dayOf, pack } from './pack'
import { timesIn, unpack } from './unpack'

/** The first time whose values a rule keeps: days are whole. */
export const keptFrom = (days: number, now: Date): Date =>
  new Date(`${dayOf(now.getTime() - days * DAY)}T00:00:00.000Z`)

/** Most devices whose uplinks wait at a time, most rows of days that are deleted, and most values that are downsampled. */
const DEVICES = 20
const ROWS = 5000
const VALUES = 100_000
/** Values that a downsampled day keeps in each part: the first, least, greatest and last. */
const PART = 4

/** Spaces with series that match `is`, and the next devices of a space after a device. */
const dueOf = (what: string, is: string) => ({
  spaces: {
    name: `series.${what}Spaces`,
    text: `select distinct space_id as "spaceId" from series where ${is} order by 1`,
  },
  devices: {
    name: `series.${what}Devices`,
    text: `
      select distinct device_id as "deviceId" from series
      where space_id = $2 and device_id > $3 and ${is} order by 1 limit ${DEVICES}`,
  },
})
const EXPIRED = dueOf('expired', `first_at < $1::timestamptz`)
const THICK = dueOf(
  'thick',
  `first_at < $1::timestamptz and (thinned_to is null or thinned_to < ($1::timestamptz at time zone 'UTC')::date)`,
)

const LOCK = lockHistories({ name: 'series.lockHistories' })

const DELETE_DAYS = {
  name: 'series.deleteDays',
  text: `
    with old as materialized (
      select device_id, number, day from series_day
      where space_id = $1 and device_id = any($2::uuid[]) and day < $3::date
      order by device_id, number, day limit ${ROWS}
    ), gone as (
      delete from series_day d using old o
      where d.space_id = $1 and d.device_id = o.device_id and d.number = o.number and d.day = o.day and d.day < $3::date
      returning d.device_id, d.number, d.count
    ), counted as (
      update series s set count = s.count - g.count
      from (select device_id, number, sum(count) as count from gone group by 1, 2) g
      where s.space_id = $1 and s.device_id = g.device_id and s.number = g.number
    )
    select count(*)::int as days from gone`,
}

/** The first days that series have left, if any. */
const FIRST_DAYS = {
  name: 'series.firstDays',
  text: `
    select s.device_id as "deviceId", s.number, d.at, d.points
    from series s left join lateral (
      select (day + first_at * interval '1 millisecond') at time zone 'UTC' as at, case when first_at is null then points end as points
      from series_day d
      where d.space_id = $1 and d.device_id = s.device_id and d.number = s.number and d.day >= $3::date
      order by d.day limit 1
    ) d on true
    where s.space_id = $1 and s.device_id = any($2::uuid[]) and s.first_at < ($3::date::timestamp at time zone 'UTC')`,
}
/** Sets the new beginning of series; those with nothing left are deleted. */
const BEGIN_ANEW = {
  name: 'series.beginAnew',
  text: `
    with first as materialized (
      select * from unnest($2::uuid[], $3::int[], $4::timestamptz[]) as f (device_id, number, at)
    ), gone as (
      delete from series s using first f
      where s.space_id = $1 and s.device_id = f.device_id and s.number = f.number and f.at is null
    )
    update series s set first_at = f.at from first f
    where s.space_id = $1 and s.device_id = f.device_id and s.number = f.number and f.at is not null`,
}

const THICK_DAYS = {
  name: 'series.thickDays',
  text: `
    select "deviceId", number, day, points, count from (
      select d.device_id as "deviceId", d.number, d.day::text as day, d.points, d.count,
        sum(d.count) over (order by d.device_id, d.number, d.day) - d.count as passed
      from series s join series_day d on d.space_id = s.space_id and d.device_id = s.device_id and d.number = s.number
      where s.space_id = $1 and d.space_id = $1 and s.device_id = any($2::uuid[]) and d.device_id = any($2::uuid[])
        and d.day < $3::date and d.day >= coalesce(s.thinned_to, '-infinity') and d.count > ${PART}
      order by d.device_id, d.number, d.day limit ${ROWS}
    ) d
    where passed < ${VALUES}`,
}
const SAVE_THIN = {
  name: 'series.saveThin',
  text: `
    with thin as materialized (
      select * from unnest($2::uuid[], $3::int[], $4::date[], $5::bytea[], $6::int[], $7::int[])
        as t (device_id, number, day, points, count, gone)
    ), counted as (
      update series s set count = s.count - t.gone
      from (select device_id, number, sum(gone) as gone from thin group by 1, 2) t
      where s.space_id = $1 and s.device_id = t.device_id and s.number = t.number
    )
    update series_day d set points = t.points, count = t.count, ${OUTLINE_COLUMNS.map((name) => `${name} = null`).join()} from thin t
    where d.space_id = $1 and d.device_id = t.device_id and d.number = t.number and d.day = t.day`,
}
const THINNED = {
  name: 'series.thinned',
  text: `
    update series set thinned_to = $3::date
    where space_id = $1 and device_id = any($2::uuid[]) and first_at < ($3::date::timestamp at time zone 'UTC')`,
}

/** Does a part of the due work on devices, which are locked. @returns whether that was all */
type Part = (
  client: PoolClient,
  spaceId: string,
  deviceIds: readonly string[],
  day: string,
) => Promise<boolean>

interface FirstDay {
  deviceId: string
  number: number
  at: Date | null
  points: Buffer | null
}

const deletePart: Part = async (client, spaceId, deviceIds, day) => {
  const values = [spaceId, deviceIds, day]
  const { rows } = await client.query<{ days: number }>({ ...DELETE_DAYS, values })
  if ((rows[0]?.days ?? 0) === ROWS) return false
  const { rows: first } = await client.query<FirstDay>({ ...FIRST_DAYS, values })
  await client.query({
    ...BEGIN_ANEW,
    values: [
      spaceId,
      first.map(({ deviceId }) => deviceId),
      first.map(({ number }) => number),
      first.map(({ at, points }) => (points ? new Date(timesIn(points)[0] ?? 0) : at)),
    ],
  })
  return true
}

interface ThickDay {
  deviceId: string
  number: number
  day: string
  points: Buffer
  count: number
}

const thinPart: Part = async (client, spaceId, deviceIds, day) => {
  const values = [spaceId, deviceIds, day]
  const { rows } = await client.query<ThickDay>({ ...THICK_DAYS, values })
  if (rows.length === 0) {
    await client.query({ ...THINNED, values })
    return true
  }
  const thin = rows.map(({ points }) => {
    const left = { times: [], values: [] }
    partOf(unpack(points)).pushTo(left)
    return left
  })
  const counts = thin.map(({ times }) => times.length)
  await client.query({
    ...SAVE_THIN,
    values: [
      spaceId,
      rows.map((row) => row.deviceId),
      rows.map(({ number }) => number),
      rows.map((row) => row.day),
      thin.map(pack),
      counts,
      rows.map(({ count }, i) => count - (counts[i] ?? 0)),
    ],
  })
  return false
}

/** Milliseconds after which the rest waits for the next round. */
const ROUND = 600_000

const FIRST = '00000000-0000-0000-0000-000000000000'

/** Does all due work, a few devices at a time, alternating between spaces; rests for as long as it works. */
async function inParts(
  pool: Pool,
  { spaces, devices }: typeof EXPIRED,
  before: Date,
  part: Part,
  isOver: () => boolean,
): Promise<void> {
  const { rows } = await pool.query<{ spaceId: string }>({ ...spaces, values: [before] })
  const left = new Map(rows.map(({ spaceId }) => [spaceId, FIRST]))
  while (left.size > 0)
    for (const [spaceId, after] of left) {
      if (isOver()) return
      const began = performance.now()
      const found = await pool.query<{ deviceId: string }>({ ...devices, values: [before, spaceId, after] })
      const ids = found.rows.map(({ deviceId }) => deviceId)
      const isAll = await inTransaction(pool, async (_, client) => {
        const { rows: held } = await client.query<{ deviceId: string }>({ ...LOCK, values: [spaceId, ids] })
        const heldIds = held.map(({ deviceId }) => deviceId)
        return heldIds.length === 0 || part(client, spaceId, heldIds, dayOf(before.getTime()))
      })
      if (isAll && ids.length < DEVICES) left.delete(spaceId)
      else if (isAll) left.set(spaceId, ids.at(-1) ?? FIRST)
      await sleep(performance.now() - began)
    }
}

/** Deletes values that are too old, and downsamples older days. Several copies may do it at the same time. */
export async function forgetOldValues(
  { db: { $client }, now }: Pick<Deps, 'db' | 'now'>,
  { thinDays, retentionDays }: HistoryRules,
  stopping?: AbortSignal,
): Promise<void> {
  const until = performance.now() + ROUND
  const isOver = () => stopping?.aborted === true || performance.now() > until
  if (retentionDays !== undefined)
    await inParts($client, EXPIRED, keptFrom(retentionDays, now()), deletePart, isOver)
  if (thinDays !== undefined) await inParts($client, THICK, keptFrom(thinDays, now()), thinPart, isOver)
}
