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
 * The space that one came from to the profile, which belongs to none; undefined on any other page, and once the person
 * is not a member of that space.
 * @param spaceId the space that the address names
 */
export function useSpaceBefore(spaceId: string | undefined) {
  const { pathname } = useLocation()
  const isProfile = isOfProfile(pathname)
  useEffect(() => {
    if (spaceId !== undefined) sessionKeeper.setItem(KEY, spaceId)
    // Choosing among the spaces leaves the last one; the admin area is outside of them.
    else if (pathname === addresses.spaces) sessionKeeper.removeItem(KEY)
  }, [spaceId, pathname])

  const id = isProfile ? (sessionKeeper.getItem(KEY) ?? undefined) : undefined
  // What the page before has loaded; asked for by itself it may be denied, which would lead away from the profile.
  const cached = useGetOne('spaces', { id }, { enabled: false }).data
  const loaded = cached?.id ? cached : undefined
  const isListed = id !== undefined && loaded === undefined
  const { data: listed } = useGetList('spaces', WHOLE_LIST, { enabled: isListed })
  if (id === undefined) return undefined
  return loaded ?? listed?.find((space) => space.id === id && !space.invited)
}
