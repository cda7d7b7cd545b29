import { useSyncExternalStore } from 'react'
import { usePreferences } from '../../preferences'
import { BREAKPOINTS } from '../../theme/theme'

/** `drawer`: opened by a hamburger; `rail`: icons; `full`: icons with their names. */
type MenuMode = 'drawer' | 'rail' | 'full'

/** Whether a page of this width (px) lets the user collapse the menu. Rules, "Layout". */
export const canCollapse = (width: number) => width >= BREAKPOINTS.collapsibleMenu

/** How the menu is shown on a page of this width (px). Rules, "Layout". */
export function menuMode(width: number, collapsedByUser: boolean): MenuMode {
  if (width < BREAKPOINTS.mobileMenu) return 'drawer'
  return canCollapse(width) && !collapsedByUser ? 'full' : 'rail'
}

function subscribe(listener: () => void) {
  window.addEventListener('resize', listener)
  return () => window.removeEventListener('resize', listener)
}

/** How the menu is shown now, and whether the user may collapse it. */
export function useMenuMode(): { mode: MenuMode; collapsible: boolean } {
  const { menuCollapsed } = usePreferences()
  const mode = useSyncExternalStore(subscribe, () => menuMode(window.innerWidth, menuCollapsed))
  const collapsible = useSyncExternalStore(subscribe, () => canCollapse(window.innerWidth))
  return { mode, collapsible }
}
