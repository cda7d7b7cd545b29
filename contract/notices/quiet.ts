import { DAY } from '../common/durations'
import { changeBetween, sinceMidnight } from '../common/weekly'
import { knownZone, wallAt } from '../common/zone'

/** The local time of a person: the day as `2026-01-31`, and the time since midnight, in milliseconds. */
export function clockOf(timezone: string | null, now: Date): { day: string; time: number } {
  const shown = wallAt(now.getTime(), knownZone(timezone))
  return { day: new Date(shown).toISOString().slice(0, 10), time: ((shown % DAY) + DAY) % DAY }
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
  const [from, to] = [sinceMidnight(quiet_from), sinceMidnight(quiet_to)]
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
