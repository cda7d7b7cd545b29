import { PATH_MAX_LENGTH, timeOf } from '../common'
import { DAY } from '../common/durations'
import { isObject, ownOf } from '../common/object'
import { identityKeyOf } from './items'

/** A number that a device measured. */
export interface Reading {
  /** Path of its series; see `readingsOf`. */
  path: string
  /** Milliseconds since 1970. */
  at: number
  /** True and false are 1 and 0. */
  value: number
  isBoolean: boolean
}

/** Most readings of one message, and their greatest depth. */
export const READINGS_MAX = 5000
const DEPTH_MAX = 32
/** Path of a body that is a number. */
export const ROOT = 'value'
/** Most items of a list that each have a series: a longer list is a waveform, not as many things. */
export const PLACES_MAX = 32

/** Times before 2000 and more than a day ahead are mistakes of a clock. */
const FIRST_TIME = Date.UTC(2000, 0, 1)

/**
 * Milliseconds that the clock of a device may be ahead. A later reading is in the history, but it is not the last one, and no alert rule
 * evaluates it.
 */
export const AHEAD_MAX = 60_000

/** Keys of the time of an item, the best first. */
const TIMES = ['timestamp', 'time', 'at', 'ts']
/** Whether a reading of this time is kept, at this time of the server. */
export const isCredible = (at: number, now: number) => at >= FIRST_TIME && at <= now + DAY

/**
 * The key under which every item has a time, of which at least one is plausible: a duration is not a time. If there are several, one with
 * texts comes before one with numbers, which may count something.
 */
export function timeKeyOf(
  items: readonly Readonly<Record<string, unknown>>[],
  now: number,
): string | undefined {
  const keys = TIMES.filter((key) => {
    const times = items.map((item) => timeOf(ownOf(item, key)))
    return (
      times.every((time) => time !== null) && times.some((time) => time !== null && isCredible(time, now))
    )
  })
  return keys.find((key) => items.every((item) => typeof ownOf(item, key) === 'string')) ?? keys[0]
}

/** The keys under which an item repeats this time. */
const repeatsOf = (item: Readonly<Record<string, unknown>>, at: number) =>
  TIMES.filter((key) => Math.abs((timeOf(ownOf(item, key)) ?? Infinity) - at) <= DAY)

const PLAIN = /^[\p{L}\p{N}_$-]+$/u
const quoted = (text: string) => (PLAIN.test(text) ? text : JSON.stringify(text))

export const under = (path: string, key: string) => {
  if (!PLAIN.test(key)) return `${path}[${JSON.stringify(key)}]`
  return path === '' ? key : `${path}.${key}`
}

/** The path of an item of a list that is identified by a key. */
export const itemUnder = (path: string, key: string, value: unknown) =>
  `${path}[${quoted(key)}=${quoted(String(value))}]`

/** Is called with a reading, and with the keys and indexes that lead to it in the body. */
type Found = (reading: Reading, keys: readonly (string | number)[]) => void

/** Visits the readings in a body; see `readingsOf`. */
function visitReadings(body: unknown, received: number, now: number, found: Found): void {
  const keys: (string | number)[] = []
  let count = 0

  const list = (items: readonly unknown[], path: string, at: number, depth: number) => {
    const objects = items.filter(isObject)
    const areObjects = items.length > 0 && objects.length === items.length
    const timeKey = areObjects ? timeKeyOf(objects, now) : undefined
    const identity = areObjects ? identityKeyOf(objects, { mayRepeat: timeKey !== undefined }) : undefined
    if (timeKey === undefined && identity === undefined && items.length > PLACES_MAX) return
    for (const [place, item] of items.entries()) {
      keys.push(place)
      if (areObjects && isObject(item)) {
        const isTime = timeKey !== undefined
        const plain = isTime ? path : `${path}[${place}]`
        const named = identity === undefined ? plain : itemUnder(path, identity, item[identity])
        const own = isTime ? (timeOf(item[timeKey]) ?? at) : at
        fields(item, named, own, depth, [identity, ...(isTime ? repeatsOf(item, own) : [])])
      } else visit(item, `${path}[${place}]`, at, depth)
      keys.pop()
    }
  }

  const fields = (
    value: Readonly<Record<string, unknown>>,
    path: string,
    at: number,
    depth: number,
    except: readonly (string | undefined)[] = [],
  ) => {
    for (const key of Object.keys(value)) {
      if (except.includes(key)) continue
      keys.push(key)
      visit(value[key], under(path, key), at, depth + 1)
      keys.pop()
    }
  }

  const visit = (value: unknown, path: string, at: number, depth: number) => {
    if (depth > DEPTH_MAX || path.length > PATH_MAX_LENGTH || count >= READINGS_MAX) return
    if (typeof value === 'number' || typeof value === 'boolean') {
      if (!Number.isFinite(Number(value)) || !isCredible(at, now)) return
      count += 1
      found({ path: path || ROOT, at, value: Number(value), isBoolean: typeof value === 'boolean' }, keys)
    } else if (Array.isArray(value)) list(value, path, at, depth + 1)
    else if (isObject(value)) fields(value, path, at, depth)
  }

  visit(body, '', received, 0)
}

/**
 * The readings in the body of a message: each number and each boolean, named by its path: `sensors[serial=12].level`. Items of a list are
 * distinguished by a key that identifies each (serial number, address, name, id), otherwise by their index: `outputs[0]`. Items with times
 * of their own are readings of one series, at those times. What is longer or deeper than the limits is left out.
 * @param received milliseconds since 1970: the time of readings without one of their own
 * @param now time of the server: readings more than a day ahead of it are left out
 */
export function readingsOf(body: unknown, received: number, now: number): Reading[] {
  const readings: Reading[] = []
  visitReadings(body, received, now, (reading) => readings.push(reading))
  return readings
}

/** Keys and indexes that lead to a value of a body, as a text. */
export const pointerOf = (keys: readonly (string | number)[]): string => JSON.stringify(keys)

/** The series of each number of a body, by its pointer. */
export function seriesIn(body: unknown, received: number, now: number): Map<string, string> {
  const paths = new Map<string, string>()
  visitReadings(body, received, now, ({ path }, keys) => paths.set(pointerOf(keys), path))
  return paths
}
