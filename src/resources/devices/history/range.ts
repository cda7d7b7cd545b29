import { useAddressParameter, useNow } from '../../../components/page'

const HOUR = 3_600_000
const DAY = 24 * HOUR

/** Milliseconds of the ranges that end now. */
export const SPANS = {
  '1h': HOUR,
  '24h': DAY,
  '7d': 7 * DAY,
  '30d': 30 * DAY,
  '1y': 365 * DAY,
  '2y': 730 * DAY,
} as const
export type Span = keyof typeof SPANS

export const isSpan = (text: string | null): text is Span => text !== null && Object.hasOwn(SPANS, text)

const DEFAULT: Span = '24h'
/** The shortest range that one can zoom into, the longest, and the last time. */
const LEAST = 60_000
const MOST = 20 * 365 * DAY
const LAST = Date.UTC(2100, 0, 1)
/** How often a range that ends now moves on, in milliseconds. */
const MOVES_EVERY = 60_000

/** Times in milliseconds since 1970. */
export interface TimeRange {
  after: number
  before: number
}

const typed = /^(\d{1,15})-(\d{1,15})$/

/** The times that an address names; null where it names none that are in order. */
function rangeOf(text: string | null): TimeRange | null {
  const [, after, before] = typed.exec(text ?? '') ?? []
  const range = { after: Number(after), before: Number(before) }
  const length = range.before - range.after
  return length >= LEAST && length <= MOST && range.before <= LAST ? range : null
}

/** The range of a history, which is in the address: one of `SPANS`, or two times. */
export function useTimeRange() {
  const [text, setText] = useAddressParameter('range')
  const now = useNow(MOVES_EVERY)
  const zoomed = rangeOf(text)
  const span = zoomed ? null : isSpan(text) ? text : DEFAULT
  const timesAt = (time: number) => zoomed ?? { after: time - SPANS[span ?? DEFAULT], before: time }
  const range = timesAt(now)
  const set = ({ after, before }: TimeRange) => setText(`${Math.round(after)}-${Math.round(before)}`)
  const zoom = (next: TimeRange) => {
    const middle = (next.after + next.before) / 2
    const half = Math.min(Math.max(next.before - next.after, LEAST), MOST) / 2
    set({ after: middle - half, before: middle + half })
  }
  return {
    span,
    range,
    /** What tells it from others. */
    name: zoomed ? `${zoomed.after}-${zoomed.before}` : (span ?? DEFAULT),
    /** Its times now. */
    timesOf: () => timesAt(Date.now()),
    setSpan: (next: Span) => setText(next === DEFAULT ? null : next),
    zoom,
    /** Makes the range so many times as long, around its middle. */
    zoomBy: (factor: number) => {
      const grown = ((range.before - range.after) * (factor - 1)) / 2
      zoom({ after: range.after - grown, before: Math.min(range.before + grown, Date.now()) })
    },
    /** Goes by half of the range into the past or the future. */
    pan: (direction: 1 | -1) => {
      const step = ((range.before - range.after) / 2) * direction
      const before = Math.min(range.before + step, Date.now())
      set({ after: before - (range.before - range.after), before })
    },
  }
}
