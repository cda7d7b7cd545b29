import { z } from 'zod'

const TIME = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d([.,]\d{1,9})?)?([zZ]|[+-]\d\d:?\d\d)?)?$/
const ZONE = /([zZ]|[+-]\d\d:?\d\d)$/

/**
 * Unix ms of an ISO-8601 time with or without milliseconds and zone; no zone means UTC. NaN if the text is not a
 * time.
 */
function parseTime(text: string): number {
  // A plus sign that was not encoded arrives as a space.
  const time = text.trim().replace(' ', '+').replace(',', '.')
  if (!TIME.test(time)) return Number.NaN
  return Date.parse(time.includes('T') && !ZONE.test(time) ? `${time}Z` : time)
}

/** A time in a query, as milliseconds since 1970. Facts, "Requests". */
export const timeQuerySchema = z.string().transform((text, context) => {
  const time = parseTime(text)
  if (!Number.isNaN(time)) return time
  context.addIssue({ code: 'custom', message: 'must be an ISO-8601 time like 2026-01-31T08:00:00.000Z' })
  return z.NEVER
})
