import type { ColorMap } from '../code/colors'
import { paletteColor } from '../code/palette'
import type { Reading, Track } from './buildSeries'

/** A line of the chart. */
export interface Series {
  /** What the legend calls it; no two are alike. */
  label: string
  color: string
  readings: readonly Reading[]
}

/**
 * Names and colours of the lines. With several devices a line is called by its series and its device, and has the
 * colour that the map gives to that name; the colour of the series alone goes to its first device.
 */
export function toSeries(tracks: readonly Track[], colors: ColorMap): Series[] {
  const hasSeveral = new Set(tracks.map(({ device }) => device)).size > 1
  const places = [...colors.keys()]
  const given = new Set<string>()
  const placeOf = ({ name }: Track) => {
    const place = places.indexOf(name)
    return place === -1 ? places.length : place
  }
  const sorted = tracks.toSorted((a, b) => placeOf(a) - placeOf(b) || a.device.localeCompare(b.device))
  return sorted.map(({ name, device, readings }, index) => {
    const label = hasSeveral ? `${name} · ${device}` : name
    const shared = given.has(name) ? undefined : colors.get(name)
    given.add(name)
    return { label, color: colors.get(label) ?? shared ?? paletteColor(index), readings }
  })
}

/** What a table says of a line. */
export interface Summary {
  count: number
  min: number
  mean: number
  max: number
  last: { time: number; value: number }
}

/** The numbers of a line; null when it has none. */
export function summaryOf({ readings }: Pick<Series, 'readings'>): Summary | null {
  const values = readings.flatMap(({ value }) => (value === null ? [] : [value]))
  const last = readings.findLast(({ value }) => value !== null)
  if (last?.value === undefined || last.value === null) return null
  return {
    count: values.length,
    min: values.reduce((a, b) => Math.min(a, b)),
    mean: values.reduce((mean, value, index) => mean + (value - mean) / (index + 1)),
    max: values.reduce((a, b) => Math.max(a, b)),
    last: { time: last.time, value: last.value },
  }
}
