import { useQuery } from '@tanstack/react-query'
import { useSpaceport } from './useSpaceport'

/** Where the outer cache keeps the profile. */
export const PROFILE_KEY = ['profile'] as const

/** The profile of the signed-in person; outside of spaces only, for each of them has a cache of its own. */
export function useProfile() {
  const dataProvider = useSpaceport()
  return useQuery({ queryKey: PROFILE_KEY, queryFn: () => dataProvider.getProfile() })
}
