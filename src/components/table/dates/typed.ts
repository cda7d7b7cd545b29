import { DAY, HOUR } from '#contract/common/durations'
import { startOfDay, timeAt, wallAt } from '../../../clock/wall'
import { parseRelative, startOfRelative, toIsoTime } from '../../../dataProvider/ranges'
import { type Bound, type DateRange, isIsoTime } from './ranges'

/** Default times of day for picked days, by the person's clock, in ms since midnight. Rules, "Date ranges". */
const DEFAULT_TIMES = { start: 8 * HOUR, end: 17 * HOUR } as const

/** The wall time of a typed time in a zone, as `wallAt` returns it; the time must be valid. */
export const wallOf = (typed: string, zone: string) => wallAt(Date.parse(typed), zone)

/** The typed form of a wall time. If clocks show it twice, a range starts at the earlier and ends at the later. */
export const typedAt = (wall: number, bound: Bound, zone: string) =>
  toIsoTime(timeAt(wall, zone, bound === 'end' ? 'later' : 'earlier'))

const midnightOf = (wall: number) => Math.floor(wall / DAY) * DAY

/** A picked day with the previous time of day, else the default. */
export const atTimeOf = (day: number, before: number | null, bound: Bound) =>
  midnightOf(day) + (before === null ? DEFAULT_TIMES[bound] : before - midnightOf(before))

/** A picked day with the time of day of a previous bound. */
const boundOn = (day: number, bound: Bound, before: string, zone: string) =>
  typedAt(atTimeOf(day, isIsoTime(before) ? wallOf(before, zone) : null, bound), bound, zone)

/**
 * The range between two picked days, in either order. Each bound keeps its time of day, unless the range would then end
 * before it starts.
 * @param days wall times, as `wallAt` returns them
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

/** The range that starts on a picked day. It keeps its end, unless it would then end before it starts. */
export function rangeFrom(day: number, before: Record<Bound, string>, zone: string): Record<Bound, string> {
  const start = boundOn(day, 'start', before.start, zone)
  return before.end === '' || start < before.end
    ? { ...before, start }
    : rangeOfDays([day, day], before, zone)
}

/** A whole day, counted back from the day of a time. */
export const wholeDay = (time: Date, daysBefore: number, zone: string): Record<Bound, string> => ({
  start: toIsoTime(startOfDay(time.getTime(), daysBefore, zone)),
  end: toIsoTime(startOfDay(time.getTime(), daysBefore - 1, zone)),
})

/** Ten days before a time, at the default start time in a zone. Rules, "Date ranges". */
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
