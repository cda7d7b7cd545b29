import type { IncomingHttpHeaders } from 'node:http'
import { RETRY_AFTER_MAX } from '#contract/connectors'

/** The three forms of a date that HTTP knows begin with a day of the week, and are in UTC. */
const HTTP_DATE = /^(mon|tue|wed|thu|fri|sat|sun).*?( gmt)?$/i

/** The time of a date of HTTP in milliseconds; not a number for what is no date. */
function timeOf(text: string): number {
  const [whole, , zone] = HTTP_DATE.exec(text.trim()) ?? []
  return whole === undefined ? Number.NaN : Date.parse(zone ? whole : `${whole} GMT`)
}

/**
 * Seconds that an answer asks for by `Retry-After`, at most a day: a number, or a date (RFC 9110, 10.2.3), which is read by the clock of the
 * receiver, its `Date`, where there is one. Null for one that says neither, or asks for nothing.
 */
export function retryAfterOf(
  { 'retry-after': header = '', date = '' }: Pick<IncomingHttpHeaders, 'retry-after' | 'date'>,
  now: Date,
): number | null {
  const text = header.trim()
  const told = timeOf(date)
  const from = Number.isNaN(told) ? now.getTime() : told
  const seconds = /^\d+$/.test(text) ? Number(text) : Math.ceil((timeOf(text) - from) / 1000)
  return seconds > 0 ? Math.min(seconds, RETRY_AFTER_MAX) : null
}
