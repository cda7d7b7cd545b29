/** The values of one series in one message: none, one reading or a burst. */
type Values = readonly (number | null)[]

/** What a transformation returned for a message. */
export interface Result {
  /** In ms since 1970. */
  time: number
  /** By name of the series; null is a reading that is missing. */
  values: ReadonlyMap<string, Values>
}

/** Why a returned value is not a result. */
export interface Mistake {
  mistake: 'object' | 'date' | 'values'
  /** Name of the series that is wrong. */
  series?: string
}

/** No axis can show larger numbers. */
const VALUE_MAX = 1e100
/** A smaller number as the date counts seconds, as devices do. */
const SECONDS_MAX = 1e11
/** The largest time in ms: that of a `Date`, less room for the burst before it. */
const TIME_MAX = 8.6e15
const DATE = 'date'

function readDate(value: unknown): number | null {
  if (typeof value === 'string') {
    const time = Date.parse(value)
    return Number.isNaN(time) ? null : time
  }
  if (typeof value !== 'number') return null
  const time = Math.abs(value) < SECONDS_MAX ? value * 1000 : value
  return Math.abs(time) <= TIME_MAX ? time : null
}

const isReading = (value: unknown): value is number | null =>
  value === null || (typeof value === 'number' && Math.abs(value) <= VALUE_MAX)

function readValues(value: unknown): Values | null {
  if (isReading(value)) return [value]
  return Array.isArray(value) && value.every(isReading) ? value : null
}

/**
 * Reads what a transformation returned; null when it returned nothing to show. `date` is an ISO time, or a number of
 * seconds or milliseconds since 1970. Facts, "The dashboard transformation".
 * @param json JSON text, which leaves out undefined values and has null for NaN
 */
export function readResult(json: string): Result | Mistake | null {
  const value: unknown = JSON.parse(json)
  if (value === null) return null
  if (typeof value !== 'object' || Array.isArray(value)) return { mistake: 'object' }
  const fields = new Map<string, unknown>(Object.entries(value))
  const time = readDate(fields.get(DATE))
  if (time === null) return { mistake: 'date' }
  const values = new Map<string, Values>()
  fields.delete(DATE)
  for (const [name, found] of fields) {
    const read = readValues(found)
    if (!read) return { mistake: 'values', series: name }
    if (read.length > 0) values.set(name, read)
  }
  return { time, values }
}
