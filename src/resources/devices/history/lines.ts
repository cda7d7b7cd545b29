import type { Series, SeriesPoints } from '#contract/series'
import type { NumberStyle } from '../../../numbers'

/** Colours of lines: each is seen on a light and a dark ground, and told from the others by most eyes. */
const COLORS = ['#1f77b4', '#d95f02', '#1b9e77', '#8a6fc9', '#e7298a', '#66a61e', '#a6761d', '#808080']

/** Most lines of one chart. */
export const LINES_MAX = COLORS.length

/** What a line says of its series. */
export type DrawnSeries = Pick<Series, 'path' | 'label' | 'unit' | 'is_boolean'>

/** A line of a chart. */
export interface Line {
  path: string
  label: string
  unit: string | null
  isBoolean: boolean
  color: string
  points: SeriesPoints['points']
}

/** The lines of the chosen series, in their order. */
export const linesOf = (chosen: readonly DrawnSeries[], found: readonly SeriesPoints[]): Line[] =>
  chosen.map(({ path, label, unit, is_boolean }, i) => ({
    path,
    label,
    unit,
    isBoolean: is_boolean,
    color: COLORS[i % COLORS.length] ?? '',
    points: found.find((one) => one.path === path)?.points ?? [],
  }))

/** How a value is written: with its unit, and not more decimals than anybody reads. */
export const styleOf = (unit: string | null): NumberStyle =>
  unit === null ? { decimals: 6 } : { unit, decimals: 6 }

/** A pause so many times as long as usual is a gap in the line. */
const GAP = 5

/** The points of a line; in each gap there is a time without a value, so that nothing is drawn there. */
export function withGaps(points: Line['points']): [times: number[], values: (number | null)[]] {
  const pauses = points.slice(1).map(([time], i) => time - (points[i]?.[0] ?? 0))
  const usual = pauses.toSorted((a, b) => a - b)[Math.floor(pauses.length / 2)] ?? 0
  const times: number[] = []
  const values: (number | null)[] = []
  for (const [i, [time, value]] of points.entries()) {
    const pause = pauses[i - 1]
    if (pause !== undefined && usual > 0 && pause > GAP * usual) {
      times.push(time - pause / 2)
      values.push(null)
    }
    times.push(time)
    values.push(value)
  }
  return [times, values]
}

/** The values of all lines by time, the newest first. */
export function rowsOf(lines: readonly Line[]): { time: number; values: (number | undefined)[] }[] {
  const rows = new Map<number, (number | undefined)[]>()
  for (const [place, { points }] of lines.entries())
    for (const [time, value] of points) {
      const row = rows.get(time) ?? lines.map(() => undefined)
      row[place] = value
      rows.set(time, row)
    }
  return Array.from(rows, ([time, values]) => ({ time, values })).toSorted((a, b) => b.time - a.time)
}
