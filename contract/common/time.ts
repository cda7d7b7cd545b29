import { z } from 'zod'

const TIME = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d([.,]\d{1,9})?)?([zZ]|[+-]\d\d:?\d\d)?)?$/
/** Longer than any time in that form. */
export const TIME_MAX_LENGTH = 40
/** The first and the last time that the database can store in all forms, as milliseconds since 1970. */
export const FIRST_TIME = Date.parse('0001-01-01T00:00:00.000Z')
export const LAST_TIME = Date.parse('9999-12-31T23:59:59.999Z')
const ZONE = /([zZ]|[+-]\d\d:?\d\d)$/

const SHORT_MONTHS = new Set([4, 6, 9, 11])

/** Whether a text begins with a valid calendar day, such as 2026-02-28: JavaScript takes the 30th for one of March. */
export function isDay(text: string): boolean {
  const [year = 0, month = 0, day = 0] = [text.slice(0, 4), text.slice(5, 7), text.slice(8, 10)].map(Number)
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
  const days = month === 2 ? (isLeap ? 29 : 28) : SHORT_MONTHS.has(month) ? 30 : 31
  return month >= 1 && month <= 12 && day >= 1 && day <= days
}

/** Unix ms of an ISO-8601 time with or without milliseconds and zone; no zone means UTC. NaN if the text is not a time. */
export function parseTime(text: string): number {
  // A plus sign that was not encoded arrives as a space.
  const time = text.trim().replace(' ', '+').replace(',', '.')
  if (!TIME.test(time) || !isDay(time)) return Number.NaN
  return Date.parse(time.includes('T') && !ZONE.test(time) ? `${time}Z` : time)
}

/** Greater Unix times of devices are in milliseconds. */
const SECONDS_MAX = 1e11

/**
 * Milliseconds since 1970 of a time as devices send it: a Unix time in seconds or milliseconds, or an ISO text, which without a zone is
 * UTC; null for anything else.
 */
export function timeOf(value: unknown): number | null {
  if (typeof value === 'number') return value > SECONDS_MAX ? value : value * 1000
  if (typeof value !== 'string' || value.length > TIME_MAX_LENGTH) return null
  const at = parseTime(value.replace(/^(\S{10}) /, '$1T'))
  return Number.isNaN(at) ? null : at
}

/** A time that people send. */
export const momentSchema = z.iso
  .datetime({ offset: true, error: 'must be an ISO-8601 time like 2026-01-31T08:00:00.000Z' })
  .max(TIME_MAX_LENGTH)

/**
 * A time in a query, as milliseconds since 1970. A time before the year 1 or after 9999, which the database cannot store in all forms,
 * counts as the first or the last that it can. Rules, "Requests".
 */
export const timeQuerySchema = z
  .string()
  .max(TIME_MAX_LENGTH)
  .transform((text, context) => {
    const time = parseTime(text)
    if (!Number.isNaN(time)) return Math.min(Math.max(time, FIRST_TIME), LAST_TIME)
    context.addIssue({ code: 'custom', message: 'must be an ISO-8601 time like 2026-01-31T08:00:00.000Z' })
    return z.NEVER
  })
