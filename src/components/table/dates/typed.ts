import { DAY, HOUR } from '#contract/common/durations'
import { startOfDay, timeAt, wallAt } from '../../../clock/wall'
import { parseRelative, startOfRelative, toIsoTime } from '../../../dataProvider/ranges'
import { type Bound, type DateRange, isIsoTime } from './ranges'

/** Times of day that a picked day gets, by the person's clock, in ms since midnight: 08:00:00 and 17:00:00. Rules, "Date ranges". */
const DEFAULT_TIMES = { start: 8 * HOUR, end: 17 * HOUR } as const

/** What the clocks of a zone show at a typed time, as `wallAt` gives it; it must be a valid one. */
export const wallOf = (typed: string, zone: string) => wallAt(Date.parse(typed), zone)

/** The time to type for what the clocks of a zone show. Of two such times a range begins at the earlier and ends at the later. */
export const typedAt = (wall: number, bound: Bound, zone: string) =>
  toIsoTime(timeAt(wall, zone, bound === 'end' ? 'later' : 'earlier'))

const midnightOf = (wall: number) => Math.floor(wall / DAY) * DAY

/** A picked day at the time of day of what was there before, else at the default one. */
export const atTimeOf = (day: number, before: number | null, bound: Bound) =>
  midnightOf(day) + (before === null ? DEFAULT_TIMES[bound] : before - midnightOf(before))

/** A picked day at the time of day of a bound that was there before. */
const boundOn = (day: number, bound: Bound, before: string, zone: string) =>
  typedAt(atTimeOf(day, isIsoTime(before) ? wallOf(before, zone) : null, bound), bound, zone)

/**
 * The range from one picked day to another, whichever is the earlier. Each bound keeps its time of day, unless the range would
 * end before it starts.
 * @param days what clocks show on them, as `wallAt` gives it
 */
export function rangeOfDays(
  days: readonly [number, number],
  before: Record<Bound, string>,
  zone: string,
): Record<Bound, string> {
  const [first, last] = [Math.min(...days), Math.max(...days)]
  const start = boundOn(first, 'start', before.start, zone)
  const end = boundOn(last, 'end', before.end, zone)
  return start < end
    ? { start, end }
    : { start: boundOn(first, 'start', '', zone), end: boundOn(last, 'end', '', zone) }
}

/** The range that begins on a picked day: it ends when it did, unless it would end before it starts. */
export function rangeFrom(day: number, before: Record<Bound, string>, zone: string): Record<Bound, string> {
  const start = boundOn(day, 'start', before.start, zone)
  return before.end === '' || start < before.end
    ? { ...before, start }
    : rangeOfDays([day, day], before, zone)
}

/** All of a day, so many days before the one of a time. */
export const wholeDay = (time: Date, daysBefore: number, zone: string): Record<Bound, string> => ({
  start: toIsoTime(startOfDay(time.getTime(), daysBefore, zone)),
  end: toIsoTime(startOfDay(time.getTime(), daysBefore - 1, zone)),
})

/** Ten days before a time, at the default start time of the clocks of a zone. Rules, "Date ranges". */
export const defaultStart = (time: Date, zone: string): string =>
  typedAt(midnightOf(wallAt(time.getTime(), zone)) - 10 * DAY + DEFAULT_TIMES.start, 'start', zone)

/** The last 10 days, from the default start time to the default end time. Rules, "Date ranges". */
export const defaultRange = (now: Date, zone: string): Record<Bound, string> => ({
  start: defaultStart(now, zone),
  end: typedAt(midnightOf(wallAt(now.getTime(), zone)) + DEFAULT_TIMES.end, 'end', zone),
})

/** The bounds of a range as texts to edit; a relative range ends now. */
export function typedRange(range: DateRange | undefined, now: Date, zone: string): Record<Bound, string> {
  if (!range || !('relative' in range)) return { start: range?.start ?? '', end: range?.end ?? '' }
  const parts = parseRelative(range.relative)
  return { start: parts ? startOfRelative(parts, now, zone) : '', end: toIsoTime(now.getTime()) }
}
