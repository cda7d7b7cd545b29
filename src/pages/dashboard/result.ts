import { isDay } from '#contract/common'

/** A reading with its own time. */
export interface Timed {
  /** In ms since 1970. */
  time: number
  value: number | null
}

/** Values of one series in one message: none, one reading or a burst; null is a missing reading. */
export type Values = readonly (number | null | Timed)[]

/** Result of a transformation for a message. */
export interface Result {
  /** Time of the readings without their own, in ms since 1970; null if each has its own. */
  time: number | null
  /** By name of the series. */
  values: ReadonlyMap<string, Values>
}

/** Why a returned value is not a result. */
export interface Mistake {
  mistake: 'object' | 'date' | 'values' | 'time'
  /** Name of the invalid series. */
  series?: string
}

/** No axis can show larger numbers. */
const VALUE_MAX = 1e100
/** A smaller date counts seconds, as devices send it. */
const SECONDS_MAX = 1e11
/** Largest time in ms: that of a `Date`, minus room for the burst before it. */
const TIME_MAX = 8.6e15
const DATE = 'date'

const ISO_DAY = /^\d{4}-\d\d-\d\d/

function readDate(value: unknown): number | null {
  if (typeof value === 'string') {
    const time = ISO_DAY.test(value) && !isDay(value) ? Number.NaN : Date.parse(value)
    return Number.isNaN(time) ? null : time
  }
  if (typeof value !== 'number') return null
  const time = Math.abs(value) < SECONDS_MAX ? value * 1000 : value
  return Math.abs(time) <= TIME_MAX ? time : null
}

const isReading = (value: unknown): value is number | null =>
  value === null || (typeof value === 'number' && Math.abs(value) <= VALUE_MAX)

export const isTimed = (value: Values[number]): value is Timed => typeof value === 'object' && value !== null

/** Date and value of `{ date, value }` or `[date, value]`; null for anything else. */
function partsOf(found: unknown): { date?: unknown; value?: unknown } | null {
  if (typeof found !== 'object' || found === null) return null
  if (Array.isArray(found)) return found.length === 2 ? { date: found[0], value: found[1] } : null
  return 'date' in found || 'value' in found ? found : null
}

/** Reads one value of a series; a time without a value counts as nothing. */
function readReading(found: unknown): Values | Mistake['mistake'] {
  if (isReading(found)) return [found]
  const parts = partsOf(found)
  if (!parts) return 'values'
  const { date = null, value } = parts
  if (value === undefined) return []
  if (!isReading(value)) return 'values'
  if (date === null) return [value]
  const time = readDate(date)
  return time === null ? 'time' : [{ time, value }]
}

/** Reads the values of a series. A pair outside of a list is a burst of two. */
function readValues(found: unknown): Values | Mistake['mistake'] {
  const values: Values[number][] = []
  for (const each of Array.isArray(found) ? found : [found]) {
    const read = readReading(each)
    if (typeof read === 'string') return read
    values.push(...read)
  }
  return values
}

/**
 * Reads the result of a transformation; null if it returned nothing to show. A time is an ISO time, or a number of
 * seconds or milliseconds since 1970. Rules, "Dashboard".
 * @param json JSON text; it omits undefined values and has null for NaN
 */
export function readResult(json: string): Result | Mistake | null {
  const value: unknown = JSON.parse(json)
  if (value === null) return null
  if (typeof value !== 'object' || Array.isArray(value)) return { mistake: 'object' }
  const fields = new Map<string, unknown>(Object.entries(value))
  const date = fields.get(DATE)
  const time = date === undefined ? null : readDate(date)
  if (date !== undefined && time === null) return { mistake: 'date' }
  const values = new Map<string, Values>()
  fields.delete(DATE)
  for (const [name, found] of fields) {
    const read = readValues(found)
    if (typeof read === 'string') return { mistake: read, series: name }
    if (time === null && !read.every(isTimed)) return { mistake: 'date' }
    if (read.length > 0) values.set(name, read)
  }
  return { time, values }
}
