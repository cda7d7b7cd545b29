import { parseRelative, startOfRelative } from '../../../dataProvider/ranges'
import type { DateRange } from '../filterValues'
import { isIsoTime, toIsoTime } from './isoTime'

/** The ranges to choose from. Spec 1, section 9. */
export const RELATIVE_RANGES = ['15m', '1h', '6h', '24h', '48h', '7d', '14d', '30d', '90d'] as const

/** Times that a picked day gets. Spec 1, section 9. */
export const DEFAULT_TIMES = { start: '08:00:00', end: '17:00:00' } as const

/** The range that the picker shows first. Spec 1, section 9. */
const DEFAULT_RANGE = { count: 10, unit: 'd' } as const

const LABELS = { m: 'lastMinutes', h: 'lastHours', d: 'lastDays' } as const

/** A day (YYYY-MM-DD) at a time of day (HH:MM:SS), in UTC. */
export const atTime = (day: string, time: string) => `${day}T${time}.000Z`

/** Message key and number of "Last 10 days"; null for what is no range. */
export function relativeLabel(relative: string) {
  const parts = parseRelative(relative)
  return parts && { key: `table.date.${LABELS[parts.unit]}`, smart_count: parts.count }
}

/** The times of a range as they are typed; a relative one ends now. */
export function typedRange(range: DateRange | undefined, now: Date): { start: string; end: string } {
  if (!range || !('relative' in range)) return { start: range?.start ?? '', end: range?.end ?? '' }
  const parts = parseRelative(range.relative)
  return { start: parts ? startOfRelative(parts, now) : '', end: toIsoTime(now) }
}

/** What the picker offers first: the last 10 days, from the default start to the default end time. Spec 1, section 9. */
export const defaultRange = (now: Date) => ({
  start: atTime(startOfRelative(DEFAULT_RANGE, now).slice(0, 10), DEFAULT_TIMES.start),
  end: atTime(now.toISOString().slice(0, 10), DEFAULT_TIMES.end),
})

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
