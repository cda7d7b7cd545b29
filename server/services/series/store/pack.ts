import { DAY } from '#contract/common/durations'

/** Points of a series, sorted by time; each time occurs once. */
export interface Points<Numbers extends ArrayLike<number> = number[]> {
  /** Milliseconds since 1970. */
  times: Numbers
  values: Numbers
}

/** The points of values by time; each time occurs once. */
export function pointsFrom(values: ReadonlyMap<number, number>): Points {
  const times = Array.from(values.keys()).toSorted((a, b) => a - b)
  return { times, values: times.map((time) => values.get(time) ?? 0) }
}

/** The day of the last time that was asked for: most consecutive times are in one day. */
let last = { number: Number.NaN, text: '' }

/** The day (UTC) of a time, as in 2026-05-01. */
export function dayOf(time: number): string {
  const number = Math.floor(time / DAY)
  if (number !== last.number) last = { number, text: new Date(time).toISOString().slice(0, 10) }
  return last.text
}
/** The beginning of a day. */
export const startOf = (day: string) => Date.parse(`${day}T00:00:00.000Z`)

/** Most decimals for which values are stored as integers. */
const DECIMALS_MAX = 6
/** Stands in place of the number of decimals if each value takes eight bytes. */
export const FLOATS = 0xff
/** Differences of smaller integers are exact. */
const WHOLE_MAX = 2 ** 51

/** The fewest decimals with which all values are exact; null if there are more, or values are too large. */
function decimalsOf(values: readonly number[]): number | null {
  let decimals = 0
  for (const value of values) {
    if (Object.is(value, -0)) return null
    while (Math.round(value * 10 ** decimals) / 10 ** decimals !== value)
      if (++decimals > DECIMALS_MAX) return null
  }
  const isSmall = values.every((value) => Math.abs(value) * 10 ** decimals < WHOLE_MAX)
  return isSmall ? decimals : null
}

export const SEVEN_BITS = 0x80

/** Writes an integer in as few bytes as it needs; small ones of either sign need one. */
function write(bytes: number[], number: number) {
  let left = number < 0 ? -2 * number - 1 : 2 * number
  for (; left >= SEVEN_BITS; left = Math.floor(left / SEVEN_BITS))
    bytes.push((left % SEVEN_BITS) | SEVEN_BITS)
  bytes.push(left)
}

const differencesOf = (numbers: readonly number[]) =>
  numbers.map((number, i) => number - (numbers[i - 1] ?? 0))

function writeAll(bytes: number[], numbers: readonly number[]) {
  for (const number of numbers) write(bytes, number)
}

/**
 * Packs points: the number of decimals, the number of points, the first time, the changes of the differences of the times, which are
 * small for a device that sends regularly, and the differences of the values, which are integers with that many decimals. Values that
 * cannot be written so follow as they are.
 */
export function pack({ times, values }: Points): Buffer {
  const decimals = decimalsOf(values)
  const bytes: number[] = [decimals ?? FLOATS]
  write(bytes, times.length)
  write(bytes, times[0] ?? 0)
  writeAll(bytes, differencesOf(differencesOf(times).slice(1)))
  if (decimals !== null) {
    const factor = 10 ** decimals
    writeAll(bytes, differencesOf(values.map((value) => Math.round(value * factor))))
    return Buffer.from(bytes)
  }
  const floats = Buffer.alloc(8 * values.length)
  for (const [i, value] of values.entries()) floats.writeDoubleLE(value, 8 * i)
  return Buffer.concat([Buffer.from(bytes), floats])
}

/** The points of both, in one order. If both have a time, that of `newer` stays: so merging again changes nothing. */
export function merge(older: Points, newer: Points): Points {
  const merged: Points = { times: [], values: [] }
  const add = (time: number | undefined, value: number | undefined) => {
    if (time === undefined || value === undefined) return
    merged.times.push(time)
    merged.values.push(value)
  }
  let [i, j] = [0, 0]
  while (i < older.times.length || j < newer.times.length) {
    const ours = older.times[i] ?? Infinity
    const theirs = newer.times[j] ?? Infinity
    if (ours < theirs) add(ours, older.values[i++])
    else {
      if (ours === theirs) i++
      add(theirs, newer.values[j++])
    }
  }
  return merged
}
