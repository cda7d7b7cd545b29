import { DAY } from '#contract/common/durations'
import { offsetAt, wallAt } from '#contract/common/zone'

export { offsetAt, wallAt }

/** One of the two times for which the clocks show the same, because they were set back in between. */
export type Doubled = 'earlier' | 'later'

/**
 * The time at which the clocks of a zone show `wall`. A time that the clocks skip moves forward by the skipped hour:
 * 02:30 becomes 03:30.
 * @param wall as `wallAt` returns it
 */
export function timeAt(wall: number, zone: string, doubled: Doubled = 'earlier'): number {
  const [before, after] = [offsetAt(wall - DAY, zone), offsetAt(wall + DAY, zone)]
  const shown = [wall - before, wall - after].filter((time) => wallAt(time, zone) === wall)
  if (shown.length === 0) return wall - before
  return doubled === 'earlier' ? Math.min(...shown) : Math.max(...shown)
}

/** For each zone, the days since 1970 and whether no clock change is near. */
const steadyDays = new Map<string, Map<number, boolean>>()

/** Whether the clocks of a zone show this time twice. */
export function isDoubled(time: number, zone: string): boolean {
  const days = steadyDays.get(zone) ?? new Map<number, boolean>()
  steadyDays.set(zone, days)
  const day = Math.floor(time / DAY)
  const isSteady = days.get(day) ?? offsetAt((day - 1) * DAY, zone) === offsetAt((day + 2) * DAY, zone)
  days.set(day, isSteady)
  if (isSteady) return false
  const wall = wallAt(time, zone)
  return timeAt(wall, zone, 'earlier') !== timeAt(wall, zone, 'later')
}

/** The start of a day, counted back from the day of a time; in milliseconds. */
export function startOfDay(time: number, daysBefore: number, zone: string): number {
  const day = Math.floor(wallAt(time, zone) / DAY) - daysBefore
  return timeAt(day * DAY, zone)
}

/** The day of a time, as YYYY-MM-DD. */
export const dayOf = (time: number, zone: string): string =>
  new Date(wallAt(time, zone)).toISOString().slice(0, 10)
