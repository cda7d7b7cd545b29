import { DAY } from '#contract/common/durations'
import { startOfDay, timeAt, wallAt } from './wall'

/** Days from Monday to the day of a wall time. 1 January 1970 was a Thursday. */
const daysSinceMonday = (wall: number) => (((Math.floor(wall / DAY) + 3) % 7) + 7) % 7

/** The start of a week, which begins on Monday, counted back from the week of a time; in milliseconds. */
export const startOfWeek = (time: number, weeksBefore: number, zone: string): number =>
  startOfDay(time, daysSinceMonday(wallAt(time, zone)) + 7 * weeksBefore, zone)

/** The start of a month, counted back from the month of a time; in milliseconds. */
export function startOfMonth(time: number, monthsBefore: number, zone: string): number {
  const wall = new Date(wallAt(time, zone))
  return timeAt(Date.UTC(wall.getUTCFullYear(), wall.getUTCMonth() - monthsBefore), zone)
}

/** The time a month before, by the clocks of a zone; the last day of that month if it is shorter. */
export function monthBefore(time: number, zone: string): number {
  const wall = wallAt(time, zone)
  const date = new Date(wall)
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()]
  const day = Math.min(date.getUTCDate(), new Date(Date.UTC(year, month, 0)).getUTCDate())
  const ofDay = ((wall % DAY) + DAY) % DAY
  return timeAt(Date.UTC(year, month - 1, day) + ofDay, zone)
}
