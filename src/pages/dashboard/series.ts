import { isIdentifier } from '#contract/series/names'
import { type ColorMap, paletteColor } from './code/colors'
import { isTimed, type Result, type Timed, type Values } from './result'

/** One value of a series; null breaks its line. */
export interface Reading {
  /** In ms since 1970. */
  time: number
  value: number | null
}

/** Readings of one device under one name. */
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

/** A time span, in ms since 1970. */
export type Span = readonly [start: number, end: number]

/** Limits of a chart, so that no transformation can block the page. */
export const SHOWN_MAX = { tracks: 50, readings: 200_000 }

/** Length of a lone burst: the usual time between two uplinks, in ms. Rules, "How a device behaves". */
const USUAL_INTERVAL = 1_800_000
/** A burst fills the time since the previous message, up to this many usual intervals. */
const STRETCH = 1.5
/** A silence of more than this many usual intervals is a gap in the line. */
const SILENCE = 3

/** Values of a track in one message. */
interface Entry {
  /** Time of the values without their own. */
  time: number
  values: Values
}

/** Between two middle numbers it takes the lower one, because silences only make intervals longer. */
function median(numbers: readonly number[]): number | undefined {
  const sorted = numbers.toSorted((a, b) => a - b)
  return sorted[Math.floor((sorted.length - 1) / 2)]
}

/** Usual interval between consecutive readings; undefined if there is none. */
const usualGap = (gaps: readonly number[]) => median(gaps.filter((gap) => gap > 0))

/**
 * Readings of bursts, equally spaced from the previous message to the date of their own. After a silence, and in the
 * first message, a burst is as long as the usual interval between two messages of this series.
 */
