import type { SeriesPoints } from '#contract/series'

/** Least number of values for a trend. */
const VALUES_MIN = 4
/** A change below this share of the values' range counts as none. */
const PART = 0.1

const meanOf = (points: SeriesPoints['points']) =>
  points.reduce((sum, [, value]) => sum + value, 0) / points.length

/**
 * Trend of values: mean of the last quarter of their time, compared with the quarter before. Null if there are too few.
 */
export function trendOf(points: SeriesPoints['points']): 'rises' | 'falls' | 'steady' | null {
  const [[first] = [0], [last] = [0]] = [points[0], points.at(-1)]
  const quarter = (last - first) / 4
  const late = points.filter(([time]) => time > last - quarter)
  const before = points.filter(([time]) => time > last - 2 * quarter && time <= last - quarter)
  if (points.length < VALUES_MIN || late.length === 0 || before.length === 0) return null
  const values = points.map(([, value]) => value)
  const spread = Math.max(...values) - Math.min(...values)
  const change = meanOf(late) - meanOf(before)
  if (Math.abs(change) <= PART * spread) return 'steady'
  return change > 0 ? 'rises' : 'falls'
}
