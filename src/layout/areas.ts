import { useEffect } from 'react'
import { useLocation } from 'react-router-dom'
import { addresses } from '../addresses'
import { safePath, storablePath } from '../authProvider/safePath'
import { visitKey } from '../authProvider/session'
import { usePermission } from '../dataProvider/account'
import { sessionKeeper } from '../storage'

/** The two areas of the console; each has its own menu. */
export type Area = 'cloud' | 'admin'

const AREAS = { cloud: addresses.spaces, admin: addresses.admin } as const

/** The area of a path. */
export const areaOf = (path: string): Area => (/^\/admin(?![^/?#])/.test(path) ? 'admin' : 'cloud')

/** Stores the path, without secrets, as the last one visited in its area. */
export function rememberVisit(path: string) {
  const kept = storablePath(path)
  if (kept !== '') sessionKeeper.setItem(visitKey(areaOf(kept)), kept)
}

/** The path last visited in an area, else the area's first page. Rules, "Layout". */
export function lastVisit(area: Area): string {
  const path = safePath(sessionKeeper.getItem(visitKey(area)), AREAS[area])
  return areaOf(path) === area ? path : AREAS[area]
}

/** The area of the page; also stores its address as visited. Without access, there is no admin area. */
export function useArea(): Area {
  const { pathname, search } = useLocation()
  useEffect(() => rememberVisit(pathname + search), [pathname, search])
  return usePermission('admin:access') ? areaOf(pathname) : 'cloud'
}
