import { useSyncExternalStore } from 'react'

let isPrinting = false
const listeners = new Set<() => void>()

/** Calls back when printing begins, once the page has the width of paper, and when it ends; returns how to stop. */
export function onPrinting(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Says whether the page is on its way to paper, to all who asked. */
export function setPrinting(next: boolean) {
  isPrinting = next
  for (const tell of listeners) tell()
}

/** Whether the page is on its way to paper. */
export const usePrinting = () => useSyncExternalStore(onPrinting, () => isPrinting)
