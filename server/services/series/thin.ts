import type { PointsQuery, SeriesPoints } from '#contract/series'
import type { Points } from './pack'

type Range = Pick<PointsQuery, 'after' | 'before' | 'width'>

/** Places in the points of the first, the least, the greatest and the last of a part. */
type Part = [first: number, least: number, greatest: number, last: number]

/**
 * The points of a range, thinned for a chart: of each pixel's part of the time the first, the least, the greatest and the last
 * stay, so that the line looks as with all of them.
 */
export function thin(
  { times, values }: Points,
  { after, before, width }: Range,
): { points: SeriesPoints['points']; isThinned: boolean } {
  const start = times.findIndex((time) => time >= after)
  const end = times.findLastIndex((time) => time <= before) + 1
  const pair = (place: number): [number, number] => [times[place] ?? 0, values[place] ?? 0]
  if (start < 0 || end - start <= 4 * width)
    return {
      points: start < 0 ? [] : times.slice(start, end).map((_, i) => pair(start + i)),
      isThinned: false,
    }
  const step = (before - after + 1) / width
  const parts = new Map<number, Part>()
  for (let place = start; place < end; place++) {
    const at = Math.floor(((times[place] ?? 0) - after) / step)
    const part = parts.get(at)
    if (!part) {
      parts.set(at, [place, place, place, place])
      continue
    }
    const value = values[place] ?? 0
    if (value < (values[part[1]] ?? 0)) part[1] = place
    if (value > (values[part[2]] ?? 0)) part[2] = place
    part[3] = place
  }
  const kept = Array.from(parts.values()).flatMap((part) => [...new Set(part)].toSorted((a, b) => a - b))
  return { points: kept.map(pair), isThinned: true }
}
