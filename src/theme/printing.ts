import { useSyncExternalStore } from 'react'

let isPrinting = false
const listeners = new Set<() => void>()

/** Calls back when printing begins, once the page has paper width, and when it ends. Returns a function that stops. */
export function onPrinting(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Sets whether the page is printing, and notifies listeners. */
export function setPrinting(next: boolean) {
  isPrinting = next
  for (const listener of listeners) listener()
}

/** Whether the page is printing. */
export const usePrinting = () => useSyncExternalStore(onPrinting, () => isPrinting)
