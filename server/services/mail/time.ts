import { knownZone, type Language } from '#contract/common'

/** How each language writes numbers and times. */
export const LOCALES: Record<Language, string> = { en: 'en-GB', cs: 'cs-CZ' }

/** A local time of the person, without the zone: for one time among others. */
export const shortTime = (time: Date, language: Language, timezone: string | null): string =>
  new Intl.DateTimeFormat(LOCALES[language], {
    day: 'numeric',
    month: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZone: knownZone(timezone),
  }).format(time)

const UNITS = [
  ['day', 1440],
  ['hour', 60],
  ['minute', 1],
] as const

/** A duration in words, by its two largest units: "2 days 3 hours". */
export function spanText(milliseconds: number, language: Language): string {
  let minutes = Math.max(1, Math.floor(milliseconds / 60_000))
  const parts = UNITS.flatMap(([unit, size]) => {
    const count = Math.floor(minutes / size)
    minutes -= count * size
    const format = new Intl.NumberFormat(LOCALES[language], { style: 'unit', unit, unitDisplay: 'long' })
    return count === 0 ? [] : format.format(count)
  })
  return parts.slice(0, 2).join(' ')
}

/** A local time of the person with its zone; UTC without one. */
export function timeText(time: Date, language: Language, timezone: string | null): string {
  const timeZone = knownZone(timezone)
  const text = new Intl.DateTimeFormat(LOCALES[language], {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZone,
    timeZoneName: 'short',
  }).format(time)
  return timeZone === 'UTC' ? text : `${text} (${timeZone})`
}
