import type { Rest } from '../../background/slices'
import { type Part, partOf } from './downsample'
import { type Points, startOf } from './pack'
import { unpackAll } from './unpack'

/**
 * Most values of a day that is stored without an outline: each column of it would take as much as several values, and what they come
 * to is read from so few of them as fast.
 */
export const FEW = 32

/** The columns of what a day comes to: when its first, least, greatest and last points are, each followed by its value. */
export const OUTLINE_COLUMNS = ['first_at', 'first', 'min_at', 'min', 'max_at', 'max', 'last_at', 'last']

/** The outline of a day, in the order of `OUTLINE_COLUMNS`; nothing where it has few values. */
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

/** SQL of the points of days, one behind the other, in half of the characters that PostgreSQL takes for bytes. */
const pointsOf = (order = '', filter = '') =>
  `encode(string_agg(d.points, ''::bytea ${order}) ${filter}, 'base64')`
const BY_DAY = 'order by d.day'
export const POINTS = pointsOf(BY_DAY)

/** SQL of whether a day has an outline. Days with few values have none. */
export const HAS_OUTLINE = 'd.first_at is not null'
export const POINTS_WITHOUT_OUTLINE = pointsOf(BY_DAY, `filter (where not (${HAS_OUTLINE}))`)

/** Computes what each of several days comes to, whose points are told one behind the other. */
export async function eachPart(points: string | null, rest: Rest, add: (part: Part) => void): Promise<void> {
  for (const some of unpackAll(Buffer.from(points ?? '', 'base64'))) {
    if (some.times.length > 0) add(partOf(some))
    await rest(some.times.length)
  }
}

/** The least and the greatest value of days; null where there is none. */
export interface Extent {
  least: number | null
  greatest: number | null
}

/** SQL of the least and the greatest value of days where these are stored, and the points of the others. */
export const EXTENT = `min(d.min) as least, max(d.max) as greatest, ${pointsOf('', 'filter (where d.min is null)')} as points`

/** The extent of all days, from what `EXTENT` answers. */
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
