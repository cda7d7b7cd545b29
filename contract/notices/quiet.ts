import { DAY, MINUTE } from '../common/durations'
import { knownZone, offsetAt, wallAt } from '../common/zone'

/** The local time of a person: the day as `2026-01-31`, and the time since midnight, in milliseconds. */
export function clockOf(timezone: string | null, now: Date): { day: string; time: number } {
  const shown = wallAt(now.getTime(), knownZone(timezone))
  return { day: new Date(shown).toISOString().slice(0, 10), time: ((shown % DAY) + DAY) % DAY }
}

const timeOf = (text: string) => {
  const [hours = 0, minutes = 0] = text.split(':').map(Number)
  return (hours * 60 + minutes) * MINUTE
}

/** When the clocks of a zone next change, after one time and until another; undefined if they do not. */
function changeBetween(zone: string, after: number, until: number): number | undefined {
  const offset = offsetAt(after, zone)
  if (offsetAt(until, zone) === offset) return undefined
  let [before, since] = [after, until]
  while (since - before > 1) {
    const middle = Math.floor((before + since) / 2)
    if (offsetAt(middle, zone) === offset) before = middle
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
  const zone = knownZone(timezone)
  let at = now.getTime()
  let isQuiet = false
  for (;;) {
    const shown = wallAt(at, zone) % DAY
    const hasBegun = shown >= from
    const isOver = shown >= to
    if (from < to ? !hasBegun || isOver : !hasBegun && isOver) return isQuiet ? new Date(at) : null
    isQuiet = true
    const end = at + ((to - shown + DAY) % DAY)
    at = changeBetween(zone, at, end) ?? end
  }
}
