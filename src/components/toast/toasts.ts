import type { ReactNode } from 'react'
import { useSyncExternalStore } from 'react'

/** A short notice. Its texts are shown unchanged: translate them first. */
export interface Toast {
  kind: 'success' | 'info' | 'error'
  title: ReactNode
  description?: ReactNode
  /** A button with an action. */
  action?: { label: string; onAct: () => void }
}

/** The current toast. A dismissed toast stays for TOAST_REMOVE_DELAY, closed. */
interface ShownToast extends Toast {
  id: number
  open: boolean
}

/** How long a toast is shown, in ms. Rules, "Toasts". */
export const TOAST_DURATION = 5000
/** Time between dismissing and removing a toast, in ms. Rules, "Toasts". */
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

/** Shows a toast. It replaces the current one: there is one toast at a time. Rules, "Toasts". */
export function toast(next: Toast) {
  lastId += 1
  show({ ...next, id: lastId, open: true })
}

/** Closes the current toast, which is removed TOAST_REMOVE_DELAY later. */
export function dismissToast() {
  if (!current?.open) return
  show({ ...current, open: false })
  removal = setTimeout(() => show(null), TOAST_REMOVE_DELAY)
}

/** The current toast, if there is one. */
export const currentToast = () => current

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/** The current toast; renders again when it changes. */
export const useToast = () => useSyncExternalStore(subscribe, currentToast)
