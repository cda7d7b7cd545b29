import { type PointsQuery, type SeriesPoints, VALUES_MAX } from '#contract/series'
import type { Db } from '../../db/database'
import { ApiError } from '../../errors'
import { inSlices, type Rest } from '../background/slices'
import type { Caller } from '../common/caller'
import { JsonStream, JsonText } from '../common/json'
import { limitOf } from '../common/visibility'
import { type Asked, AT_ONCE, type Drawn, dayCount, daysOf, readLines } from './lines'
import { checkAllSeen } from './listSeries'
import { isFine, POINTS, type Range } from './store/downsample'
import type { Points } from './store/pack'

interface Answered extends Pick<SeriesPoints, 'path' | 'is_boolean'> {
  /** Left out for guests. */
  device_id: string | undefined
  drawn: Drawn | undefined
}

/** Points of a piece of an answer, which takes about 50 kB. */
const PIECE = 2000
/** Steps that a point takes; see `inSlices`. */
const POINT = 5

/** Points as the answer has them. */
export const pairsOf = (
  { times, values }: Points,
  from = 0,
  to = times.length,
): [time: number, value: number][] =>
  times.slice(from, to).map((time, i): [number, number] => [time, values[from + i] ?? 0])

/** JSON of `SeriesPoints`, in pieces. */
function* piecesOf(series: readonly Answered[]): Generator<string, void> {
  yield '['
  for (const [i, { device_id, path, is_boolean, drawn }] of series.entries()) {
    const { points = { times: [], values: [] }, isThinned = false, summary = null } = drawn ?? {}
    const head = JSON.stringify({ device_id, path, is_boolean, is_thinned: isThinned, summary })
    yield `${i > 0 ? ',' : ''}${head.slice(0, -1)},"points":[`
    for (let from = 0; from < points.times.length; from += PIECE) {
      const pairs = pairsOf(points, from, from + PIECE)
      yield `${from > 0 ? ',' : ''}${JSON.stringify(pairs).slice(1, -1)}`
    }
    yield ']}'
  }
  yield ']'
}

async function* inPieces(series: readonly Answered[], rest: Rest) {
  let text = ''
  for (const piece of piecesOf(series)) {
    text += piece
    if (text.length < 10 * PIECE) continue
    yield text
    await rest(POINT * PIECE)
    text = ''
  }
  yield text
}

/** JSON of `SeriesPoints`: streamed, unless it is one piece. */
function jsonOf(series: readonly Answered[], rest: Rest): JsonText | JsonStream {
  const count = series.reduce((sum, { drawn }) => sum + (drawn?.points.times.length ?? 0), 0)
  return count > PIECE ? new JsonStream(inPieces(series, rest)) : new JsonText([...piecesOf(series)].join(''))
}

export interface Found extends Asked {
  path: string
  is_boolean: boolean
  last_value: number
}

/** SQL of a day, from the number of days since 1970. */
const dayAt = (days: string) => `date '1970-01-01' + ${days}::int`

const OF_DAYS = `
  from series_day d where d.space_id = $1 and d.device_id = s.device_id and d.number = s.number
    and d.day >= ${dayAt('$5')} and d.day < ${dayAt('$6')}`

/**
 * The given devices that the caller sees, with their series. `$4` has the tags that a key is limited to. The points of series with at most
 * `$7` values are included, so that most charts need no other query.
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

/** Most days of all series together whose outlines a chart reads. */
const DAYS_MAX = 150_000
/** Fewest days of a chart for which outlines are enough if there are too many values. */
const LONG = 7

const tooMuch = (what: string) =>
  new ApiError(400, `these series have ${what} in this time: ask for fewer of them, or for a shorter time`)

/** Whether a chart is made of outlines. @throws ApiError 400 if even these are too many */
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
 * The values of series between two times, downsampled: JSON of `SeriesPoints`.
 * @param isAnonymous whether the ids of devices are left out
 * @throws ApiError 400 for a device that the caller does not see, and for more values than a chart reads
 */
export async function readPoints(
  db: Db,
  caller: Caller,
  spaceId: string,
  query: PointsQuery,
  { isAnonymous = false } = {},
): Promise<JsonText | JsonStream> {
  const { visible, found } = await findSeries(db, caller, spaceId, query, query)
  checkAllSeen(query.device_id, visible)
  const rest = inSlices(caller, spaceId)
  const reading = { db, spaceId, range: query, rest, isOutline: isOutline(found, query) }
  const drawn = await readLines(reading, found)
  const series = found.map(({ device_id, path, is_boolean }, i) => ({
    device_id: isAnonymous ? undefined : device_id,
    path,
    is_boolean,
    drawn: drawn[i],
  }))
  return jsonOf(series, rest)
}
