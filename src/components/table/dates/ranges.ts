import type { DateRange } from '../filterValues'
import { isIsoTime, toIsoTime } from './isoTime'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** A range that ends now. `key` and `count` make its label. */
export interface RelativeRange {
  key: 'lastMinutes' | 'lastHours' | 'lastDays'
  count: number
}

/** The ranges to choose from. Spec 1, section 9. */
export const RELATIVE_RANGES: readonly RelativeRange[] = [
  { key: 'lastMinutes', count: 15 },
  ...[1, 6, 24, 48].map((count) => ({ key: 'lastHours' as const, count })),
  ...[7, 14, 30, 90].map((count) => ({ key: 'lastDays' as const, count })),
]

/** Times that a picked day gets. Spec 1, section 9. */
export const DEFAULT_TIMES = { start: '08:00:00', end: '17:00:00' } as const

const DEFAULT_DAYS = 10

const dayOf = (time: Date) => time.toISOString().slice(0, 10)

/** A day (YYYY-MM-DD) at a time of day (HH:MM:SS), in UTC. */
export const atTime = (day: string, time: string) => `${day}T${time}.000Z`

/** The range up to now; ranges of days start at 00:00:00 UTC. Spec 1, section 9. */
export function relativeRange({ key, count }: RelativeRange, now: Date): Required<DateRange> {
  const unit = { lastMinutes: MINUTE, lastHours: HOUR, lastDays: DAY }[key]
  const start = new Date(now.getTime() - count * unit)
  return {
    start: key === 'lastDays' ? atTime(dayOf(start), '00:00:00') : toIsoTime(start),
    end: toIsoTime(now),
  }
}

/** What the picker offers first: the last 10 days, from the default start to the default end time. Spec 1, section 9. */
export function defaultRange(now: Date): Required<DateRange> {
  return {
    start: atTime(dayOf(new Date(now.getTime() - DEFAULT_DAYS * DAY)), DEFAULT_TIMES.start),
    end: atTime(dayOf(now), DEFAULT_TIMES.end),
  }
}

/** Why a typed range cannot be applied. */
export type RangeFault =
  | { fault: 'invalid'; fields: readonly ('start' | 'end')[] }
  | { fault: 'endBeforeStart' | 'bothNeeded' }

/** Checks a typed range; null when it can be applied. Empty texts are no times. Spec 1, section 5. */
export function faultOf(
  { start, end }: { start: string; end: string },
  needsBoth = false,
): RangeFault | null {
  const fields = (['start', 'end'] as const).filter((field) => {
    const text = { start, end }[field]
    return text !== '' && !isIsoTime(text)
  })
  if (fields.length > 0) return { fault: 'invalid', fields }
  if (needsBoth && (start === '') !== (end === '')) return { fault: 'bothNeeded' }
  if (start && end && end < start) return { fault: 'endBeforeStart' }
  return null
}
