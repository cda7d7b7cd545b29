import { useMemo } from 'react'
import { useLocale } from 'react-admin'
import type { Clock } from './format'
import { useZone } from './zone'

export * from './format'
export { daysBetween, formatRelative } from './relative'
export { serverNow, serverTimeOf, useServerAhead } from './server'
export { browserTimezone, setTimezone } from './zone'

/** The clock of the signed-in person; renders again when the language or the zone changes. */
export function useClock(): Clock {
  const locale = useLocale() ?? 'en'
  const zone = useZone()
  return useMemo(() => ({ locale, zone }), [locale, zone])
}
