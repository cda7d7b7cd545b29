import type { ReactNode } from 'react'
import { useSyncExternalStore } from 'react'

/** A short notice. Texts are shown as they are, so translate them first. */
export interface Toast {
  kind: 'success' | 'info' | 'error'
  title: ReactNode
  description?: ReactNode
}

/** The toast that is there; after its dismissal it stays for a while, closed. */
interface ShownToast extends Toast {
  id: number
  open: boolean
}

/** How long a toast is shown, in milliseconds. Spec 1, section 9. */
export const TOAST_DURATION = 5000
/** How long a dismissed toast is kept before it is removed, in milliseconds. Spec 1, section 9. */
export const TOAST_REMOVE_DELAY = 2000

let current: ShownToast | null = null
let lastId = 0
let removal: ReturnType<typeof setTimeout> | undefined
const listeners = new Set<() => void>()

function show(next: ShownToast | null) {
  clearTimeout(removal)
  current = next
  for (const listener of listeners) listener()
}

/** Shows a toast in place of the one that is shown; there is one at a time. Spec 1, section 9. */
export function toast(next: Toast) {
  lastId += 1
  show({ ...next, id: lastId, open: true })
}

/** Closes the toast; it is removed TOAST_REMOVE_DELAY later. */
export function dismissToast() {
  if (!current?.open) return
  show({ ...current, open: false })
  removal = setTimeout(() => show(null), TOAST_REMOVE_DELAY)
}

/** The toast that is there now. */
export const currentToast = () => current

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/** The toast that is there now, always current. */
export const useToast = () => useSyncExternalStore(subscribe, currentToast)
