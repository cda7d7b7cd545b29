import { DAY } from '#contract/common/durations'
import type { PointsQuery, SeriesSummary } from '#contract/series'
import type { Rest } from '../../background/slices'
import { type Points, startOf } from './pack'
import { unpackAll } from './unpack'

/** The range of a chart, and its width. */
export type Range = Pick<PointsQuery, 'after' | 'before' | 'width'>

/** Whether a pixel is shorter than a day. */
export const isFine = ({ after, before, width }: Range): boolean => (before - after) / width < DAY

/** The first, least, greatest and last point of a part of the time. */
export class Part {
  leastAt: number
  least: number
  greatestAt: number
  greatest: number
  lastAt: number
  last: number
  count = 1
  sum: number

  constructor(
    readonly firstAt: number,
    readonly first: number,
  ) {
    this.leastAt = this.greatestAt = this.lastAt = firstAt
    this.least = this.greatest = this.last = this.sum = first
  }

  /** Adds the points from one index up to another. */
  add({ times, values }: Points<ArrayLike<number>>, from: number, to: number) {
    let { least, leastAt, greatest, greatestAt, sum } = this
    for (let i = from; i < to; i++) {
      const value = values[i] ?? 0
      sum += value
      if (value < least) {
        least = value
        leastAt = times[i] ?? 0
      }
      if (value > greatest) {
        greatest = value
        greatestAt = times[i] ?? 0
      }
    }
    this.sum = sum
    this.count += Math.max(to - from, 0)
    this.least = least
    this.leastAt = leastAt
    this.greatest = greatest
    this.greatestAt = greatestAt
    this.lastAt = times[to - 1] ?? 0
    this.last = values[to - 1] ?? 0
  }

  /** Appends its points to others, each once, in the order of their times. */
  pushTo(points: Points) {
    push(points, this.firstAt, this.first)
    const isFalling = this.greatestAt < this.leastAt
    if (isFalling) push(points, this.greatestAt, this.greatest)
    push(points, this.leastAt, this.least)
    if (!isFalling) push(points, this.greatestAt, this.greatest)
    push(points, this.lastAt, this.last)
  }
}

/**
 * The part that eight numbers from an index on describe: the times of its first, least, greatest and last points, each followed by its
 * value.
 */
export function storedPart(numbers: readonly number[], place: number, start: number): Part {
  const at = (n: number) => numbers[place + n] ?? 0
  const part = new Part(start + at(0), at(1))
  part.leastAt = start + at(2)
  part.least = at(3)
  part.greatestAt = start + at(4)
  part.greatest = at(5)
  part.lastAt = start + at(6)
  part.last = at(7)
  return part
}

function push({ times, values }: Points, time: number, value: number) {
  if (time <= (times.at(-1) ?? Number.NEGATIVE_INFINITY)) return
  times.push(time)
  values.push(value)
}

/** The first index, from one on, whose time is not before a bound; that holds for all later times too. */
function placeOf(times: ArrayLike<number>, from: number, isBefore: (time: number) => boolean): number {
  let [low, high] = [from, times.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (isBefore(times[middle] ?? 0)) low = middle + 1
    else high = middle
  }
  return low
}

/** The part of at least one point. */
export function partOf(points: Points<ArrayLike<number>>): Part {
  const part = new Part(points.times[0] ?? 0, points.values[0] ?? 0)
  part.add(points, 1, points.times.length)
  return part
}

/**
 * Takes the points of a range in the order of their times, and downsamples them for a chart: for each pixel the first, least, greatest and
 * last point stay, so that the line looks the same. If there are no more than four points for each pixel, all stay.
 * @param ofDays whether only the outline of each day is known, which is in the pixel of the day's beginning
 */
