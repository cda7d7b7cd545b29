import { useLocation, useNavigate, useSearchParams } from 'react-router-dom'
import { DAY, HOUR, WEEK } from '#contract/common/durations'
import { serverNow } from '../../../clock'
import { startOfMonth, startOfWeek } from '../../../clock/months'
import { currentZone } from '../../../clock/zone'
import { setParameter, useCurrentAddress, useNow } from '../../../components/page'

/** Lengths of the ranges that end now, in milliseconds. */
export const SPANS = {
  '1h': HOUR,
  '24h': DAY,
  '7d': WEEK,
  '30d': 30 * DAY,
  '1y': 365 * DAY,
  '2y': 730 * DAY,
} as const
export type Span = keyof typeof SPANS

/** Ranges of the calendar, by the person's clock. */
export const CALENDAR_RANGES = ['last-week', 'this-month', 'last-month'] as const
type CalendarRange = (typeof CALENDAR_RANGES)[number]

/** A range with a name of its own. */
type NamedRange = Span | CalendarRange

const isCalendarRange = (text: string | null): text is CalendarRange =>
  CALENDAR_RANGES.some((name) => name === text)

export const isSpan = (text: string | null): text is Span => text !== null && Object.hasOwn(SPANS, text)

export const isNamedRange = (text: string | null): text is NamedRange => isSpan(text) || isCalendarRange(text)

const DEFAULT: Span = '24h'
/** Shortest and longest range of a zoom, in milliseconds, and the last time. */
const LEAST = 60_000
const MOST = 20 * 365 * DAY
const LAST = Date.UTC(2100, 0, 1)
/** Milliseconds after which a range that ends now moves on. */
const MOVES_EVERY = 60_000

/** Times in milliseconds since 1970. */
export interface TimeRange {
  after: number
  before: number
}

const typed = /^(\d{1,15})-(\d{1,15})$/

/** The times in an address; null if it contains no valid range. */
function rangeOf(text: string | null): TimeRange | null {
  const [, after, before] = typed.exec(text ?? '') ?? []
  const range = { after: Number(after), before: Number(before) }
  const length = range.before - range.after
  return length >= LEAST && length <= MOST && range.before <= LAST ? range : null
}

/** The times of a range of the calendar; that of this month ends now. */
function calendarTimes(name: CalendarRange, now: number, zone: string): TimeRange {
  if (name === 'this-month') return { after: startOfMonth(now, 0, zone), before: now }
  const startOf = name === 'last-week' ? startOfWeek : startOfMonth
  return { after: startOf(now, 1, zone), before: startOf(now, 0, zone) - 1 }
}

/** Whether a range is a whole month by the clocks of a zone. */
const isMonth = ({ after, before }: TimeRange, zone: string) =>
  after === startOfMonth(after, 0, zone) && before + 1 === startOfMonth(after, -1, zone)

/**
 * The range that is drawn with a shift. With a shift of a month, a whole month is compared with the whole month before, although
 * it has other days, and the part of a month with no more than that month.
 */
export function earlierRange(range: TimeRange, shift: number, zone = currentZone()): TimeRange {
  const { after, before } = range
  const ofMonth = after === startOfMonth(after, 0, zone) && after - shift === startOfMonth(after, 1, zone)
  if (!ofMonth) return { after: after - shift, before: before - shift }
  return {
    after: after - shift,
    before: isMonth(range, zone) ? after - 1 : Math.min(before - shift, after - 1),
  }
}

/** Limits the length of a range to that of a zoom, around its middle. */
export function boundedRange({ after, before }: TimeRange): TimeRange {
  const middle = (after + before) / 2
  const half = Math.min(Math.max(before - after, LEAST), MOST) / 2
  return { after: middle - half, before: middle + half }
}

const PARAMETER = 'range'

/** Whether a history entry is a zoom. */
const isZoom = (state: unknown) => typeof state === 'object' && state !== null && 'zoomed' in state

/** Times of the range in the parameter, at a time. */
function timesOf(text: string | null, time: number): TimeRange {
  if (isCalendarRange(text)) return calendarTimes(text, time, currentZone())
  return rangeOf(text) ?? { after: time - SPANS[isSpan(text) ? text : DEFAULT], before: time }
}

