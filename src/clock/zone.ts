import { useSyncExternalStore } from 'react'
import { knownZone } from '#contract/common'
import { storedTimezone } from '../preferences'

export const browserTimezone = () => Intl.DateTimeFormat().resolvedOptions().timeZone

/** The profile's zone, else the browser's. */
const zoneOf = (timezone: string | null) => knownZone(timezone, browserTimezone())

const listeners = new Set<() => void>()
let current: string | null = null

/**
 * The time zone in which the console shows and reads all times. Until the profile is loaded, it is the zone of the
 * person stored in this browser.
 */
export function currentZone(): string {
  current ??= zoneOf(storedTimezone())
  return current
}

/** Sets the zone of the console to that of the profile. */
export function setTimezone(timezone: string | null): void {
  const zone = zoneOf(timezone)
  if (zone === currentZone()) return
  current = zone
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** The time zone in which the console shows and reads all times; renders again when it changes. */
export const useZone = () => useSyncExternalStore(subscribe, currentZone)
