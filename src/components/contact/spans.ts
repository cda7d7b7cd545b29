import { DAY, HOUR, MINUTE, SECOND } from '#contract/common/durations'
import { daysBetween } from '../../clock'

const UNITS = [
  ['days', DAY],
  ['hours', HOUR],
  ['minutes', MINUTE],
  ['seconds', SECOND],
] as const

/** A number of one unit of time. */
interface Span {
  unit: (typeof UNITS)[number][0]
  count: number
}

/** Maximum share of a span that rounding may change. */
const TOLERANCE = 0.05

/** A span (in milliseconds) in the largest unit with a small rounding error, at least one: 90 minutes, 2 hours. */
export function spanOf(milliseconds: number): Span {
  for (const [unit, size] of UNITS) {
    const count = Math.round(milliseconds / size)
    if (Math.abs(count * size - milliseconds) <= TOLERANCE * milliseconds) return { unit, count }
  }
  return { unit: 'seconds', count: Math.max(1, Math.round(milliseconds / 1000)) }
}

/** A duration (in milliseconds) in the largest unit that has passed, at least a second: 6 days. */
export function lastingOf(milliseconds: number): Span {
  const [unit, size] = UNITS.find(([, size]) => milliseconds >= size) ?? UNITS[3]
  return { unit, count: Math.max(1, Math.floor(milliseconds / size)) }
}

/** The time since a moment, consistent with `formatRelative`: days are calendar days. */
export function sinceOf(time: number, now: number, zone: string): Span {
  const span = lastingOf(now - time)
  if (span.unit !== 'days') return span
  const days = daysBetween(time, now, zone)
  return days > 0 ? { unit: 'days', count: days } : { unit: 'hours', count: 24 }
}
