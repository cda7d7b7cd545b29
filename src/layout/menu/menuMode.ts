import { useSyncExternalStore } from 'react'
import { usePreferences } from '../../preferences'
import { BREAKPOINTS } from '../../theme/theme'

/** `drawer` opens from a hamburger button, `rail` shows icons, `full` shows icons with names. */
type MenuMode = 'drawer' | 'rail' | 'full'

/** Whether a page of this width (px) lets the person collapse the menu. Rules, "Layout". */
export const canCollapse = (width: number) => width >= BREAKPOINTS.collapsibleMenu

/** The menu mode for a page of this width (px). Rules, "Layout". */
export function menuMode(width: number, collapsedByUser: boolean): MenuMode {
  if (width < BREAKPOINTS.mobileMenu) return 'drawer'
  return canCollapse(width) && !collapsedByUser ? 'full' : 'rail'
}

function subscribe(listener: () => void) {
  window.addEventListener('resize', listener)
  return () => window.removeEventListener('resize', listener)
}

/** The current menu mode, and whether the person may collapse the menu. */
export function useMenuMode(): { mode: MenuMode; collapsible: boolean } {
  const { menuCollapsed } = usePreferences()
  const mode = useSyncExternalStore(subscribe, () => menuMode(window.innerWidth, menuCollapsed))
  const collapsible = useSyncExternalStore(subscribe, () => canCollapse(window.innerWidth))
  return { mode, collapsible }
}
