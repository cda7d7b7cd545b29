import { useEffect } from 'react'
import { useLocation } from 'react-router-dom'
import { addresses } from '../addresses'
import { visitKey } from '../authProvider/session'
import { useGetList, useGetOne, WHOLE_LIST } from '../dataProvider/queries'
import { sessionKeeper } from '../storage'

const KEY = visitKey('space')

const isOfProfile = (pathname: string) =>
  pathname === addresses.profile || pathname.startsWith(`${addresses.profile}/`)

/**
 * The space from which the person came to the profile, which belongs to no space. Undefined on other pages, and once
 * the person is no longer a member.
 * @param spaceId the space of the address
 */
export function useSpaceBefore(spaceId: string | undefined) {
  const { pathname } = useLocation()
  const isProfile = isOfProfile(pathname)
  useEffect(() => {
    if (spaceId !== undefined) sessionKeeper.setItem(KEY, spaceId)
    // The list of spaces leaves the last space; the admin area does not count.
    else if (pathname === addresses.spaces) sessionKeeper.removeItem(KEY)
  }, [spaceId, pathname])

  const id = isProfile ? (sessionKeeper.getItem(KEY) ?? undefined) : undefined
  // Cached by the previous page. A request of its own could be denied, and that would lead away from the profile.
  const cached = useGetOne('spaces', { id }, { enabled: false }).data
  const loaded = cached?.id ? cached : undefined
  const isListed = id !== undefined && loaded === undefined
  const { data: listed } = useGetList('spaces', WHOLE_LIST, { enabled: isListed })
  if (id === undefined) return undefined
  return loaded ?? listed?.find((space) => space.id === id && !space.invited)
}
