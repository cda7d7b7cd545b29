import { useMemo } from 'react'
import { useShownLocale } from '../i18n'
import type { Clock } from './format'
import { useZone } from './zone'

export * from './format'
export { daysBetween, formatRelative } from './relative'
export { serverNow, serverTimeOf, useServerAhead } from './server'
export { browserTimezone, setTimezone } from './zone'

/** The clock of the person; renders again when the language or the zone changes. */
export function useClock(): Clock {
  const locale = useShownLocale()
  const zone = useZone()
  return useMemo(() => ({ locale, zone }), [locale, zone])
}
