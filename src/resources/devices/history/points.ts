import { useMemo } from 'react'
import { PIXELS_MAX, type SeriesPoints, seriesApi } from '#contract/series'
import { useRead } from '../../../dataProvider/answers'
import { useSpaceport } from '../../../dataProvider/queries'
import type { Band, DrawnSeries, Found, Owner, Points } from './chart/lines'
import { earlierRange, type TimeRange } from './range'

/** Requested width of a chart in pixels: fewer with more lines, but at least `least`. */
const PIXELS = { most: 1000, least: 200, ofAll: 20_000 }
/** Milliseconds between two polls of a chart that ends now; a hidden page does not poll. */
const POLL = 60_000

/** For each part of the time, its first point, and its least and greatest value. */
export function bandOf(points: Points, { after, before }: TimeRange, width: number): Band {
  const step = (before - after + 1) / width
  const band: Band = { points: [], least: [], greatest: [] }
  let part = Number.NaN
  for (const point of points) {
    const [time, value] = point
    const place = Math.floor((time - after) / step)
    const last = band.points.length - 1
    if (place === part) {
      band.least[last] = Math.min(band.least[last] ?? value, value)
      band.greatest[last] = Math.max(band.greatest[last] ?? value, value)
    } else {
      part = place
      band.points.push(point)
      band.least.push(value)
      band.greatest.push(value)
    }
  }
  return band
}

interface Wanted {
  chosen: readonly DrawnSeries[]
  owners: readonly Owner[]
  /** The range as in the address. */
  range: string
  /** Whether the range ends now. */
  moves: boolean
  timesOf: () => TimeRange
}

/** Values of the chosen series of all owners in a range. If a reload fails, the loaded ones stay. */
export function usePoints({ chosen, owners, range, moves, timesOf }: Wanted) {
  const { ask } = useSpaceport()
  const paths = chosen.map(({ path }) => path)
  const shifts = useMemo(() => {
    const ids = new Map<number, string[]>()
    for (const { shift, deviceId } of owners) ids.set(shift, [...(ids.get(shift) ?? []), deviceId])
    return [...ids]
  }, [owners])
  return useRead(
    seriesApi.points,
    { shifts, paths, range },
    async (signal) => {
      const times = timesOf()
      const all = PIXELS.ofAll / (owners.length * paths.length)
      const most = Math.min(PIXELS.most, Math.floor(PIXELS_MAX / (owners.length * paths.length)))
      const width = Math.round(Math.min(Math.max(all, PIXELS.least), most))
      const foundOf =
        (shift: number) =>
        (one: SeriesPoints): Found => {
          const points = one.points.map(([time, value]): [number, number] => [time + shift, value])
          const band = one.is_thinned ? bandOf(points, times, width) : null
          return { deviceId: one.device_id, shift, path: one.path, points, band, summary: one.summary }
        }
      const answers = shifts.map(async ([shift, device_id]) => {
        const { after, before } = shift === 0 ? times : earlierRange(times, shift)
        const query = {
          device_id,
          path: paths,
          after: new Date(after).toISOString(),
          before: new Date(before).toISOString(),
          width,
        }
        return (await ask(seriesApi.points, { query, signal })).map(foundOf(shift))
      })
      return { times, found: (await Promise.all(answers)).flat() }
    },
    { enabled: paths.length > 0, refetchInterval: moves ? POLL : false, placeholderData: (shown) => shown },
  )
}
