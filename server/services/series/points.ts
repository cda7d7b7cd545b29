import { type PointsQuery, VALUES_MAX } from '#contract/series'
import type { Db } from '../../db/database'
import { ApiError } from '../../errors'
import { inSlices } from '../background/slices'
import type { Caller } from '../common/caller'
import type { JsonStream, JsonText } from '../common/json'
import { limitOf } from '../common/visibility'
import { jsonOf } from './drawn'
import { type Asked, AT_ONCE, dayCount, daysOf, readLines } from './lines'
import { checkAllSeen } from './listSeries'
import { isFine, type Range } from './store/downsample'
import { POINTS } from './store/outline'

export interface Found extends Asked {
  path: string
  is_boolean: boolean
  last_value: number
}

/** SQL of a day, from the days since 1970. */
const dayAt = (days: string) => `date '1970-01-01' + ${days}::int`

const OF_DAYS = `
  from series_day d where d.space_id = $1 and d.device_id = s.device_id and d.number = s.number
    and d.day >= ${dayAt('$5')} and d.day < ${dayAt('$6')}`

/**
 * The devices, of these, that the caller sees, with their series. `$4` has the tags that a key is limited to. Of a series of at most
 * `$7` values the points come along, so that most charts need no other question.
 */
const FIND = {
  name: 'series.find',
  text: `
    select d.id, s.device_id, s.number, s.path, s.is_boolean, s.first_at, s.last_at, s.last_value, held.readings, few.points,
      greatest(s.last_at, k.last_seen + interval '1 day') as until
    from device d left join device_contact k on k.space_id = $1 and k.device_id = d.id
    left join series s on s.space_id = $1 and s.device_id = d.id and s.path = any($3::text[])
    left join lateral (select sum(d.count)::float8 as readings ${OF_DAYS} and $7::float8 > 0) held on true
    left join lateral (select ${POINTS} as points ${OF_DAYS} and held.readings <= $7::float8) few on true
    where d.space_id = $1 and d.id = any($2::uuid[]) and ($4::uuid[] is null or exists (
      select from device_tag o where o.space_id = $1 and o.device_id = d.id and o.tag_id = any($4::uuid[])))`,
}

/** The series of devices with these paths, for a range. @returns also the devices that the caller sees, which may have none */
export async function findSeries(
  db: Db,
  caller: Caller,
  spaceId: string,
  { device_id, path }: Pick<PointsQuery, 'device_id' | 'path'>,
  range: Range,
): Promise<{ visible: readonly { id: string }[]; found: Found[] }> {
  const few = isFine(range) ? AT_ONCE.values / (device_id.length * path.length) : 0
  const { rows: visible } = await db.$client.query<{ id: string } & (Found | { number: null })>({
    ...FIND,
    values: [spaceId, device_id, path, limitOf(caller), ...daysOf(range), few],
  })
  return { visible, found: visible.filter((row): row is { id: string } & Found => row.number !== null) }
}

/** Most days of all series together of which a chart reads what each comes to. */
const DAYS_MAX = 150_000
/** Where there are too many values, each day's outline is enough for a chart of so many days. */
const LONG = 7

const tooMuch = (what: string) =>
  new ApiError(400, `these series have ${what} in this time: ask for fewer of them, or for a shorter time`)

/** Whether a chart is made of what each day comes to. @throws ApiError 400 where even that is too much */
function isOutline(found: readonly Found[], range: Range): boolean {
  const values = found.reduce((sum, { readings }) => sum + (readings ?? 0), 0)
  const [from, to] = daysOf(range)
  if (isFine(range) && values <= VALUES_MAX) return false
  if (isFine(range) && to - from < LONG) throw tooMuch(`more than ${VALUES_MAX} values`)
  const days = found.reduce((sum, one) => sum + dayCount(one, range), 0)
  if (days > DAYS_MAX) throw tooMuch(`more than ${DAYS_MAX} days`)
  return true
}

/**
 * The values of series between two times, thinned: JSON of `SeriesPoints`.
 * @throws ApiError 400 for a device that the caller does not see, and for more values than a chart reads
 */
export async function readPoints(
  db: Db,
  caller: Caller,
  spaceId: string,
  query: PointsQuery,
): Promise<JsonText | JsonStream> {
  const { visible, found } = await findSeries(db, caller, spaceId, query, query)
  checkAllSeen(query.device_id, visible)
  const rest = inSlices(caller, spaceId)
  const reading = { db, spaceId, range: query, rest, isOutline: isOutline(found, query) }
  const drawn = await readLines(reading, found)
  const series = found.map(({ device_id, path, is_boolean }, i) => ({
    device_id,
    path,
    is_boolean,
    drawn: drawn[i],
  }))
  return jsonOf(series, rest)
}
