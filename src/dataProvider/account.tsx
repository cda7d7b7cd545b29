import { createContext, useContext } from 'react'
import type { Permission, SystemRole } from '#contract/permissions'
import { can } from '#contract/permissions'
import type { Profile } from '#contract/profile'
import type { Space } from '#contract/spaces'

interface Account {
  /** Undefined until it is loaded. */
  profile: Profile | undefined
  systemRole: SystemRole
}

const AccountContext = createContext<Account | null>(null)
export const AccountProvider = AccountContext.Provider

/** The signed-in person. */
export function useAccount(): Account {
  const account = useContext(AccountContext)
  if (!account) throw new Error('AccountProvider is missing')
  return account
}

const SpaceContext = createContext<Space | undefined>(undefined)
export const CurrentSpaceProvider = SpaceContext.Provider

/** The space that the page is in; undefined outside of a space and until it is loaded. */
export const useCurrentSpace = () => useContext(SpaceContext)

/** Answers what the signed-in person may do in the space of the page. Everyone may do what needs no permission. */
export function useMay(): (permission: Permission | undefined) => boolean {
  const { systemRole } = useAccount()
  const spaceRole = useCurrentSpace()?.user_role
  return (permission) => permission === undefined || can({ systemRole, spaceRole }, permission)
}

/** Whether the signed-in person may do it in the space of the page. Everyone may do what needs no permission. */
export const usePermission = (permission: Permission | undefined): boolean => useMay()(permission)

/**
 * `usePermission`, and undefined as long as the role in the space decides and is not known yet. What everybody in a
 * space may do needs no role.
 */
export function useKnownPermission(permission: Permission | undefined): boolean | undefined {
  const { systemRole } = useAccount()
  const isKnown = useCurrentSpace() !== undefined
  const isPermitted = usePermission(permission)
  if (isPermitted || isKnown || permission === undefined) return isPermitted
  if (can({ systemRole, spaceRole: 'user' }, permission)) return true
  return can({ systemRole, spaceRole: 'admin' }, permission) ? undefined : false
}
