import { DAY } from '#contract/common/durations'
import { type SeriesSummary, VALUES_MAX } from '#contract/series'
import type { Db } from '../../db/database'
import type { Rest } from '../background/slices'
import {
  eachPart,
  HAS_OUTLINE,
  isFine,
  type Line,
  makeLine,
  OUTLINE_COLUMNS,
  POINTS,
  POINTS_WITHOUT_OUTLINE,
  type Range,
  storedPart,
} from './store/downsample'
import { dayOf, merge, type Points, startOf } from './store/pack'
import { unpackAll } from './store/unpack'

/** A series whose values are read. */
export interface Asked {
  device_id: string
  number: number
  first_at: Date
  last_at: Date
  /** Nothing was measured after that, even by a clock that is ahead; null if unknown. */
  until: Date | null
  /** How many values it has in the days of the range; null if each day's outline is read instead, or there are none. */
  readings: number | null
  /** The points of these days, if they were read together with the series. */
  points: string | null
}

/** What a chart shows of a series. */
export interface Drawn {
  points: Points
  isThinned: boolean
  /** Null if there are no points, or only outlines were read. */
  summary: SeriesSummary | null
}

/** The points of days, concatenated for each series. */
const FINE = {
  name: 'series.points',
  text: `
    select s.device_id, s.number, (
      select ${POINTS} from series_day d
      where d.space_id = $1 and d.device_id = s.device_id and d.number = s.number and d.day >= $4::date and d.day < $5::date
    ) as points
    from unnest($2::uuid[], $3::int[]) as s (device_id, number)`,
}

/** About how many values are read at a time, and how many days that are read as outlines. */
export const AT_ONCE = { values: 100_000, days: 2000 }

/** The next days of one series: as many as have about this number of values, but at least one. */
const DENSE = {
  name: 'series.dense',
  text: `
    select max(d.day)::text as day, ${POINTS} as points from (
      select day, points, sum(count) over (order by day) - count as passed from series_day
      where space_id = $1 and device_id = $2 and number = $3 and day >= $4::date and day < $5::date
      order by day limit 400
    ) d
    where d.passed < ${AT_ONCE.values}`,
}

/** How many numbers describe a day: the day since 1970, and its outline. */
const NUMBERS_PER_DAY = 1 + OUTLINE_COLUMNS.length
const OUTLINE = `concat_ws(',', d.day - date '1970-01-01', ${OUTLINE_COLUMNS.map((name) => `d.${name}`).join()})`

/**
 * The outlines of days, concatenated for each series, and the points of days without an outline. They are in one row, because receiving a
 * row takes longer than reading an outline.
 */
const COARSE = {
  name: 'series.outlines',
  text: `
    select d.device_id, d.number, string_agg(${OUTLINE}, ',' order by d.day) filter (where ${HAS_OUTLINE}) as outlines,
      ${POINTS_WITHOUT_OUTLINE} as points
    from series_day d join unnest($2::uuid[], $3::int[]) as s (device_id, number)
      on d.device_id = s.device_id and d.number = s.number
    where d.space_id = $1 and d.day >= $4::date and d.day < $5::date
    group by d.device_id, d.number`,
}

type Which = Pick<Asked, 'device_id' | 'number'>

/** Steps that a day's outline takes; see `inSlices`. */
const OUTLINE_STEPS = 25

interface Outlines {
  outlines: string | null
  points: string | null
}

/** The points of outlines: the first, least, greatest and last value of each day. */
async function outlinesOf({ outlines, points }: Outlines, rest: Rest): Promise<Points> {
  const numbers: number[] = JSON.parse(`[${outlines ?? ''}]`)
  const stored: Points = { times: [], values: [] }
  for (let i = 0; i < numbers.length; i += NUMBERS_PER_DAY)
    storedPart(numbers, i + 1, DAY * (numbers[i] ?? 0)).pushTo(stored)
  await rest((OUTLINE_STEPS * numbers.length) / NUMBERS_PER_DAY)
  if (points === null) return stored
  const computed: Points = { times: [], values: [] }
  await eachPart(points, rest, (part) => part.pushTo(computed))
  return merge(stored, computed)
}

