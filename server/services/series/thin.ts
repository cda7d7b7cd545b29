import type { PointsQuery, SeriesPoints } from '#contract/series'
import type { Points } from './pack'

type Range = Pick<PointsQuery, 'after' | 'before' | 'width'>

/** The first, the least, the greatest and the last point of a part of the time. */
class Part {
  leastAt: number
  least: number
  greatestAt: number
  greatest: number
  lastAt: number
  last: number

  constructor(
    readonly firstAt: number,
    readonly first: number,
  ) {
    this.leastAt = this.greatestAt = this.lastAt = firstAt
    this.least = this.greatest = this.last = first
  }

  add(time: number, value: number) {
    if (value < this.least) {
      this.leastAt = time
      this.least = value
    }
    if (value > this.greatest) {
      this.greatestAt = time
      this.greatest = value
    }
    this.lastAt = time
    this.last = value
  }

  /** Its points, each once, in the order of their times. */
  get points(): SeriesPoints['points'] {
    const { leastAt, greatestAt, lastAt } = this
    const points: SeriesPoints['points'] = [[this.firstAt, this.first]]
    const add = (time: number, value: number) => {
      if (time > (points.at(-1)?.[0] ?? 0)) points.push([time, value])
    }
    if (leastAt < greatestAt) add(leastAt, this.least)
    add(greatestAt, this.greatest)
    if (leastAt > greatestAt) add(leastAt, this.least)
    add(lastAt, this.last)
    return points
  }
}

/** What points come to, of which there is one at least. */
export function partOf({ times, values }: Points): Part {
  const part = new Part(times[0] ?? 0, values[0] ?? 0)
  for (let i = 1; i < times.length; i++) part.add(times[i] ?? 0, values[i] ?? 0)
  return part
}

/**
 * Takes the points of a range in the order of their times, and thins them for a chart: of each pixel's part of the time the
 * first, the least, the greatest and the last stay, so that the line looks as with all of them. As long as there are no
 * more than four for each pixel, all stay.
 */
export function makeLine({ after, before, width }: Range) {
  const step = (before - after + 1) / width
  let all: SeriesPoints['points'] | null = []
  const parts: Part[] = []
  /** The last part, and where it ends. */
  let part: Part | undefined
  let end = Number.NEGATIVE_INFINITY
  return {
    add({ times, values }: Points) {
      for (let i = 0; i < times.length; i++) {
        const time = times[i] ?? 0
        if (time < after || time > before) continue
        const value = values[i] ?? 0
        if (part && time < end) part.add(time, value)
        else {
          part = new Part(time, value)
          parts.push(part)
          end = after + (Math.floor((time - after) / step) + 1) * step
        }
        all?.push([time, value])
        if (all && all.length > 4 * width) all = null
      }
    },
    end(): { points: SeriesPoints['points']; isThinned: boolean } {
      if (all) return { points: all, isThinned: false }
      return { points: parts.flatMap(({ points }) => points), isThinned: true }
    },
  }
}
