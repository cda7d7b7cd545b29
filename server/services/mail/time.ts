import type { Language } from '#contract/common'

/** How each language writes numbers and times. */
export const LOCALES: Record<Language, string> = { en: 'en-GB', cs: 'cs-CZ' }

/** Whether the runtime knows the time zone: people may have set one that it does not. */
function isZone(timezone: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: timezone }))
  } catch {
    return false
  }
}

/** A time as the clocks of a person's zone show it, and which zone that is; UTC without one. */
export function timeText(time: Date, language: Language, timezone: string | null): string {
  const timeZone = timezone !== null && isZone(timezone) ? timezone : 'UTC'
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
