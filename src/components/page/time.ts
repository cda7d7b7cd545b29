/** English uses the 24-hour clock: a console is read by engineers. */
const TAGS: Record<string, string> = { en: 'en-GB', cs: 'cs-CZ' }
/** The language tag by which `Intl` writes dates in a language of the console. */
export const tagOf = (locale: string) => TAGS[locale] ?? locale

const absoluteFormats = new Map<string, Intl.DateTimeFormat>()

function absoluteFormat(locale: string): Intl.DateTimeFormat {
  const kept =
    absoluteFormats.get(locale) ??
    new Intl.DateTimeFormat(tagOf(locale), { dateStyle: 'medium', timeStyle: 'medium' })
  absoluteFormats.set(locale, kept)
  return kept
}

/** Milliseconds since 1970 of an ISO time; null when it is missing or cannot be parsed. */
export function parseTime(value: string | null | undefined): number | null {
  const time = value ? Date.parse(value) : Number.NaN
  return Number.isNaN(time) ? null : time
}

/** Local date and time to the second. */
export const formatTime = (time: number, locale: string) => absoluteFormat(locale).format(time)

/** Local time of day, to the minute. */
export const formatClock = (time: number, locale: string) =>
  new Intl.DateTimeFormat(tagOf(locale), { timeStyle: 'short' }).format(time)

/** From when until when, in local time to the minute. */
export const formatSpan = (start: number, end: number, locale: string) =>
  new Intl.DateTimeFormat(tagOf(locale), { dateStyle: 'medium', timeStyle: 'short' }).formatRange(start, end)

const UNITS = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const

/** "3 minutes ago". Both times in milliseconds since 1970. */
export function formatRelative(time: number, now: number, locale: string): string {
  const seconds = Math.round((time - now) / 1000)
  const [unit, size] = UNITS.find(([, size]) => Math.abs(seconds) >= size) ?? (['second', 1] as const)
  return new Intl.RelativeTimeFormat(tagOf(locale), { numeric: 'auto' }).format(
    Math.trunc(seconds / size),
    unit,
  )
}
