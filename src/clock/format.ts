import { WEEK } from '#contract/common/durations'
import { dayOf, isDoubled, offsetAt } from './wall'

/** The language and time zone in which a person reads times. */
export interface Clock {
  locale: string
  zone: string
}

/** English uses the 24-hour clock, because engineers read the console. */
const TAGS: Record<string, string> = { en: 'en-GB', cs: 'cs-CZ' }
/** The `Intl` language tag for dates in a language of the console. */
export const tagOf = (locale: string) => TAGS[locale] ?? locale

/** Whether a language uses the 12-hour clock. */
export const hasTwelveHours = (locale: string) =>
  new Intl.DateTimeFormat(tagOf(locale), { hour: 'numeric' }).resolvedOptions().hour12 === true

const STYLES = {
  /** To the second. */
  time: { dateStyle: 'medium', timeStyle: 'medium' },
  /** To the minute. */
  minute: { dateStyle: 'medium', timeStyle: 'short' },
  clock: { timeStyle: 'short' },
  seconds: { timeStyle: 'medium' },
  date: { dateStyle: 'medium' },
  day: { day: 'numeric', month: 'short' },
  moment: { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' },
  month: { month: 'short', year: 'numeric' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>

const CZECH_DATE = { day: 'numeric', month: 'numeric', year: 'numeric' } as const
const CZECH_CLOCK = { hour: '2-digit', minute: '2-digit' } as const

/** Czech hours with two digits, as in English, so that times in a column line up. */
const CZECH: Partial<Record<keyof typeof STYLES, Intl.DateTimeFormatOptions>> = {
  time: { ...CZECH_DATE, ...CZECH_CLOCK, second: '2-digit' },
  minute: { ...CZECH_DATE, ...CZECH_CLOCK },
  clock: CZECH_CLOCK,
  seconds: { ...CZECH_CLOCK, second: '2-digit' },
}

const formats = new Map<string, Intl.DateTimeFormat>()

function formatOf(style: keyof typeof STYLES, { locale, zone }: Clock): Intl.DateTimeFormat {
  const key = `${style} ${locale} ${zone}`
  const options = (locale === 'cs' && CZECH[style]) || STYLES[style]
  const kept = formats.get(key) ?? new Intl.DateTimeFormat(tagOf(locale), { ...options, timeZone: zone })
  formats.set(key, kept)
  return kept
}

/** Stands for a time or number that could not be read. */
export const UNREAD = '–'

const write = (style: keyof typeof STYLES, time: number, clock: Clock): string =>
  Number.isNaN(time) ? UNREAD : formatOf(style, clock).format(time)

/** The offset of a zone from UTC at a time: `UTC+1`, `UTC−3:30`. */
export function offsetText(time: number, zone: string): string {
  const offset = offsetAt(time, zone) / 60_000
  if (offset === 0) return 'UTC'
  const minutes = Math.round(Math.abs(offset))
  const rest = minutes % 60
  const hours = `${Math.floor(minutes / 60)}${rest === 0 ? '' : `:${String(rest).padStart(2, '0')}`}`
  return `UTC${offset < 0 ? '−' : '+'}${hours}`
}

/** A zone with its UTC offset at a time: "Europe/Prague, UTC+1". */
export function zoneText(zone: string, time: number): string {
  const offset = offsetText(time, zone)
  return zone === offset ? zone : `${zone}, ${offset}`
}

/** Maximum number of times in a span to check for the UTC offset. */
const LOOKS = 1000

/** A zone with each of its UTC offsets in a span: "Europe/Prague, UTC+1 and UTC+2". */
export function zoneSpanText(start: number, end: number, { locale, zone }: Clock): string {
  const step = Math.max(WEEK, (end - start) / LOOKS)
  const times = [start, end]
  for (let time = start + step; time < end; time += step) times.push(time)
  const ordered = times.toSorted((a, b) => offsetAt(a, zone) - offsetAt(b, zone))
  const offsets = [...new Set(ordered.map((time) => offsetText(time, zone)))].filter((text) => text !== zone)
  if (offsets.length === 0) return zone
  return `${zone}, ${new Intl.ListFormat(tagOf(locale), { type: 'conjunction' }).format(offsets)}`
}

/** Date and time of day to the second. */
export const formatDateTime = (time: number, clock: Clock) => write('time', time, clock)

const withOffset = (text: string, time: number, { zone }: Clock): string =>
  isDoubled(time, zone) ? `${text} ${offsetText(time, zone)}` : text

/** Date and time of day to the second; with the UTC offset if the clocks show this time twice. */
export const formatTime = (time: number, clock: Clock): string =>
  withOffset(formatDateTime(time, clock), time, clock)

/** Date and time of day to the minute; with the UTC offset if the clocks show this time twice. */
export const formatMinute = (time: number, clock: Clock): string =>
  withOffset(write('minute', time, clock), time, clock)

/** A time of day, to the minute. */
export const formatClock = (time: number, clock: Clock) => write('clock', time, clock)

/** A time of day, to the second. */
export const formatSeconds = (time: number, clock: Clock) => write('seconds', time, clock)

/** A time of day, with its date if it is not of today; to the minute. */
export const formatBrief = (time: number, now: number, clock: Clock) =>
  write(dayOf(time, clock.zone) === dayOf(now, clock.zone) ? 'clock' : 'moment', time, clock)

/** A time of today to the second; a time of another day with its date, to the minute. */
export const formatMoment = (time: number, now: number, clock: Clock) =>
  write(dayOf(time, clock.zone) === dayOf(now, clock.zone) ? 'seconds' : 'moment', time, clock)

export const formatDate = (time: number, clock: Clock) => write('date', time, clock)

/** A date without the year. */
export const formatDay = (time: number, clock: Clock) => write('day', time, clock)

export const formatMonth = (time: number, clock: Clock) => write('month', time, clock)

/** Start and end. If the clocks show one of them twice, both have their UTC offsets. */
function rangeText(style: 'time' | 'minute', start: number, end: number, clock: Clock): string {
  const times = [start, end]
  if (times.some(Number.isNaN)) return times.map((time) => write(style, time, clock)).join(' – ')
  const format = formatOf(style, clock)
  const isUnclear = times.some((time) => isDoubled(time, clock.zone))
  if (!isUnclear) return format.formatRange(start, end)
  return times.map((time) => `${format.format(time)} ${offsetText(time, clock.zone)}`).join(' – ')
}

/** Start and end, to the minute. */
export const formatSpan = (start: number, end: number, clock: Clock) => rangeText('minute', start, end, clock)

/** Start and end, to the second. */
export const formatRange = (start: number, end: number, clock: Clock) => rangeText('time', start, end, clock)