const nameOf = ({ after, before }: TimeRange) => `${Math.round(after)}-${Math.round(before)}`

/** A day with the last value near its right edge. */
const around = (lastAt: number): TimeRange => ({
  after: lastAt - SPANS[DEFAULT] + MOVES_EVERY,
  before: lastAt + MOVES_EVERY,
})

/**
 * Range of a history, which the address holds: one of `SPANS`, or two times. The default is the last day or, after a
 * longer silence, the day of the last values. A zoom is a new history entry; further changes replace it.
 * @param lastAt time of the last value, in milliseconds since 1970; null if there is none
 */
export function useTimeRange(lastAt: number | null) {
  const [search] = useSearchParams()
  const { state } = useLocation()
  const navigate = useNavigate()
  const address = useCurrentAddress()
  const now = useNow(MOVES_EVERY)
  const asked = search.get(PARAMETER)
  const isSilent = lastAt !== null && lastAt < now - SPANS[DEFAULT]
  const isChosen = isNamedRange(asked) || rangeOf(asked) !== null
  const text = isSilent && !isChosen ? nameOf(around(lastAt)) : asked
  const zoomed = rangeOf(text)
  const span: NamedRange | null = zoomed ? null : isNamedRange(text) ? text : DEFAULT
  const range = timesOf(text, now)
  const moves = isSpan(span) || span === 'this-month'

  const put = (next: string | null, isStep = false) => {
    const edit = (parameters: URLSearchParams) => setParameter(parameters, PARAMETER, next)
    if (isStep) address.push(edit, { zoomed: true })
    else address.replace(edit)
  }
  const set = (next: TimeRange, isStep: boolean) => {
    const { after, before } = boundedRange(next)
    const length = before - after
    // It starts after 1970 and ends now at the latest.
    const end = Math.min(Math.max(before, length), serverNow())
    put(nameOf({ after: end - length, before: end }), isStep)
  }
  const follow = (next: TimeRange) => set(next, !isZoom(address.now().state))
  /** The range chosen last, which may not have rendered yet. */
  const latest = () => timesOf(new URLSearchParams(address.now().search).get(PARAMETER) ?? text, serverNow())
  return {
    span,
    /** Whether it ends now. */
    moves,
    range,
    /** Unique name of the range. */
    name: moves && span !== null ? span : nameOf(range),
    /** Whether it is the day of the last values, because the last day has none. */
    isOfLast: isSilent && !isChosen,
    /** Goes to the day of the last values; null if there are none. */
    toLast: lastAt === null ? null : () => set(around(lastAt), true),
    /** Its times now. */
    timesOf: () => timesOf(text, serverNow()),
    setSpan: (next: NamedRange) => put(next === DEFAULT && !isSilent ? null : next),
    /** Goes to a chosen range. */
    choose: (next: TimeRange) => set(next, false),
    /** Goes to a range, as a new history entry. */
    zoom: (next: TimeRange) => set(next, true),
    /** Goes to a range during a gesture: all its steps are one history entry. */
    follow,
    /** Goes back to the previous range; null if there is none. */
    back: isZoom(state) ? () => void navigate(-1) : null,
    /** Multiplies the length of the range, around its middle. */
    zoomBy: (factor: number) => {
      const { after, before } = latest()
      const grown = ((before - after) * (factor - 1)) / 2
      follow({ after: after - grown, before: Math.min(before + grown, serverNow()) })
    },
    /** Moves by half of the range into the past or the future; a whole month by a month. */
    pan: (direction: 1 | -1) => {
      const { after, before } = latest()
      const zone = currentZone()
      if (isMonth({ after, before }, zone)) {
        const next = {
          after: startOfMonth(after, -direction, zone),
          before: startOfMonth(after, -direction - 1, zone) - 1,
        }
        return set({ ...next, before: Math.min(next.before, serverNow()) }, false)
      }
      const length = before - after
      const end = Math.min(before + (length / 2) * direction, serverNow())
      return set({ after: end - length, before: end }, false)
    },
  }
}
export type Time = ReturnType<typeof useTimeRange>