const keyOf = ({ device_id, number }: Which) => `${device_id} ${number}`
const whichOf = (some: readonly Which[]) => [
  some.map(({ device_id }) => device_id),
  some.map(({ number }) => number),
]

/** The days of a range since 1970, the last one excluded. */
export const daysOf = ({ after, before }: Pick<Range, 'after' | 'before'>): [from: number, to: number] => [
  Math.floor(after / DAY),
  Math.floor(before / DAY) + 1,
]

/** The days of a range in which a series may have values. */
function heldDays({ first_at, last_at, until }: Asked, range: Range): [from: number, to: number] {
  const [from, to] = daysOf(range)
  const [first, last] = daysOf({ after: first_at.getTime(), before: (until ?? last_at).getTime() })
  return [Math.max(from, first), Math.min(to, last)]
}

/** In how many days of a range a series may have values, except those ahead of the clock. */
export function dayCount(one: Asked, range: Range): number {
  const [from, to] = heldDays({ ...one, until: null }, range)
  return Math.max(to - from, 0)
}

const dayText = (days: number) => dayOf(days * DAY)

/** Groups series that are read together: their weights add up to at most this number, unless a group is a single series. */
function partsOf(asked: readonly Asked[], weightOf: (one: Asked) => number, most: number): Asked[][] {
  const parts: Asked[][] = []
  let sum = Infinity
  for (const one of asked) {
    const weight = weightOf(one)
    sum += weight
    if (sum <= most) parts.at(-1)?.push(one)
    else {
      parts.push([one])
      sum = weight
    }
  }
  return parts
}

interface Reading {
  db: Db
  spaceId: string
  range: Range
  rest: Rest
  lines: ReadonlyMap<string, Line>
}

/** Steps that a series takes besides its points. */
const SERIES_STEPS = 400

/** Adds the points of days to the line of a series. */
async function addAll({ lines, rest }: Reading, of: Which, days: string | null) {
  await rest(SERIES_STEPS)
  const line = lines.get(keyOf(of))
  for (const points of unpackAll(Buffer.from(days ?? '', 'base64'))) {
    line?.add(points)
    await rest(points.times.length)
  }
}

/** Reads all values of a series that has very many. */
async function readDense(reading: Reading, one: Asked) {
  const { db, spaceId, range } = reading
  const [first, to] = daysOf(range)
  for (let from = first; from < to; ) {
    const values = [spaceId, one.device_id, one.number, dayText(from), dayText(to)]
    const { rows } = await db.$client.query<{ day: string | null; points: string | null }>({
      ...DENSE,
      values,
    })
    const { day = null, points = null } = rows[0] ?? {}
    if (day === null) return
    await addAll(reading, one, points)
    from = Math.floor(startOf(day) / DAY) + 1
  }
}

/** Reads all values of series. */
async function readFine(reading: Reading, asked: readonly Asked[]) {
  const { db, spaceId, range } = reading
  const days = daysOf(range).map(dayText)
  for (const part of partsOf(asked, ({ readings }) => readings ?? 0, AT_ONCE.values)) {
    const [first] = part
    if (first && part.length === 1 && (first.readings ?? 0) > AT_ONCE.values) await readDense(reading, first)
    else {
      const values = [spaceId, ...whichOf(part), ...days]
      const { rows } = await db.$client.query<Which & { points: string | null }>({ ...FINE, values })
      for (const row of rows) await addAll(reading, row, row.points)
    }
  }
}

