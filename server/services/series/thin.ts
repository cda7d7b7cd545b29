import type { PointsQuery, SeriesPoints } from '#contract/series'
import type { Points } from './pack'

type Range = Pick<PointsQuery, 'after' | 'before' | 'width'>

/** The first, the least, the greatest and the last point of a part of the time. */
type Part = Record<'first' | 'least' | 'greatest' | 'last', [time: number, value: number]>

/**
 * Takes the points of a range in the order of their times, and thins them for a chart: of each pixel's part of the time the
 * first, the least, the greatest and the last stay, so that the line looks as with all of them. As long as there are no
 * more than four for each pixel, all stay.
 */
export function makeLine({ after, before, width }: Range) {
  const step = (before - after + 1) / width
  let all: SeriesPoints['points'] | null = []
  const parts = new Map<number, Part>()
  return {
    add({ times, values }: Points) {
      for (const [i, time] of times.entries()) {
        if (time < after || time > before) continue
        const point: [number, number] = [time, values[i] ?? 0]
        const place = Math.floor((time - after) / step)
        const part = parts.get(place)
        if (part) {
          if (point[1] < part.least[1]) part.least = point
          if (point[1] > part.greatest[1]) part.greatest = point
          part.last = point
        } else parts.set(place, { first: point, least: point, greatest: point, last: point })
        all?.push(point)
        if (all && all.length > 4 * width) all = null
      }
    },
    end(): { points: SeriesPoints['points']; isThinned: boolean } {
      if (all) return { points: all, isThinned: false }
      const kept = Array.from(parts.values()).flatMap(({ first, least, greatest, last }) =>
        [...new Set([first, least, greatest, last])].toSorted(([a], [b]) => a - b),
      )
      return { points: kept, isThinned: true }
    },
  }
}
