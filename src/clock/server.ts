import { useSyncExternalStore } from 'react'

/** The clock of this computer is taken as it is while it differs by less, in milliseconds. */
const LEAST = 60_000
/** Answers that take longer say too little of the time, in milliseconds. */
const SLOW = 10_000

const listeners = new Set<() => void>()
let ahead = 0

/**
 * Notes what time it was at the server when it answered.
 * @param time the header `X-Server-Time`; null where nobody tells
 * @param sentAt when this computer asked, by its own clock, in milliseconds since 1970
 */
export function noteServerTime(time: string | null, sentAt: number): void {
  const now = Date.now()
  const told = Date.parse(time ?? '')
  if (Number.isNaN(told) || now < sentAt || now - sentAt > SLOW) return
  const found = told - (sentAt + now) / 2
  // Answers of one clock differ by the seconds that they take.
  if (Math.abs(found - ahead) < SLOW) return
  const next = Math.abs(found) < LEAST ? 0 : found
  if (next === ahead) return
  ahead = next
  for (const listener of listeners) listener()
}

/** A time of this computer's clock, by the server's. Both in milliseconds since 1970. */
export const serverTimeOf = (time: number): number => time + ahead

/** The time by the clock of the server, which all that it sends goes by; in milliseconds since 1970. */
export const serverNow = (): number => serverTimeOf(Date.now())

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** By how much the server's clock is ahead of this computer's, in milliseconds; 0 while they agree. */
export const useServerAhead = (): number => useSyncExternalStore(subscribe, () => ahead)
