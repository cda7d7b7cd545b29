import { DAY } from '#contract/common/durations'
import type { ExportQuery, SeriesValue } from '#contract/series'
import type { Db } from '../../db/database'
import { inSlices } from '../background/slices'
import type { Caller } from '../common/caller'
import { JsonText } from '../common/json'
import { devicesOf } from './listSeries'
import { dayOf, startOf } from './store/pack'
import { unpackAll } from './store/unpack'

/** Most rows of days that are read at a time. */
const DAYS = 400
/** Most values that are serialized at a time, and the steps that each takes; see `inSlices`. */
const PIECE = 1000
const VALUE = 25

/** The days of series from one on, series after series. After the first day, they have at most this number of values. */
const NEXT_DAYS = {
  name: 'series.export',
  text: `
    select device_id, number, day::text as day, points, path from (
      select d.device_id, d.number, d.day, d.points, s.path,
        sum(d.count) over days - d.count - first_value(d.count) over days as passed
      from series_day d join series s on s.space_id = d.space_id and s.device_id = d.device_id and s.number = d.number
      where d.space_id = $1 and s.space_id = $1 and d.device_id = any($2::uuid[]) and s.path = any($3::text[])
        and d.day >= $4::date and d.day <= $5::date
        and (d.device_id, d.number, d.day) >= ($6::uuid, $7::int, $8::date)
      window days as (order by d.device_id, d.number, d.day)
      order by d.device_id, d.number, d.day limit ${DAYS}
    ) d
    where passed < $9::int order by device_id, number, day`,
}

interface Day {
  device_id: string
  number: number
  day: string
  points: Buffer
  path: string
}

/** Where a page begins: at the first value, or after one. */
function placeOf(cursor: string | undefined, from: number) {
  if (cursor === undefined) return { id: '00000000-0000-0000-0000-000000000000', number: 0, time: from - 1 }
  const [id = '', number, time] = cursor.split(':')
  return { id: id.toLowerCase(), number: Number(number), time: Number(time) }
}

/**
 * All values of series between two times, series after series, the oldest first: JSON of a list of `SeriesValue`.
 * @throws ApiError 400 for a device that the caller does not see
 */
export async function exportPoints(
  db: Db,
  caller: Caller,
  spaceId: string,
  query: ExportQuery,
): Promise<JsonText> {
  const { path, after, before, limit, cursor } = query
  const ids = await devicesOf(db, caller, spaceId, query)
  const start = placeOf(cursor, after)
  const rest = inSlices(caller, spaceId)
  const texts: string[] = []
  let left = limit
  const flush = async (values: SeriesValue[]) => {
    if (values.length === 0) return
    texts.push(JSON.stringify(values).slice(1, -1))
    left -= values.length
    await rest(VALUE * values.length)
  }
  const add = async ({ device_id, number, points, path: of }: Day) => {
    const isStart = device_id === start.id && number === start.number
    for (const { times, values } of unpackAll(points)) {
      let found: SeriesValue[] = []
      for (const [i, time] of times.entries()) {
        if (time < after || time > before || (isStart && time <= start.time)) continue
        const id = `${device_id}:${number}:${time}`
        found.push({ id, device_id, path: of, at: new Date(time).toISOString(), value: values[i] ?? 0 })
        if (found.length < Math.min(PIECE, left)) continue
        await flush(found)
        if (left === 0) return
        found = []
      }
      await flush(found)
      await rest(times.length)
    }
  }
  let from = { id: start.id, number: start.number, day: dayOf(Math.max(start.time, after)) }
  for (;;) {
    const values = [spaceId, ids, path, dayOf(after), dayOf(before), from.id, from.number, from.day, left]
    const { rows } = await db.$client.query<Day>({ ...NEXT_DAYS, values })
    for (const row of rows) {
      await add(row)
      if (left === 0) break
      from = { id: row.device_id, number: row.number, day: dayOf(startOf(row.day) + DAY) }
    }
    if (left === 0 || rows.length === 0) return new JsonText(`[${texts.join()}]`)
  }
}
