import type { Series } from '../series/series'

/** The readings of one moment, of all lines that have one. */
export interface Moment {
  /** In ms since 1970. */
  time: number
  readings: readonly { label: string; color: string; value: number }[]
}

/** The times of all readings, each once, in their order. */
export function timesOf(series: readonly Series[]): number[] {
  const times = new Set<number>()
  for (const { readings } of series)
    for (const { time, value } of readings) if (value !== null) times.add(time)
  return [...times].toSorted((a, b) => a - b)
}

/** Place of the time that is nearest to another; -1 when there are none. */
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

/** What the lines have at exactly this time; one reading of each line. */
export const momentOf = (series: readonly Series[], time: number): Moment => ({
  time,
  readings: series.flatMap(({ label, color, readings }) => {
    const value = readings.find((reading) => reading.time === time && reading.value !== null)?.value
    return value === undefined || value === null ? [] : [{ label, color, value }]
  }),
})
