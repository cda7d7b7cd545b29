import { type MouseEvent, useSyncExternalStore } from 'react'

const listeners = new Set<() => void>()

/** Tells pages outside the router that the address has changed. */
export function addressChanged() {
  for (const listener of listeners) listener()
}

/**
 * Goes to a path of the console from a page outside the router, which loads only after sign-in.
 * @param state history state for the next page
 */
export function goTo(path: string, { replace = false, state = null as object | null } = {}) {
  if (replace) window.history.replaceState(state, '', path)
  else window.history.pushState(state, '', path)
  addressChanged()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  window.addEventListener('popstate', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('popstate', listener)
  }
}

export const usePathname = () => useSyncExternalStore(subscribe, () => window.location.pathname)

/**
 * Props of a link that opens a path without loading a new document.
 * @param state history state for the next page
 */
export const linkTo = (path: string, state?: object) => ({
  href: path,
  onClick(event: MouseEvent) {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    goTo(path, { state })
  },
})
