import { z } from 'zod'
import { DAY, MINUTE } from './durations'
import { offsetAt, wallAt } from './zone'

/** A time of day, such as `22:00`. */
export const dayTimeSchema = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time like 22:00')

/** Hours of some days of the week, by the clocks of a zone. */
export const weeklyHoursSchema = z.object({
  from: dayTimeSchema,
  to: dayTimeSchema.describe('Not later than `from`: on the next day'),
  days: z
    .array(z.int().min(0).max(6))
    .min(1, 'must have at least one entry')
    .max(7)
    .default([0, 1, 2, 3, 4, 5, 6])
    .describe('Days of the week on which they begin; 0 is Sunday'),
})
export type WeeklyHours = z.infer<typeof weeklyHoursSchema>

/** A range of time, in milliseconds since 1970. `until` is not part of it. */
export interface TimeRange {
  from: number
  until: number
}

/** Milliseconds from midnight to a time of day. */
export function sinceMidnight(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return (hours * 60 + minutes) * MINUTE
}

/** When the clocks of a zone next change, after one time and until another; undefined if they do not. */
export function changeBetween(zone: string, after: number, until: number): number | undefined {
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

/**
 * When the clocks of a zone show a time; both in milliseconds. Of two such moments, when clocks go back, it is the one asked for. For a time
 * that clocks skip it is when they do.
 */
function momentOf(wall: number, zone: string, which: 'first' | 'last'): number {
  const [before, after] = [wall - offsetAt(wall - DAY, zone), wall - offsetAt(wall + DAY, zone)]
  const shown = [before, after].filter((moment) => wallAt(moment, zone) === wall)
  if (shown.length === 0) return changeBetween(zone, after, before) ?? before
  return which === 'first' ? Math.min(...shown) : Math.max(...shown)
}

/** The local day of a moment, at midnight. */
export const dayAt = (time: number, zone: string): number => Math.floor(wallAt(time, zone) / DAY) * DAY

/** The local day of a date like `2026-01-31`. */
export const dayOfDate = (date: string): number => Date.parse(`${date}T00:00:00.000Z`)

/**
 * The ranges of hours that end after a moment and begin within a week after it, in their order. They go by the clocks of a zone: where these
 * change, a range may be shorter or longer.
 * @param lastDay the last day, like `2026-01-31`, on which they may begin; null for none
 */
export function rangesAfter(
  { days, from, to }: WeeklyHours,
  zone: string,
  time: number,
  lastDay: string | null = null,
): TimeRange[] {
  const [begin, end] = [sinceMidnight(from), sinceMidnight(to)]
  const last = lastDay === null ? Infinity : dayOfDate(lastDay)
  const today = dayAt(time, zone)
  const ranges: TimeRange[] = []
  for (let day = today - DAY; day <= Math.min(today + 7 * DAY, last); day += DAY) {
    if (!days.includes(new Date(day).getUTCDay())) continue
    const until = momentOf(day + end + (end <= begin ? DAY : 0), zone, 'last')
    const range = { from: momentOf(day + begin, zone, 'first'), until }
    if (until > time && until > range.from) ranges.push(range)
  }
  return ranges
}
