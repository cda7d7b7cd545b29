import type { Series, SeriesPoints } from '#contract/series'

/** Colours of lines: each is seen on a light and a dark ground, and told from the others by most eyes. */
const COLORS = ['#1f77b4', '#d95f02', '#1b9e77', '#8a6fc9', '#e7298a', '#66a61e', '#a6761d', '#808080']

/** Most lines of one chart. */
export const LINES_MAX = COLORS.length

/** What a line says of its series. */
export type DrawnSeries = Pick<Series, 'path' | 'label' | 'unit' | 'decimals' | 'is_boolean'>

export type Points = SeriesPoints['points']

/** The values of a series as they were found, and whose line they become. */
export interface Found {
  deviceId: string
  /** Milliseconds by which they are drawn later than they were measured. */
  shift: number
  path: string
  points: Points
  /** Where values were left out: the least and the greatest beside each that is drawn. */
  band: Band | null
}

/** Of each part of the time its first point, its least and its greatest value. */
export interface Band {
  points: Points
  least: number[]
  greatest: number[]
}

/** Whose values a line has, where not all are of one device at one time. */
export interface Owner {
  deviceId: string
  shift: number
  /** Its device, or how long before it was; null where there is nothing to tell it from. */
  name: string | null
}

/** A line of a chart. */
export interface Line extends Owner, DrawnSeries {
  /** Distinguishes it from the other lines. */
  key: string
  color: string
  points: Points
  band: Band | null
}

/**
 * The lines of the chosen series, of each owner in its order; an earlier time of a series has its colour. Owners that have
 * no such series have no line, unless they are the first, whose page it is.
 */
export function linesOf(
  chosen: readonly DrawnSeries[],
  owners: readonly Owner[],
  found: readonly Found[],
): Line[] {
  const colors = new Map<string, string>()
  const colorOf = (line: string) => {
    const color = colors.get(line) ?? COLORS[colors.size % COLORS.length] ?? ''
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
        key: `${deviceId} ${shift} ${path}`,
        color: colorOf(`${deviceId} ${path}`),
      }
    }),
  )
}

/** What a line is called. */
export const nameOf = ({ label, name }: Pick<Line, 'label' | 'name'>) =>
  name === null ? label : `${label} · ${name}`

/** A pause so many times as long as usual is a gap in the line. */
const GAP = 5

type Column = (number | null)[]

/**
 * The times of points, and their columns of values; in each gap there is a time without a value, so that nothing is drawn
 * there.
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

/** The values of all lines by time, the newest first. */
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