/** Reads the outline of each day of series. */
async function readCoarse(reading: Reading, asked: readonly Asked[]) {
  const { db, spaceId, range, lines, rest } = reading
  for (const part of partsOf(asked, (one) => dayCount(one, range), AT_ONCE.days)) {
    const held = part.map((one) => heldDays(one, range))
    const end = Math.max(...held.map(([, to]) => to))
    const step = part.length === 1 ? AT_ONCE.days : Infinity
    for (let from = Math.min(...held.map(([first]) => first)); from < end; from += step) {
      const days = [dayText(from), dayText(Math.min(from + step, end))]
      const values = [spaceId, ...whichOf(part), ...days]
      const { rows } = await db.$client.query<Which & Outlines>({ ...COARSE, values })
      for (const row of rows) lines.get(keyOf(row))?.add(await outlinesOf(row, rest))
    }
  }
}

/** How many values series have in some days. */
const COUNTS = {
  name: 'series.counts',
  text: `
    select d.device_id, d.number, d.day - date '1970-01-01' as day, d.count
    from series_day d join unnest($2::uuid[], $3::int[]) as s (device_id, number)
      on d.device_id = s.device_id and d.number = s.number
    where d.space_id = $1 and d.day = any($4::date[])`,
}

/** The days that a range covers only in part. */
function cutDays({ after, before }: Range): number[] {
  const [first, end] = daysOf({ after, before })
  return [...new Set([...(after % DAY !== 0 ? [first] : []), ...((before + 1) % DAY !== 0 ? [end - 1] : [])])]
}

/**
 * Reads the outline of each day of series, and all values of the days that the range cuts, because the outline of such a day may lie
 * outside of the range. If these have too many values, their outlines are used.
 */
async function readDays(reading: Reading, asked: readonly Asked[]) {
  const { db, spaceId, range } = reading
  const cut = cutDays(range)
  const values = [spaceId, ...whichOf(asked), cut.map(dayText)]
  const { rows } = await db.$client.query<Which & { day: number; count: number }>({ ...COUNTS, values })
  if (rows.reduce((sum, { count }) => sum + count, 0) > VALUES_MAX) return readCoarse(reading, asked)
  const readDay = async (day: number) => {
    const counts = new Map(rows.filter((row) => row.day === day).map((row) => [keyOf(row), row.count]))
    const held = asked.flatMap((one) => {
      const readings = counts.get(keyOf(one))
      return readings === undefined ? [] : { ...one, readings }
    })
    await readFine({ ...reading, range: { ...range, after: day * DAY, before: (day + 1) * DAY - 1 } }, held)
  }
  const [first, end] = daysOf(range)
  const inner = [cut.includes(first) ? first + 1 : first, cut.includes(end - 1) ? end - 1 : end] as const
  if (cut.includes(first)) await readDay(first)
  if (inner[0] < inner[1])
    await readCoarse(
      { ...reading, range: { ...range, after: inner[0] * DAY, before: inner[1] * DAY - 1 } },
      asked,
    )
  if (end - 1 > first && cut.includes(end - 1)) await readDay(end - 1)
}

/**
 * The values of series for a chart, in the order of the series.
 * @param isOutline whether the outline of each day is enough
 */
export async function readLines(
  { db, spaceId, range, rest, isOutline }: Omit<Reading, 'lines'> & { isOutline: boolean },
  asked: readonly Asked[],
): Promise<Drawn[]> {
  const lines = new Map(asked.map((one) => [keyOf(one), makeLine(range, isOutline && !isFine(range))]))
  const reading = { db, spaceId, range, rest, lines }
  if (isOutline) await readDays(reading, asked)
  else {
    for (const one of asked) await addAll(reading, one, one.points)
    await readFine(
      reading,
      asked.filter(({ readings, points }) => readings !== null && points === null),
    )
  }
  const drawn: Drawn[] = []
  for (const one of asked) {
    const line = lines.get(keyOf(one))
    const { points, isThinned } = line?.end() ?? { points: { times: [], values: [] }, isThinned: false }
    const summary = isOutline ? null : (line?.summary() ?? null)
    drawn.push({ points, isThinned: isThinned || isOutline, summary })
    await rest(points.times.length)
  }
  return drawn
}
