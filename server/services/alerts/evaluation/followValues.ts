import type { Pool, PoolClient } from 'pg'
import type { ValueCondition } from '#contract/alerts'
import { patternOf } from '#contract/series'
import type { Db } from '../../../db/database'
import { EXTENT, type Extent, extentOf } from '../../series/store/downsample'
import { dayOf } from '../../series/store/pack'
import { unpackAll } from '../../series/store/unpack'
import { DEVICES, type Followed, Followers, type Past, partsOfIds, STEPS_PER_INPUT, VALUES } from './follow'
import { readRhythms } from './ruleRound'

const OF_DAYS = `
  from series s join series_day d on d.space_id = s.space_id and d.device_id = s.device_id and d.number = s.number
  where s.space_id = $1 and d.space_id = $1 and s.device_id = any($2::uuid[]) and d.device_id = any($2::uuid[])
    and s.path = any($3::text[]) and d.day >= $4::date and d.day <= $5::date`

const EXTENTS = {
  name: 'alerts.extents',
  text: `select s.device_id as "deviceId", ${EXTENT}, sum(d.count)::float8 as values ${OF_DAYS} group by s.device_id`,
}

/** The next days of devices after one: as many as have about this number of values, but at least one. */
const DAYS = {
  name: 'alerts.days',
  text: `
    select "deviceId", path, day::text as day, points from (
      select s.device_id as "deviceId", s.path, d.day, d.points,
        sum(d.count) over (order by s.device_id, s.path, d.day) - d.count as passed
      ${OF_DAYS} and (s.device_id, s.path, d.day) > ($6::uuid, $7::text, $8::date)
    ) d
    where passed < ${VALUES} order by "deviceId", path, day`,
}

interface DeviceExtent {
  deviceId: string
  least: number
  greatest: number
  values: number
}

interface Day {
  deviceId: string
  path: string
  day: string
  points: Buffer
}

function mayMatch(condition: ValueCondition, { least, greatest }: DeviceExtent): boolean {
  if (condition.kind === 'above') return greatest > condition.limit
  if (condition.kind === 'below') return least < condition.limit
  return condition.kind === 'unchanged' || greatest - least > condition.by
}

/** All paths of a space, one after the other, however many devices have each. */
const PATHS = {
  name: 'alerts.paths',
  text: `
    with recursive known as (
      (select path from series where space_id = $1 order by path limit 1)
      union all
      select (select s.path from series s where s.space_id = $1 and s.path > known.path order by s.path limit 1)
      from known where known.path is not null
    )
    select path from known where path is not null`,
}

/** The paths of a space that a condition applies to. */
export async function pathsOf(
  client: Pool | PoolClient,
  spaceId: string,
  { path }: { path: string },
): Promise<string[]> {
  if (patternOf(path) !== path || !path.includes('[]')) return [path]
  const { rows } = await client.query<{ path: string }>({ ...PATHS, values: [spaceId] })
  return rows.flatMap((row) => (patternOf(row.path) === path ? row.path : []))
}

/** Devices that are read together: only a few have very many values. */
function partsOf(extents: readonly DeviceExtent[]): DeviceExtent[][] {
  const parts: DeviceExtent[][] = []
  let values = Infinity
  for (const extent of extents) {
    const part = parts.at(-1)
    if (part && part.length < DEVICES && values + extent.values <= VALUES) part.push(extent)
    else {
      parts.push([extent])
      values = 0
    }
    values += extent.values
  }
  return parts
}

/** The days of devices, in order, a part of their values at a time. */
async function* daysOf(
  db: Db,
  spaceId: string,
  part: readonly DeviceExtent[],
  range: readonly unknown[],
): AsyncGenerator<readonly Day[]> {
  const ids = part.map(({ deviceId }) => deviceId)
  const all = part.reduce((sum, { values }) => sum + values, 0)
  let last: Omit<Day, 'points'> = {
    deviceId: '00000000-0000-0000-0000-000000000000',
    path: '',
    day: '0001-01-01',
  }
  for (;;) {
    const values = [spaceId, ids, ...range, last.deviceId, last.path, last.day]
    const { rows } = await db.$client.query<Day>({ ...DAYS, values })
    yield rows
    const end = rows.at(-1)
    // Most parts are read completely by one query, which is known without another one.
    if (!end || all <= VALUES) return
    last = end
  }
}

/** The extent of the values of devices. */
async function extentsOf(
  db: Db,
  { spaceId, ids, rest }: Past,
  range: readonly unknown[],
): Promise<DeviceExtent[]> {
  const extents: DeviceExtent[] = []
  for (const part of partsOfIds(ids)) {
    const values = [spaceId, part, ...range]
    const { rows } = await db.$client.query<
      Extent & { deviceId: string; values: number; points: string | null }
    >({ ...EXTENTS, values })
    for (const row of rows) {
      const { least, greatest } = await extentOf(row, rest)
      if (least !== null && greatest !== null)
        extents.push({ deviceId: row.deviceId, values: row.values, least, greatest })
    }
  }
  return extents
}

/** The least and the greatest number; null if there is none. */
export type Extremes = readonly [least: number, greatest: number] | null

const extremesOf = (numbers: readonly number[]): Extremes =>
  numbers.length === 0
    ? null
    : [
        numbers.reduce((least, one) => Math.min(least, one), Infinity),
        numbers.reduce((greatest, one) => Math.max(greatest, one), -Infinity),
      ]

/** What conditions would have found in values. */
export interface FollowedValues extends Followed {
  /** The least and greatest value. */
  range: Extremes
  /** The shortest and longest usual interval, in seconds, of the devices that have measured them. */
  usual: Extremes
}

/** What conditions would have found in the values of devices. Values of devices that match no condition are not read. */
export async function followValues(
  db: Db,
  past: Past,
  conditions: readonly [ValueCondition, ...ValueCondition[]],
): Promise<FollowedValues> {
  const { spaceId, after, before, rest } = past
  const paths = await pathsOf(db.$client, spaceId, conditions[0])
  const days = [paths, dayOf(after), dayOf(before)]
  const extents = await extentsOf(db, past, days)
  const wanted = extents.filter((extent) => conditions.some((condition) => mayMatch(condition, extent)))
  const rhythmOf = await readRhythms(
    db.$client,
    spaceId,
    extents.map(({ deviceId }) => deviceId),
  )
  const followers = new Followers(conditions)
  /** Returns whether there was more than is looked for. */
  const followAll = async (): Promise<boolean> => {
    let last: Omit<Day, 'points'> | undefined
    for (const part of partsOf(wanted))
      for await (const rows of daysOf(db, spaceId, part, days)) {
        for (const row of rows) {
          const { deviceId, path, points } = row
          if (last?.deviceId !== deviceId || last.path !== path) {
            followers.advance(before)
            followers.begin({ deviceId, path }, rhythmOf(deviceId))
          }
          last = row
          for (const { times, values } of unpackAll(points)) {
            await rest(STEPS_PER_INPUT * conditions.length * times.length)
            if (followers.isFull) return true
            for (const [place, at] of times.entries())
              if (at >= after && at <= before) followers.advance(at, { at, value: values[place] ?? 0 })
          }
        }
      }
    followers.advance(before)
    return false
  }
  const isCut = await followAll()
  return {
    found: followers.found,
    isCut,
    range: extremesOf(extents.flatMap(({ least, greatest }) => [least, greatest])),
    usual: extremesOf(extents.flatMap(({ deviceId }) => rhythmOf(deviceId).usual ?? [])),
  }
}