export function makeLine({ after, before, width }: Range, ofDays = false) {
  /** The pixel of a time. Rounding may move it by one, but never reverses the order of two times. */
  const pixelAt = (time: number) => Math.floor(((time - after) * width) / (before - after + 1))
  const pixelOf = ofDays ? (time: number) => pixelAt(Math.max(after, Math.floor(time / DAY) * DAY)) : pixelAt
  /** All points, as long as the limit allows. */
  let all: Points | null = { times: [], values: [] }
  const parts: Part[] = []
  /** The pixel of the last part. */
  let pixel = Number.NEGATIVE_INFINITY
  const isOfPixel = (time: number) => time <= before && pixelOf(time) <= pixel
  return {
    add(points: Points<ArrayLike<number>>) {
      const { times, values } = points
      const to = placeOf(times, 0, (time) => time <= before)
      for (let i = placeOf(times, 0, (time) => time < after), next = i; i < to; i = next) {
        const time = times[i] ?? 0
        let part = parts.at(-1)
        if (!part || pixelOf(time) > pixel) {
          part = new Part(time, values[i] ?? 0)
          parts.push(part)
          pixel = pixelOf(time)
          next = i + 1
        }
        const from = next
        next = placeOf(times, i + 1, isOfPixel)
        part.add(points, from, next)
        if (all && all.times.length + next - i > 4 * width) all = null
        if (all)
          for (let k = i; k < next; k++) {
            all.times.push(times[k] ?? 0)
            all.values.push(values[k] ?? 0)
          }
      }
    },
    /** Of all points that were taken; null if there are none. */
    summary(): SeriesSummary | null {
      const count = parts.reduce((all, part) => all + part.count, 0)
      if (count === 0) return null
      return {
        count,
        least: parts.reduce((all, part) => Math.min(all, part.least), Infinity),
        greatest: parts.reduce((all, part) => Math.max(all, part.greatest), -Infinity),
        mean: parts.reduce((all, part) => all + part.sum, 0) / count,
      }
    },
    end(): { points: Points; isThinned: boolean } {
      if (all) return { points: all, isThinned: false }
      const points: Points = { times: [], values: [] }
      for (const part of parts) part.pushTo(points)
      return { points, isThinned: true }
    },
  }
}

export type Line = ReturnType<typeof makeLine>

/**
 * Most values of a day that is stored without an outline: each column of the outline would take as much as several values, and so few
 * values are read as fast.
 */
export const FEW = 32

/** The columns of an outline: the times of its first, least, greatest and last points, each followed by its value. */
export const OUTLINE_COLUMNS = ['first_at', 'first', 'min_at', 'min', 'max_at', 'max', 'last_at', 'last']

/** The outline of a day, in the order of `OUTLINE_COLUMNS`; empty if it has few values. */
export function outlineOf(points: Points, day: string): readonly number[] {
  if (points.times.length <= FEW) return []
  const [start, part] = [startOf(day), partOf(points)]
  return [
    part.firstAt - start,
    part.first,
    part.leastAt - start,
    part.least,
    part.greatestAt - start,
    part.greatest,
    part.lastAt - start,
    part.last,
  ]
}

/** SQL of the points of days, concatenated, in half of the characters that PostgreSQL takes for bytes. */
const pointsOf = (order = '', filter = '') =>
  `encode(string_agg(d.points, ''::bytea ${order}) ${filter}, 'base64')`
const BY_DAY = 'order by d.day'
export const POINTS = pointsOf(BY_DAY)

/** SQL condition: a day has an outline. Days with few values have none. */
export const HAS_OUTLINE = 'd.first_at is not null'
export const POINTS_WITHOUT_OUTLINE = pointsOf(BY_DAY, `filter (where not (${HAS_OUTLINE}))`)

/** Computes the part of each of several days, whose points are concatenated. */
export async function eachPart(points: string | null, rest: Rest, add: (part: Part) => void): Promise<void> {
  for (const some of unpackAll(Buffer.from(points ?? '', 'base64'))) {
    if (some.times.length > 0) add(partOf(some))
    await rest(some.times.length)
  }
}

/** The least and the greatest value of days; null if there is none. */
export interface Extent {
  least: number | null
  greatest: number | null
}

/** SQL of the least and the greatest value of days that have these stored, and the points of the others. */
export const EXTENT = `min(d.min) as least, max(d.max) as greatest, ${pointsOf('', 'filter (where d.min is null)')} as points`

/** The extent of all days, from the columns of `EXTENT`. */
export async function extentOf(
  { least, greatest, points }: Extent & { points: string | null },
  rest: Rest,
): Promise<Extent> {
  let [low, high] = [least ?? Infinity, greatest ?? -Infinity]
  await eachPart(points, rest, (part) => {
    low = Math.min(low, part.least)
    high = Math.max(high, part.greatest)
  })
  return low > high ? { least: null, greatest: null } : { least: low, greatest: high }
}