function spread(entries: readonly { time: number; values: readonly (number | null)[] }[]): Reading[] {
  const sorted = entries.toSorted((a, b) => a.time - b.time)
  const gapBefore = (index: number) => (sorted[index]?.time ?? 0) - (sorted[index - 1]?.time ?? Number.NaN)
  const usual = usualGap(sorted.map((_, index) => gapBefore(index)))
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

/** Readings in the order of time, with a gap in each silence. */
function broken(readings: readonly Reading[]): Reading[] {
  const sorted = readings.toSorted((a, b) => a.time - b.time)
  const gapBefore = (index: number) => (sorted[index]?.time ?? 0) - (sorted[index - 1]?.time ?? Number.NaN)
  const usual = usualGap(sorted.map((_, index) => gapBefore(index))) ?? Number.POSITIVE_INFINITY
  return sorted.flatMap((reading, index) =>
    gapBefore(index) > usual * SILENCE ? [{ time: reading.time - usual, value: null }, reading] : [reading],
  )
}

/** Readings of a track: each at its own time if it has one, otherwise in a burst. */
function readingsOf(entries: readonly Entry[]): Reading[] {
  const timed = entries.flatMap(({ values }) => values.filter(isTimed))
  const bursts = entries.flatMap(({ time, values }) => {
    const others = values.filter((value): value is Exclude<typeof value, Timed> => !isTimed(value))
    return others.length > 0 ? [{ time, values: others }] : []
  })
  return timed.length > 0 ? broken([...spread(bursts), ...timed]) : spread(bursts)
}

/** Readings of many messages. */
interface Joined {
  tracks: Track[]
  /** Too many readings: some are left out. */
  isCut: boolean
  /** Number of readings that are left out because their own time is outside of the span. */
  outside: number
}

/**
 * Joins the results of many messages into tracks.
 * @param span bounds for readings with their own time, in ms since 1970
 */
export function buildTracks(results: readonly DeviceResult[], [from, to]: Span): Joined {
  const found = new Map<string, { name: string; device: string; entries: Entry[] }>()
  let [count, outside, isCut] = [0, 0, false]
  for (const { time, device, values } of results)
    for (const [name, all] of values) {
      const shown = all.filter((value) => !isTimed(value) || (value.time >= from && value.time <= to))
      outside += all.length - shown.length
      if (shown.length === 0) continue
      const key = JSON.stringify([device, name])
      const track = found.get(key) ?? { name, device, entries: [] }
      const isNew = !found.has(key)
      if ((isNew && found.size >= SHOWN_MAX.tracks) || count + shown.length > SHOWN_MAX.readings) {
        isCut = true
        continue
      }
      count += shown.length
      found.set(key, track)
      track.entries.push({ time: time ?? 0, values: shown })
    }
  const tracks = [...found.values()]
    .map(({ name, device, entries }) => ({ name, device, readings: readingsOf(entries) }))
    .filter(({ readings }) => readings.some(({ value }) => value !== null))
  return { tracks, isCut, outside }
}

/** Separates a series from its device in a name. */
const BETWEEN = ' · '

/** A line of the chart. */
export interface Series {
  /** Its unique name in the legend. */
  label: string
  color: string
  readings: readonly Reading[]
  /** Decimals that all its values show; null if each value shows its own number of decimals. */
  decimals: number | null
}

/** Largest number of digits in a value. */
const DIGITS_MAX = 8
/** Smaller values than `from`, and values of at least `to`, share no number of decimals with others. */
const FIXED = { from: 1e-6, to: 1e12 }

/** Largest number of decimals in the readings; fewer if the largest value would have too many digits. */
export function decimalsOf(readings: readonly Reading[]): number | null {
  let [decimals, largest] = [0, 0]
  for (const { value } of readings) {
    const size = Math.abs(value ?? 0)
    if (size === 0) continue
    if (size < FIXED.from || size >= FIXED.to) return null
    largest = Math.max(largest, size)
    const isRound = (scaled: number) => Math.abs(scaled - Math.round(scaled)) <= scaled * 10 ** -DIGITS_MAX
    while (decimals < DIGITS_MAX && !isRound(size * 10 ** decimals)) decimals += 1
  }
  return Math.max(0, Math.min(decimals, DIGITS_MAX - Math.floor(largest).toString().length))
}

/**
 * Names and colours of the lines. With several devices, the name of a line has its series and device, and the colour
 * map may contain that name. A colour of the series alone goes to its first device.
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
    const label = hasSeveral ? name + BETWEEN + device : name
    const shared = given.has(name) ? undefined : colors.get(name)
    given.add(name)
    const color = colors.get(label) ?? shared ?? paletteColor(index)
    return { label, color, readings, decimals: decimalsOf(readings) }
  })
}

/** Numbers of a line in the legend; null if it has no values. */
export function summaryOf({ readings }: Pick<Series, 'readings'>) {
  const values = readings.flatMap(({ value }) => value ?? [])
  const last = readings.findLast(({ value }) => value !== null)
  if (!last) return null
  const mean = values.reduce((mean, value, index) => mean + (value - mean) / (index + 1))
  return {
    lastTime: last.time,
    last: values.at(-1) ?? 0,
    min: values.reduce((a, b) => Math.min(a, b)),
    mean,
    max: values.reduce((a, b) => Math.max(a, b)),
    count: values.length,
  }
}

/** Formats a reading with its own digits, up to 8. */
const formatValue = (value: number, locale: string) =>
  new Intl.NumberFormat(locale, {
    maximumSignificantDigits: 8,
    ...(Math.abs(value) >= 1e12 && { notation: 'scientific', maximumSignificantDigits: 4 }),
  }).format(value)

/** Formats a number with all its digits; identifiers are not grouped. */
export const formatExactly = (value: number, locale: string, name = '') =>
  new Intl.NumberFormat(locale, {
    maximumSignificantDigits: 21,
    useGrouping: !isIdentifier(name, value),
    ...((Math.abs(value) >= 1e21 || (value !== 0 && Math.abs(value) < FIXED.from)) && {
      notation: 'scientific',
    }),
  }).format(value)

/** Formats a value like all others of its line, in the legend and the tooltip. */
export function formatReading(
  value: number,
  { decimals, label = '' }: Pick<Series, 'decimals'> & Partial<Pick<Series, 'label'>>,
  locale: string,
): string {
  const [name = ''] = label.split(BETWEEN)
  if (Number.isSafeInteger(value) && isIdentifier(name, value)) return formatExactly(value, locale, name)
  if (decimals === null || Math.abs(value) >= FIXED.to) return formatValue(value, locale)
  const digits = { minimumFractionDigits: decimals, maximumFractionDigits: decimals }
  return new Intl.NumberFormat(locale, { ...digits, signDisplay: 'negative' }).format(value)
}

/** Formats the mean of a line like its values; that of whole numbers may have one decimal. */
export const formatMean = (mean: number, { decimals }: Pick<Series, 'decimals'>, locale: string): string =>
  formatReading(mean, { decimals: decimals === 0 && mean % 1 !== 0 ? 1 : decimals }, locale)
