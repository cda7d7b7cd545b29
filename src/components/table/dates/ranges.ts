import { type FixedRange, parseRelative, type RelativeRange } from '../../../dataProvider/ranges'
import type { MessageKey, Translate } from '../../../i18n/translate'

/** The stored value of a date range filter. */
export type DateRange = FixedRange | RelativeRange

/** One end of a range. */
export type Bound = 'start' | 'end'

/** Relative ranges to choose from. Rules, "Date ranges". */
export const RELATIVE_RANGES = ['15m', '1h', '6h', '24h', '48h', '7d', '14d', '30d', '90d'] as const

const ISO_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.000Z$/

/** Whether a text is a time in the form YYYY-MM-DDTHH:MM:SS.000Z, on an existing day. Rules, "Date ranges". */
export function isIsoTime(text: string): boolean {
  if (!ISO_TIME.test(text)) return false
  const time = new Date(text)
  return !Number.isNaN(time.getTime()) && time.toISOString() === text
}

/** The range in an unknown value; undefined if empty, invalid, reversed, or without a required bound. */
export function readRange(value: unknown, needsBoth = false): DateRange | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  if ('relative' in value) {
    const { relative } = value
    return typeof relative === 'string' && parseRelative(relative) ? { relative } : undefined
  }
  const time = (bound: Bound) => {
    const found: unknown = Object.entries(value).find(([name]) => name === bound)?.[1]
    return typeof found === 'string' && isIsoTime(found) ? found : undefined
  }
  const [start, end] = [time('start'), time('end')]
  if (needsBoth ? !(start && end) : !(start || end)) return undefined
  if (start && end && end < start) return undefined
  return { ...(start && { start }), ...(end && { end }) }
}

const RELATIVE_TEXTS = {
  m: 'table.date.lastMinutes',
  h: 'table.date.lastHours',
  d: 'table.date.lastDays',
} as const satisfies Record<string, MessageKey>

/** The text for a relative range, such as "Last 10 days"; undefined for any other text. */
export function relativeText(relative: string, translate: Translate): string | undefined {
  const parts = parseRelative(relative)
  return parts ? translate(RELATIVE_TEXTS[parts.unit], { smart_count: parts.count }) : undefined
}

/** Why a typed range cannot be applied. */
export type RangeFault =
  | { fault: 'invalid'; fields: readonly Bound[] }
  | { fault: 'endBeforeStart' | 'bothNeeded' }

/** The fault of a typed range; null if it can be applied. An empty text leaves that side open. Rules, "Date ranges". */
export function faultOf({ start, end }: Record<Bound, string>, needsBoth = false): RangeFault | null {
  const fields = (['start', 'end'] as const).filter((field) => {
    const text = { start, end }[field]
    return text !== '' && !isIsoTime(text)
  })
  if (fields.length > 0) return { fault: 'invalid', fields }
  if (needsBoth && (start === '') !== (end === '')) return { fault: 'bothNeeded' }
  if (start && end && end < start) return { fault: 'endBeforeStart' }
  return null
}
