import { DAY, WEEK } from '../common/durations'
import { dayAt, dayOfDate, rangesAfter, type TimeRange, type WeeklyHours } from '../common/weekly'
import { knownZone } from '../common/zone'

/** Hours of a shift, and the people who have them: one after the other, each for a week. */
interface ShiftHours extends WeeklyHours {
  user_ids: readonly string[]
}

/** When a shift is on duty, and who. */
export interface ShiftTimes {
  timezone: string
  /** The day, like `2026-01-31`, on which the week of the first person begins; the weeks of the others follow. */
  starts_on: string
  entries: readonly ShiftHours[]
}

/** The person who has some hours that begin at a moment, in milliseconds since 1970. */
function personOf(
  { timezone, starts_on }: ShiftTimes,
  { user_ids }: ShiftHours,
  from: number,
): string | undefined {
  const days = dayAt(from, knownZone(timezone)) - dayOfDate(starts_on)
  const week = Math.floor(days / WEEK)
  return user_ids.at(((week % user_ids.length) + user_ids.length) % user_ids.length)
}

/**
 * The people who are on shift at a time, by the clocks of its zone. Who begins before midnight, or before a new week, stays until the end of
 * the hours. Rules, "Alerts".
 * @param time in milliseconds since 1970
 * @returns ids of people, each once; none in a gap
 */
export function onShift(shift: ShiftTimes, time: number): string[] {
  const zone = knownZone(shift.timezone)
  const people = shift.entries.flatMap((entry) =>
    rangesAfter(entry, zone, time)
      .filter(({ from }) => from <= time)
      .flatMap(({ from }) => personOf(shift, entry, from) ?? []),
  )
  return [...new Set(people)]
}

/** The times within a week from a time on at which nobody is on shift. */
export function gapsOf(shift: ShiftTimes, time: number): TimeRange[] {
  const zone = knownZone(shift.timezone)
  const end = time + 7 * DAY
  const ranges = shift.entries
    .flatMap((entry) => (entry.user_ids.length > 0 ? rangesAfter(entry, zone, time) : []))
    .toSorted((a, b) => a.from - b.from)
  const gaps: TimeRange[] = []
  let covered = time
  for (const { from, until } of [...ranges, { from: end, until: end }]) {
    const next = Math.min(from, end)
    if (next > covered) gaps.push({ from: covered, until: next })
    covered = Math.max(covered, until)
  }
  return gaps
}
