import { type Clock, tagOf, UNREAD } from './format'
import { wallAt } from './wall'

const DAY = 86_400
/** Units of fixed length, in seconds. */
const EXACT = [
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const

const formats = new Map<string, Intl.RelativeTimeFormat>()

function formatOf(locale: string, options: Intl.RelativeTimeFormatOptions): Intl.RelativeTimeFormat {
  const key = JSON.stringify([locale, options])
  const kept = formats.get(key) ?? new Intl.RelativeTimeFormat(tagOf(locale), options)
  formats.set(key, kept)
  return kept
}

/** Whole calendar months between two wall times, as `wallAt` returns them. */
function monthsBetween(earlier: number, later: number): number {
  const [from, to] = [new Date(earlier), new Date(later)]
  const months = (to.getUTCFullYear() - from.getUTCFullYear()) * 12 + to.getUTCMonth() - from.getUTCMonth()
  // The last day of a shorter month is a full month after the last day of a longer one.
  const isLastDay = new Date(later + DAY * 1000).getUTCMonth() !== to.getUTCMonth()
  return to.getUTCDate() < from.getUTCDate() && !isLastDay ? months - 1 : months
}

/** Calendar days between two times in a zone: 23:59 to 00:01 is one day. */
export const daysBetween = (from: number, to: number, zone: string): number =>
  Math.floor(wallAt(to, zone) / (DAY * 1000)) - Math.floor(wallAt(from, zone) / (DAY * 1000))

/**
 * "3 minutes ago", or the short form of the language. From one day on, it counts calendar days, months and years:
 * "yesterday" is the day before. Both times in milliseconds since 1970.
 */
export function formatRelative(time: number, now: number, { locale, zone }: Clock, isShort = false): string {
  const seconds = Math.round((time - now) / 1000)
  if (Number.isNaN(seconds)) return UNREAD
  const style = isShort ? 'narrow' : 'long'
  const write = (count: number, unit: Intl.RelativeTimeFormatUnit, numeric: 'auto' | 'always' = 'auto') =>
    formatOf(locale, { numeric, style }).format(count, unit)

  const [then, today] = [wallAt(time, zone), wallAt(now, zone)]
  const days = daysBetween(now, time, zone)
  // The day on which the clocks go back has more than 24 hours.
  if (Math.abs(seconds) < DAY || days === 0) {
    const [unit, size] = EXACT.find(([, size]) => Math.abs(seconds) >= size) ?? (['second', 1] as const)
    return write(Math.trunc(seconds / size), unit)
  }
  const sign = Math.sign(seconds)
  const months = monthsBetween(Math.min(then, today), Math.max(then, today))
  if (months === 0) return write(days, 'day')
  // A month ago is not always "last month" in the calendar.
  if (months < 12) return write(sign * months, 'month', 'always')
  return write(sign * Math.floor(months / 12), 'year', 'always')
}
