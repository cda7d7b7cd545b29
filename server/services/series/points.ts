import { setImmediate as breathe } from 'node:timers/promises'
import type { PointsQuery, SeriesPoints } from '#contract/series'
import type { Db } from '../../db/database'
import type { Caller } from '../common/caller'
import { limitOf } from '../common/visibility'
import { DAY, dayOf, type Points, pointsFrom, startOf, unpack, unpackAll } from './pack'
import { checkAllSeen } from './read'
import { type Line, makeLine, type Range } from './thin'

/** A series whose values are asked for. */
interface Asked {
  device_id: string
  number: number
  first_at: Date
  last_at: Date
  count: number
}

interface Found extends Asked {
  path: string
  is_boolean: boolean
  last_value: number
  /** Its points have come along: null when there are none. */
  isFew: boolean
  points: string | null
}

/** SQL of a day, from the days since 1970. */
const dayAt = (days: string) => `date '1970-01-01' + ${days}::int`

/** SQL of the points of days, one behind the other, in half of the characters that PostgreSQL takes for bytes. */
const pointsIn = (from: string, to: string) => `(
      select encode(string_agg(d.points, ''::bytea order by d.day), 'base64') from series_day d
      where d.space_id = $1 and d.device_id = s.device_id and d.number = s.number and d.day >= ${from} and d.day < ${to}
    ) as points`

/** The condition that a series has at most `$7` values in so many seconds as `$8`, if they are as dense in all of its time. */
const IS_FEW = `s.count * least(1, $8::float8 / greatest(extract(epoch from s.last_at - s.first_at), 1)) <= $7::float8`

/**
 * The devices, of these, that the caller sees, with their series. `$4` has the tags that a key is limited to. Of a series of few
 * values the points come along, so that most charts need no other question.
 */
const FIND = {
  name: 'series.find',
  text: `
    select d.id, s.device_id, s.number, s.path, s.is_boolean, s.first_at, s.last_at, s.last_value,
      s.count::float8 as count, coalesce(few.is_few, false) as "isFew", few.points
    from device d left join series s on s.space_id = $1 and s.device_id = d.id and s.path = any($3::text[])
    left join lateral (select true as is_few, ${pointsIn(dayAt('$5'), dayAt('$6'))} where ${IS_FEW}) few on true
    where d.space_id = $1 and d.id = any($2::uuid[]) and ($4::uuid[] is null or exists (
      select from device_tag o where o.space_id = $1 and o.device_id = d.id and o.tag_id = any($4::uuid[])))`,
}

/** The points of days, those of each series one behind the other. */
const FINE = {
  name: 'series.points',
  text: `
    select s.device_id, s.number, ${pointsIn('$4::date', '$5::date')}
    from unnest($2::uuid[], $3::int[]) as s (device_id, number)`,
}

/** What days come to; their points where it is not known when that was measured. */
const COARSE = {
  name: 'series.outlines',
  text: `
    select d.device_id, d.number, d.day::text as day, case when d.first_at is null then d.points end as points,
      d.first, d.first_at, d.min, d.min_at, d.max, d.max_at, d.last, d.last_at
    from series_day d join unnest($2::uuid[], $3::int[]) as s (device_id, number)
      on d.device_id = s.device_id and d.number = s.number
    where d.space_id = $1 and d.day >= $4::date and d.day < $5::date
    order by d.day`,
}

type Which = Pick<Asked, 'device_id' | 'number'>

interface Outline extends Record<'first' | 'min' | 'max' | 'last', number> {
  points: null
  day: string
  first_at: number
  min_at: number
  max_at: number
  last_at: number
}

type Day = Which & (Outline | { points: Buffer })

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

/** How many values these series have in a day. */
export const valuesOfDay = (asked: readonly Asked[]): number =>
  asked.reduce((sum, { first_at, last_at, count }) => {
    const days = (last_at.getTime() - first_at.getTime()) / DAY + 1
    return sum + count / days
  }, 0)

/** Days that are read at a time: as many as have so many values, in these limits. */
const SLICE = { least: 1, most: 400, values: 200_000 }
/** Values after which others have their turn. */
const LARGE = 20_000

