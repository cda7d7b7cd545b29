import { useEffect } from 'react'
import { useLocation } from 'react-router-dom'
import { safePath, storablePath } from '../../authProvider/safePath'
import { visitKey } from '../../authProvider/session'
import { sessionKeeper } from '../../storage'
import { COLUMNS_PARAMETER } from './columns'
import { VIEW_PARAMETER } from './view'

/** Parameters that select the rows of a list and its columns. Dialogs and other modes are not restored. */
const OF_ROWS = [
  'page',
  'perPage',
  'sort',
  'order',
  'filter',
  'deviceId',
  'tagId',
  COLUMNS_PARAMETER,
  VIEW_PARAMETER,
]

const keyOf = (pathname: string) => visitKey(`list ${pathname}`)

/** Stores the parameters of a list, for this tab and until sign-out. */
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

/** Changes the stored page of a list, so that the way back leads to it. */
export function rememberPage(pathname: string, page: number) {
  const kept = new URLSearchParams(sessionKeeper.getItem(keyOf(pathname)) ?? '')
  if (page === 1) kept.delete('page')
  else kept.set('page', String(page))
  rememberSearch(pathname, kept.toString())
}

/** The address of a list as last shown in this tab; any other address unchanged. */
export function asLastSeen(to: string): string {
  const search = sessionKeeper.getItem(keyOf(to))
  return search ? safePath(`${to}?${new URLSearchParams(search)}`, to) : to
}

/** Stores the parameters of the page's list, unless the list is only a part of the page. */
export function useRememberedSearch(isPage: boolean) {
  const { pathname, search } = useLocation()
  useEffect(() => {
    if (isPage) rememberSearch(pathname, search)
  }, [isPage, pathname, search])
}
