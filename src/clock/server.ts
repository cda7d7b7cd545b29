import { useSyncExternalStore } from 'react'

/** Smaller differences between this computer's clock and the server's are ignored, in milliseconds. */
const LEAST = 60_000
/** Slower answers say too little about the time, in milliseconds. */
const SLOW = 10_000

const listeners = new Set<() => void>()
let ahead = 0

/**
 * Notes the server's time when it answered.
 * @param time the header `X-Server-Time`; null if there is none
 * @param sentAt when the request was sent, by this computer's clock, in milliseconds since 1970
 */
export function noteServerTime(time: string | null, sentAt: number): void {
  const now = Date.now()
  const serverTime = Date.parse(time ?? '')
  if (Number.isNaN(serverTime) || now < sentAt || now - sentAt > SLOW) return
  const found = serverTime - (sentAt + now) / 2
  // Measurements of the same clock differ by a few seconds, because answers take time.
  if (Math.abs(found - ahead) < SLOW) return
  const next = Math.abs(found) < LEAST ? 0 : found
  if (next === ahead) return
  ahead = next
  for (const listener of listeners) listener()
}

/** Converts a time of this computer's clock to the server's clock. Both in milliseconds since 1970. */
export const serverTimeOf = (time: number): number => time + ahead

/** The time by the server's clock, in milliseconds since 1970. All data from the server uses this clock. */
export const serverNow = (): number => serverTimeOf(Date.now())

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** How far the server's clock is ahead of this computer's, in milliseconds; 0 while they agree. */
export const useServerAhead = (): number => useSyncExternalStore(subscribe, () => ahead)
