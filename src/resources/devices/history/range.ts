import { useLocation, useNavigate, useSearchParams } from 'react-router-dom'
import { DAY, HOUR, WEEK } from '#contract/common/durations'
import { serverNow } from '../../../clock'
import { setParameter, useCurrentAddress, useNow } from '../../../components/page'

/** Milliseconds of the ranges that end now. */
export const SPANS = {
  '1h': HOUR,
  '24h': DAY,
  '7d': WEEK,
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

/** The longest of the ranges that one can zoom into, where one asked for more, and the shortest. */
export function boundedRange({ after, before }: TimeRange): TimeRange {
  const middle = (after + before) / 2
  const half = Math.min(Math.max(before - after, LEAST), MOST) / 2
  return { after: middle - half, before: middle + half }
}

const PARAMETER = 'range'

/** Whether a step of the history led into a range. */
const isZoom = (state: unknown) => typeof state === 'object' && state !== null && 'zoomed' in state

/** The times of the range that the parameter names, at a time. */
function timesOf(text: string | null, time: number): TimeRange {
  return rangeOf(text) ?? { after: time - SPANS[isSpan(text) ? text : DEFAULT], before: time }
}

const nameOf = ({ after, before }: TimeRange) => `${Math.round(after)}-${Math.round(before)}`

/** A day that ends with the last value, which is near its right edge. */
const around = (lastAt: number): TimeRange => ({
  after: lastAt - SPANS[DEFAULT] + MOVES_EVERY,
  before: lastAt + MOVES_EVERY,
})

/**
 * The range of a history, which is in the address: one of `SPANS`, or two times. Without one it is the last day, or of what has
 * been silent for longer the day of its last values. A step into a range can be taken back; what follows it takes its place.
 * @param lastAt when the last value was measured, in milliseconds since 1970; null where there is none
 */
export function useTimeRange(lastAt: number | null) {
  const [search] = useSearchParams()
  const { state } = useLocation()
  const navigate = useNavigate()
  const address = useCurrentAddress()
  const now = useNow(MOVES_EVERY)
  const asked = search.get(PARAMETER)
  const isSilent = lastAt !== null && lastAt < now - SPANS[DEFAULT]
  const isChosen = isSpan(asked) || rangeOf(asked) !== null
  const text = isSilent && !isChosen ? nameOf(around(lastAt)) : asked
  const zoomed = rangeOf(text)
  const span = zoomed ? null : isSpan(text) ? text : DEFAULT
  const range = timesOf(text, now)

  const put = (next: string | null, isStep = false) => {
    const edit = (parameters: URLSearchParams) => setParameter(parameters, PARAMETER, next)
    if (isStep) address.push(edit, { zoomed: true })
    else address.replace(edit)
  }
  const set = (next: TimeRange, isStep: boolean) => {
    const { after, before } = boundedRange(next)
    const length = before - after
    // It begins after 1970 and ends now at the latest.
    const end = Math.min(Math.max(before, length), serverNow())
    put(nameOf({ after: end - length, before: end }), isStep)
  }
  const follow = (next: TimeRange) => set(next, !isZoom(address.now().state))
  /** The range that was chosen last, which may not be drawn yet. */
  const latest = () => timesOf(new URLSearchParams(address.now().search).get(PARAMETER) ?? text, serverNow())
  return {
    span,
    range,
    /** What tells it from others. */
    name: zoomed ? nameOf(zoomed) : (span ?? DEFAULT),
    /** Whether it is the day of the last values, because there are none of the last day. */
    isOfLast: isSilent && !isChosen,
    /** Goes to the day of the last values; null where nothing was measured. */
    toLast: lastAt === null ? null : () => set(around(lastAt), true),
    /** Its times now. */
    timesOf: () => timesOf(text, serverNow()),
    setSpan: (next: Span) => put(next === DEFAULT && !isSilent ? null : next),
    /** Goes to a range that was chosen. */
    choose: (next: TimeRange) => set(next, false),
    /** Goes to a range, from which there is a way back. */
    zoom: (next: TimeRange) => set(next, true),
    /** Goes to a range while a gesture goes on: all of its steps are one. */
    follow,
    /** Leads back to the range before; null when there is none. */
    back: isZoom(state) ? () => void navigate(-1) : null,
    /** Makes the range so many times as long, around its middle. */
    zoomBy: (factor: number) => {
      const { after, before } = latest()
      const grown = ((before - after) * (factor - 1)) / 2
      follow({ after: after - grown, before: Math.min(before + grown, serverNow()) })
    },
    /** Goes by half of the range into the past or the future. */
    pan: (direction: 1 | -1) => {
      const { after, before } = latest()
      const length = before - after
      const end = Math.min(before + (length / 2) * direction, serverNow())
      set({ after: end - length, before: end }, false)
    },
  }
}
export type Time = ReturnType<typeof useTimeRange>
