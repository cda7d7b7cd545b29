import { isTimezone } from '../common'
import { DAY, MINUTE } from '../common/durations'

const formats = new Map<string, Intl.DateTimeFormat>()

function newFormat(timeZone: string): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
}

/** The format of a zone; UTC for a zone that the runtime does not know. */
function formatOf(timezone: string | null): Intl.DateTimeFormat {
  const zone = timezone ?? 'UTC'
  const kept = formats.get(zone)
  if (kept) return kept
  if (!isTimezone(zone)) return formatOf(null)
  const format = newFormat(zone)
  formats.set(zone, format)
  return format
}

/** The offset of a zone from UTC, in milliseconds. */
function offsetOf(format: Intl.DateTimeFormat, at: number): number {
  const part = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, Number(value)]))
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = part
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(at / 1000) * 1000
}

/** The local time of a person: the day as `2026-01-31`, and the time since midnight, in milliseconds. */
export function clockOf(timezone: string | null, now: Date): { day: string; time: number } {
  const shown = now.getTime() + offsetOf(formatOf(timezone), now.getTime())
  return { day: new Date(shown).toISOString().slice(0, 10), time: ((shown % DAY) + DAY) % DAY }
}

const timeOf = (text: string) => {
  const [hours = 0, minutes = 0] = text.split(':').map(Number)
  return (hours * 60 + minutes) * MINUTE
}

/** When the clocks of a zone next change, after one time and until another; undefined if they do not. */
function changeBetween(format: Intl.DateTimeFormat, after: number, until: number): number | undefined {
  const offset = offsetOf(format, after)
  if (offsetOf(format, until) === offset) return undefined
  let [before, since] = [after, until]
  while (since - before > 1) {
    const middle = Math.floor((before + since) / 2)
    if (offsetOf(format, middle) === offset) before = middle
    else since = middle
  }
  return since
}

/** Quiet hours of a person in local time; without both ends there are none. */
export interface QuietHours {
  /** Such as `22:00`. */
  quiet_from: string | null
  quiet_to: string | null
}

/**
 * The end of the current quiet hours of a person; null outside of them. It goes by local time: when clocks change, quiet hours may be
 * shorter or longer, or come twice.
 * @param timezone of their profile; UTC without one
 */
export function quietUntil(
  { quiet_from, quiet_to }: QuietHours,
  timezone: string | null,
  now: Date,
): Date | null {
  if (quiet_from === null || quiet_to === null || quiet_from === quiet_to) return null
  const [from, to] = [timeOf(quiet_from), timeOf(quiet_to)]
  const format = formatOf(timezone)
  let at = now.getTime()
  let isQuiet = false
  for (;;) {
    const shown = (at + offsetOf(format, at)) % DAY
    const hasBegun = shown >= from
    const isOver = shown >= to
    if (from < to ? !hasBegun || isOver : !hasBegun && isOver) return isQuiet ? new Date(at) : null
    isQuiet = true
    const end = at + ((to - shown + DAY) % DAY)
    at = changeBetween(format, at, end) ?? end
  }
}
