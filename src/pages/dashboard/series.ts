import { type ColorMap, paletteColor } from './code/colors'
import type { Result } from './result'

/** One value of a series; null breaks its line. */
export interface Reading {
  /** In ms since 1970. */
  time: number
  value: number | null
}

/** The readings of one device under one name. */
export interface Track {
  name: string
  device: string
  /** In the order of time. */
  readings: Reading[]
}

/** A result with the device that sent the message. */
export interface DeviceResult extends Result {
  device: string
}

/** The most that is shown, so that no transformation can keep the page busy. */
export const SHOWN_MAX = { tracks: 50, readings: 200_000 }

/** Length of a burst that stands alone: the usual time between two reports, in ms. Facts, "A device". */
const USUAL_INTERVAL = 1_800_000
/** A burst fills the time since the message before, up to this many usual intervals. */
const STRETCH = 1.5
/** A silence of more than this many usual intervals is a gap in the line. */
const SILENCE = 3

interface Entry {
  time: number
  values: readonly (number | null)[]
}

/** Of two numbers in the middle the lower one, because silences only make intervals longer. */
function median(numbers: readonly number[]): number | undefined {
  const sorted = numbers.toSorted((a, b) => a - b)
  return sorted[Math.floor((sorted.length - 1) / 2)]
}

/**
 * The readings of a track. The values of a burst are equally spaced from the message before to the date of its own
 * message. After a silence, and in the first message, a burst is as long as the usual time between two messages of
 * this series.
 */
function readingsOf(entries: readonly Entry[]): Reading[] {
  const sorted = entries.toSorted((a, b) => a.time - b.time)
  const gapBefore = (index: number) => (sorted[index]?.time ?? 0) - (sorted[index - 1]?.time ?? Number.NaN)
  const gaps = sorted.map((_, index) => gapBefore(index)).filter((gap) => gap > 0)
  const usual = median(gaps)
  const length = usual ?? USUAL_INTERVAL

  const readings: Reading[] = []
  for (const [index, { time, values }] of sorted.entries()) {
    const gap = gapBefore(index)
    const burst = gap > 0 && gap <= length * STRETCH ? gap : length
    if (usual !== undefined && gap > usual * SILENCE) readings.push({ time: time - burst, value: null })
    for (const [place, value] of values.entries())
      readings.push({ time: time - (burst * (values.length - 1 - place)) / values.length, value })
  }
  return readings
}

/** Joins the results of many messages into tracks. `isCut`: some readings are left out, because there are too many. */
export function buildTracks(results: readonly DeviceResult[]): { tracks: Track[]; isCut: boolean } {
  const found = new Map<string, { name: string; device: string; entries: Entry[] }>()
  let count = 0
  let isCut = false
  for (const { time, device, values } of results)
    for (const [name, list] of values) {
      const key = JSON.stringify([device, name])
      const track = found.get(key) ?? { name, device, entries: [] }
      const isNew = !found.has(key)
      if ((isNew && found.size >= SHOWN_MAX.tracks) || count + list.length > SHOWN_MAX.readings) {
        isCut = true
        continue
      }
      count += list.length
      found.set(key, track)
      track.entries.push({ time, values: list })
    }
  const tracks = [...found.values()]
    .map(({ name, device, entries }) => ({ name, device, readings: readingsOf(entries) }))
    .filter(({ readings }) => readings.some(({ value }) => value !== null))
  return { tracks, isCut }
}

/** A line of the chart. */
export interface Series {
  /** Its unique name in the legend. */
  label: string
  color: string
  readings: readonly Reading[]
}

/**
 * Names and colours of the lines. With several devices a line is named after its series and its device, and takes the
 * colour that the map gives to that name. The colour of the series alone goes to its first device.
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

/** The numbers that the legend shows of a line. */
export interface Summary {
  count: number
  min: number
  mean: number
  max: number
  last: { time: number; value: number }
}

/** The summary of a line; null when it has no values. */
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

/** Formats a reading with as many digits as it has, up to 8. */
export const formatValue = (value: number, locale: string) =>
  new Intl.NumberFormat(locale, {
    maximumSignificantDigits: 8,
    ...(Math.abs(value) >= 1e12 && { notation: 'scientific', maximumSignificantDigits: 4 }),
  }).format(value)