/** How many days of these series are read at a time. */
function sliceOf(asked: readonly Asked[]): number {
  const aDay = valuesOfDay(asked)
  return Math.min(Math.max(Math.floor(SLICE.values / aDay), SLICE.least), SLICE.most)
}

const keyOf = ({ device_id, number }: Which) => `${device_id} ${number}`

/** Adds the points of days to a line. */
async function addAll(line: Line | undefined, days: string | null) {
  let added = 0
  for (const points of unpackAll(Buffer.from(days ?? '', 'base64'))) {
    line?.add(points)
    added += points.times.length
    if (added < LARGE) continue
    added = 0
    await breathe()
  }
}

/** Whether it needs more than what each day comes to: where a pixel is shorter. */
const isFine = ({ after, before, width }: Range) => (before - after) / width < DAY

/** Reads the points of series in parts, so that no question holds too many; of few values a part is a year. */
async function readAll(
  db: Db,
  spaceId: string,
  asked: readonly Asked[],
  range: Range,
  lines: ReadonlyMap<string, Line>,
): Promise<void> {
  const which = [spaceId, asked.map(({ device_id }) => device_id), asked.map(({ number }) => number)]
  const from = Math.max(range.after, Math.min(...asked.map(({ first_at }) => first_at.getTime())))
  const to = Math.min(range.before, Math.max(...asked.map(({ last_at }) => last_at.getTime())))
  const slice = sliceOf(asked) * DAY
  for (let start = Math.floor(from / DAY) * DAY; start <= to; start += slice) {
    const days = [dayOf(start), dayOf(Math.min(start + slice, Math.floor(to / DAY) * DAY + DAY))]
    const values = [...which, ...days]
    if (isFine(range)) {
      const { rows } = await db.$client.query<Which & { points: string | null }>({ ...FINE, values })
      for (const { points, ...row } of rows) await addAll(lines.get(keyOf(row)), points)
    } else {
      const { rows } = await db.$client.query<Day>({ ...COARSE, values })
      for (const row of rows) lines.get(keyOf(row))?.add(row.points ? unpack(row.points) : outlineOf(row))
    }
  }
}

/** The values of series that were found for this range, thinned, in their order. */
export async function pointsOf(
  db: Db,
  spaceId: string,
  found: readonly Found[],
  range: Range,
): Promise<Pick<SeriesPoints, 'points' | 'is_thinned'>[]> {
  const lines = new Map(found.map((one) => [keyOf(one), makeLine(range)]))
  if (found.every(({ isFew }) => isFew))
    for (const one of found) await addAll(lines.get(keyOf(one)), one.points)
  else await readAll(db, spaceId, found, range, lines)
  return found.map((one) => {
    const { points, isThinned } = lines.get(keyOf(one))?.end() ?? { points: [], isThinned: false }
    return { points, is_thinned: isThinned || !isFine(range) }
  })
}

/** The series of devices with these paths, for a range. @returns also the devices that the caller sees, which may have none */
export async function findSeries(
  db: Db,
  caller: Caller,
  spaceId: string,
  { device_id, path }: Pick<PointsQuery, 'device_id' | 'path'>,
  range: Range,
): Promise<{ visible: readonly { id: string }[]; found: Found[] }> {
  const days = [Math.floor(range.after / DAY), Math.floor(range.before / DAY) + 1]
  const few = isFine(range) ? SLICE.values / (device_id.length * path.length) : 0
  const { rows: visible } = await db.$client.query<{ id: string } & (Found | { number: null })>({
    ...FIND,
    values: [spaceId, device_id, path, limitOf(caller), ...days, few, (range.before - range.after) / 1000],
  })
  return { visible, found: visible.filter((row): row is { id: string } & Found => row.number !== null) }
}

/**
 * The values of series between two times, thinned.
 * @throws ApiError 400 for a device that the caller does not see
 */
export async function readPoints(
  db: Db,
  caller: Caller,
  spaceId: string,
  query: PointsQuery,
): Promise<SeriesPoints[]> {
  const { visible, found } = await findSeries(db, caller, spaceId, query, query)
  checkAllSeen(query.device_id, visible)
  const lines = await pointsOf(db, spaceId, found, query)
  return found.map(({ device_id, path }, i) => {
    const { points = [], is_thinned = false } = lines[i] ?? {}
    return { device_id, path, points, is_thinned }
  })
}
