import type { Reading, Series, Span } from '../series'

/** The shortest span that a chart shows, in ms. */
const SPAN_MIN = 100

/** Smallest and largest number; null if there are none. */
function boundsOf(numbers: readonly (number | null)[]): Span | null {
  let [min, max] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (const number of numbers) {
    if (number === null) continue
    min = Math.min(min, number)
    max = Math.max(max, number)
  }
  return min > max ? null : [min, max]
}

/** Span of all readings; null if there are none. A single reading is centred in one minute. */
export function extentOf(series: readonly Series[]): Span | null {
  const times = series.flatMap(({ readings }) =>
    readings.map(({ time, value }) => (value === null ? null : time)),
  )
  const bounds = boundsOf(times)
  return bounds && bounds[0] === bounds[1] ? [bounds[0] - 30_000, bounds[1] + 30_000] : bounds
}

export const readingsIn = (readings: readonly Reading[], [start, end]: Span): Reading[] =>
  readings.filter(({ time }) => time >= start && time <= end)

/** Moves and shortens a span so that it lies within another. */
export function within([start, end]: Span, [min, max]: Span): Span {
  const length = Math.min(Math.max(end - start, SPAN_MIN), max - min)
  const from = Math.min(Math.max(start, min), max - length)
  return [from, from + length]
}

/**
 * The span, stretched by a factor, but no shorter than the shortest one.
 * @param at the time that stays in place; by default the middle
 */
export function zoomed([start, end]: Span, factor: number, at = (start + end) / 2): Span {
  const times = Math.max(factor, SPAN_MIN / (end - start))
  return [at - (at - start) * times, at + (end - at) * times]
}

/** The span, moved by a share of its length. */
export function moved([start, end]: Span, part: number): Span {
  const by = (end - start) * part
  return [start + by, end + by]
}

/** The point on the line between two readings; none in a gap of the line. */
function between(a: Reading | undefined, b: Reading | undefined, time: number): Reading[] {
  if (!a || !b || a.value === null || b.value === null || a.time === b.time) return []
  return [{ time, value: a.value + ((b.value - a.value) * (time - a.time)) / (b.time - a.time) }]
}

/** The part of a line in a span. It reaches the edges of the span if the line continues beyond them. */
export function cutTo(readings: readonly Reading[], [start, end]: Span): Reading[] {
  const first = readings.findIndex(({ time }) => time >= start)
  if (first === -1) return []
  const past = readings.findIndex(({ time }) => time > end)
  const stop = past === -1 ? readings.length : past
  const atStart = readings[first]?.time === start ? [] : between(readings[first - 1], readings[first], start)
  const atEnd = between(readings[stop - 1], readings[stop], end)
  // The line passes through the span without a reading in it.
  if (first === stop) return [...between(readings[first - 1], readings[first], start), ...atEnd]
  return [...atStart, ...readings.slice(first, stop), ...atEnd]
}

/**
 * A line with fewer readings that looks the same. Each part of the span keeps its first, smallest, largest and last
 * reading, and every gap.
 * @param parts number of parts
 */
export function thinned(readings: readonly Reading[], [start, end]: Span, parts: number): Reading[] {
  if (readings.length <= parts * 4) return [...readings]
  const kept: Reading[] = []
  let part: Reading[] = []
  const flush = () => {
    const byValue = part.toSorted((a, b) => (a.value ?? 0) - (b.value ?? 0))
    const chosen = new Set([part[0], byValue[0], byValue.at(-1), part.at(-1)])
    kept.push(...part.filter((reading) => chosen.has(reading)))
    part = []
  }
  let place = -1
  for (const reading of readings) {
    const next = Math.floor(((reading.time - start) / (end - start)) * parts)
    if (next !== place || reading.value === null) flush()
    place = next
    if (reading.value === null) kept.push(reading)
    else part.push(reading)
  }
  flush()
  return kept
}

/** Smallest and largest value, with a margin. */
export function valueSpan(values: readonly (number | null)[]): readonly [number, number] {
  const bounds = boundsOf(values)
  if (!bounds) return [0, 1]
  const [min, max] = bounds
  const room = (max - min) * 0.06 || Math.abs(max) * 0.1 || 1
  return [min - room, max + room]
}

/** The readings of all lines at one time. */
export interface Moment {
  /** In ms since 1970. */
  time: number
  readings: readonly (Pick<Series, 'label' | 'color' | 'decimals'> & { value: number })[]
}

/** Distinct times of all readings, in order. */
export function timesOf(series: readonly Series[]): number[] {
  const times = new Set<number>()
  for (const { readings } of series)
    for (const { time, value } of readings) if (value !== null) times.add(time)
  return [...times].toSorted((a, b) => a - b)
}

/** Index of the time nearest to another; -1 if there are none. */
export function nearestTo(times: readonly number[], time: number): number {
  let [low, high] = [0, times.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((times[middle] ?? 0) < time) low = middle + 1
    else high = middle
  }
  const before = times[low - 1]
  const after = times[low]
  if (before === undefined) return after === undefined ? -1 : low
  return after === undefined || time - before <= after - time ? low - 1 : low
}

/** The readings at exactly this time, one for each line. */
export const momentOf = (series: readonly Series[], time: number): Moment => ({
  time,
  readings: series.flatMap(({ readings, ...line }) => {
    const value = readings.find((reading) => reading.time === time && reading.value !== null)?.value
    return value === undefined || value === null ? [] : [{ ...line, value }]
  }),
})
