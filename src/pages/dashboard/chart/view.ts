import type { Reading } from '../series/buildSeries'
import type { Series } from '../series/series'

/** A stretch of time, in ms since 1970: what the chart shows, or could show. */
export type Span = readonly [start: number, end: number]

/** The shortest stretch that a chart shows, in ms. */
const SPAN_MIN = 100

/** The time that all readings take; null when there are none. A single reading stands in the middle of a minute. */
export function extentOf(series: readonly Series[]): Span | null {
  let [start, end] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (const { readings } of series)
    for (const { time, value } of readings) {
      if (value === null) continue
      start = Math.min(start, time)
      end = Math.max(end, time)
    }
  if (start > end) return null
  return start === end ? [start - 30_000, end + 30_000] : [start, end]
}

/** Moves and cuts a stretch so that it lies within another. */
export function within([start, end]: Span, [min, max]: Span): Span {
  const length = Math.min(Math.max(end - start, SPAN_MIN), max - min)
  const from = Math.min(Math.max(start, min), max - length)
  return [from, from + length]
}

/**
 * The stretch with so many times its length, no shorter than a chart shows.
 * @param at the time that stays where it is; by default the middle
 */
export function zoomed([start, end]: Span, factor: number, at = (start + end) / 2): Span {
  const times = Math.max(factor, SPAN_MIN / (end - start))
  return [at - (at - start) * times, at + (end - at) * times]
}

/** The stretch, moved by a part of its length. */
export function moved([start, end]: Span, part: number): Span {
  const by = (end - start) * part
  return [start + by, end + by]
}

/** The value of the line between two readings; null where the line is broken. */
function between(a: Reading | undefined, b: Reading | undefined, time: number): Reading[] {
  if (!a || !b || a.value === null || b.value === null || a.time === b.time) return []
  return [{ time, value: a.value + ((b.value - a.value) * (time - a.time)) / (b.time - a.time) }]
}

/** The part of a line in a stretch, up to its edges: there the line goes on to readings that are outside. */
export function cutTo(readings: readonly Reading[], [start, end]: Span): Reading[] {
  const first = readings.findIndex(({ time }) => time >= start)
  if (first === -1) return []
  const past = readings.findIndex(({ time }) => time > end)
  const stop = past === -1 ? readings.length : past
  const atStart = readings[first]?.time === start ? [] : between(readings[first - 1], readings[first], start)
  const atEnd = between(readings[stop - 1], readings[stop], end)
  // No reading is in the stretch, and the line passes through it.
  const isPassing = first === stop
  if (isPassing) return [...between(readings[first - 1], readings[first], start), ...atEnd]
  return [...atStart, ...readings.slice(first, stop), ...atEnd]
}

/**
 * A line with fewer readings that looks the same: of each small stretch the first, the smallest, the largest and the last
 * one stay, and every break.
 * @param parts number of such stretches
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

/** Smallest and largest value, with some room around them. */
export function valueSpan(lines: readonly (readonly Reading[])[]): readonly [number, number] {
  let [min, max] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (const line of lines)
    for (const { value } of line) {
      if (value === null) continue
      min = Math.min(min, value)
      max = Math.max(max, value)
    }
  if (min > max) return [0, 1]
  const room = (max - min) * 0.06 || Math.abs(max) * 0.1 || 1
  return [min - room, max + room]
}
