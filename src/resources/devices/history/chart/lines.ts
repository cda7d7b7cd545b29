import type { Series, SeriesPoints } from '#contract/series'
import { LINE_COLORS } from '../../../../components/series/chart/axis'

/** Largest number of lines in a chart. */
export const LINES_MAX = LINE_COLORS.length

/** A line's properties of its series. */
export type DrawnSeries = Pick<Series, 'path' | 'label' | 'unit' | 'decimals' | 'is_boolean'>

export type Points = SeriesPoints['points']

/** Loaded values of a series, and the owner of their line. */
export interface Found {
  deviceId: string
  /** Milliseconds by which they are drawn after their time. */
  shift: number
  path: string
  points: Points
  /** Least and greatest values, if the series was downsampled. */
  band: Band | null
  /** Of all values, also those that are not drawn; null if the server does not say. */
  summary: SeriesPoints['summary']
}

/** For each part of the time, its first point, and its least and greatest value. */
export interface Band {
  points: Points
  least: number[]
  greatest: number[]
}

/** Device and time shift of a line's values, to tell lines apart. */
export interface Owner {
  deviceId: string
  shift: number
  /** Name of the device or of the shift; null if there is only one owner. */
  name: string | null
}

export interface Line extends Owner, DrawnSeries {
  /** Unique among the lines. */
  key: string
  color: string
  points: Points
  band: Band | null
  summary: SeriesPoints['summary']
}

/**
 * Lines of the chosen series, for each owner in its order; an earlier time has the colour of its series. An owner
 * without a series has no line for it, except the first, whose page it is.
 */
export function linesOf(
  chosen: readonly DrawnSeries[],
  owners: readonly Owner[],
  found: readonly Found[],
): Line[] {
  const colors = new Map<string, string>()
  const colorOf = (line: string) => {
    const color = colors.get(line) ?? LINE_COLORS[colors.size % LINE_COLORS.length] ?? ''
    colors.set(line, color)
    return color
  }
  return owners.flatMap((owner, place) =>
    chosen.flatMap((series) => {
      const { path } = series
      const { deviceId, shift } = owner
      const values = found.find(
        (one) => one.path === path && one.deviceId === deviceId && one.shift === shift,
      )
      if (!values && place > 0) return []
      return {
        ...series,
        ...owner,
        points: values?.points ?? [],
        band: values?.band ?? null,
        summary: values?.summary ?? null,
        key: `${deviceId} ${shift} ${path}`,
        color: colorOf(`${deviceId} ${path}`),
      }
    }),
  )
}

export const nameOf = ({ label, name }: Pick<Line, 'label' | 'name'>) =>
  name === null ? label : `${label} · ${name}`

/** A pause this many times longer than usual is a gap in the line. */
const GAP = 5

type Column = (number | null)[]

/**
 * Times of points, and their columns of values. Each gap gets a time without a value, so that nothing is drawn there.
 */
export function withGaps(
  points: Points,
  ...others: readonly (readonly number[])[]
): [times: number[], ...columns: Column[]] {
  const pauses = points.slice(1).map(([time], i) => time - (points[i]?.[0] ?? 0))
  const usual = pauses.toSorted((a, b) => a - b)[Math.floor(pauses.length / 2)] ?? 0
  const times: number[] = []
  const columns: Column[] = [[], ...others.map((): Column => [])]
  for (const [i, [time, value]] of points.entries()) {
    const pause = pauses[i - 1]
    if (pause !== undefined && usual > 0 && pause > GAP * usual) {
      times.push(time - pause / 2)
      for (const column of columns) column.push(null)
    }
    times.push(time)
    for (const [place, column] of columns.entries())
      column.push(place === 0 ? value : (others[place - 1]?.[i] ?? null))
  }
  return [times, ...columns]
}

/** Values of all lines by time, the newest first. */
export function rowsOf(
  lines: readonly Pick<Line, 'points'>[],
): { time: number; values: (number | undefined)[] }[] {
  const rows = new Map<number, (number | undefined)[]>()
  for (const [place, { points }] of lines.entries())
    for (const [time, value] of points) {
      const row = rows.get(time) ?? lines.map(() => undefined)
      row[place] = value
      rows.set(time, row)
    }
  return Array.from(rows, ([time, values]) => ({ time, values })).toSorted((a, b) => b.time - a.time)
}
