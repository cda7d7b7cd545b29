import { RETRY_AFTER_MAX } from '#contract/connectors'

/** The three forms of a date that HTTP knows begin with a day of the week, and are in UTC. */
const HTTP_DATE = /^(mon|tue|wed|thu|fri|sat|sun).*?( gmt)?$/i

/** Seconds until a date of HTTP; negative for one that is over, not a number for what is no date. */
function secondsUntil(text: string, now: Date): number {
  const [whole, , zone] = HTTP_DATE.exec(text) ?? []
  if (whole === undefined) return Number.NaN
  return Math.ceil((Date.parse(zone ? whole : `${whole} GMT`) - now.getTime()) / 1000)
}

/**
 * Seconds that a header `Retry-After` asks for, at most a day: a number, or a date (RFC 9110, 10.2.3). Null for one that says
 * neither, or asks for nothing.
 */
export function retryAfterOf(header: string | null, now: Date): number | null {
  const text = header?.trim() ?? ''
  const seconds = /^\d+$/.test(text) ? Number(text) : secondsUntil(text, now)
  return seconds > 0 ? Math.min(seconds, RETRY_AFTER_MAX) : null
}
