import { useEffect } from 'react'
import { useLocation } from 'react-router-dom'
import { safePath, storablePath } from '../../authProvider/safePath'
import { visitKey } from '../../authProvider/session'
import { sessionKeeper } from '../../storage'

/** What a list's address says of the rows that are shown; a dialog or another mode is not gone back to. */
const OF_ROWS = ['page', 'perPage', 'sort', 'order', 'filter', 'deviceId', 'tagId']

const keyOf = (pathname: string) => visitKey(`list ${pathname}`)

/** Remembers how a list is shown, for this tab and as long as one is signed in. */
export function rememberSearch(pathname: string, search: string) {
  const given = new URLSearchParams(search)
  const kept = new URLSearchParams(
    OF_ROWS.flatMap((name) => given.getAll(name).map((value) => [name, value])),
  )
  const path = storablePath(pathname)
  if (path !== pathname) return
  if (kept.size === 0) sessionKeeper.removeItem(keyOf(path))
  else sessionKeeper.setItem(keyOf(path), kept.toString())
}

/** The address of a list as it was last seen in this tab; any other address as it is. */
export function asLastSeen(to: string): string {
  const search = sessionKeeper.getItem(keyOf(to))
  return search ? safePath(`${to}?${new URLSearchParams(search)}`, to) : to
}

/** Remembers how the list of the page is shown, unless it is only a part of the page. */
export function useRememberedSearch(isPage: boolean) {
  const { pathname, search } = useLocation()
  useEffect(() => {
    if (isPage) rememberSearch(pathname, search)
  }, [isPage, pathname, search])
}
