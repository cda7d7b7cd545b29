import { createContext, useContext } from 'react'
import type { Permission, SystemRole } from '#contract/permissions'
import { can, isRestricted } from '#contract/permissions'
import type { Profile } from '#contract/profile'
import type { Space } from '#contract/spaces'

interface Account {
  /** Undefined until loaded. */
  profile: Profile | undefined
  systemRole: SystemRole
}

const AccountContext = createContext<Account | null>(null)
export const AccountProvider = AccountContext.Provider

export function useAccount(): Account {
  const account = useContext(AccountContext)
  if (!account) throw new Error('AccountProvider is missing')
  return account
}

const SpaceContext = createContext<Space | undefined>(undefined)
export const CurrentSpaceProvider = SpaceContext.Provider

/** The current space; undefined outside of a space and until it is loaded. */
export const useCurrentSpace = () => useContext(SpaceContext)

type Membership = Pick<Space, 'user_role' | 'user_permissions' | 'user_tags'>

/** What a person has in a space, as `can` takes it. */
export const actorIn = (systemRole: SystemRole, space: Membership | undefined) => ({
  systemRole,
  spaceRole: space?.user_role ?? null,
  ownPermissions: space?.user_permissions ?? null,
  tagIds: space && space.user_tags.length > 0 ? space.user_tags.map(({ id }) => id) : null,
})

/** Checks permissions of the signed-in person in the current space. Without a permission, everyone is allowed. */
export function useMay(): (permission: Permission | undefined) => boolean {
  const { systemRole } = useAccount()
  const space = useCurrentSpace()
  return (permission) => permission === undefined || can(actorIn(systemRole, space), permission)
}

/** Whether the signed-in person has a permission in the current space. Without a permission, everyone is allowed. */
export const usePermission = (permission: Permission | undefined): boolean => useMay()(permission)

/** Like `usePermission`, but undefined while the answer depends on a role in the space that is not known yet. */
export function useKnownPermission(permission: Permission | undefined): boolean | undefined {
  const { systemRole } = useAccount()
  const isKnown = useCurrentSpace() !== undefined
  const isPermitted = usePermission(permission)
  if (isPermitted || isKnown || permission === undefined) return isPermitted
  if (can({ systemRole, spaceRole: 'user' }, permission)) return true
  return can({ systemRole, spaceRole: 'admin' }, permission) ? undefined : false
}

/** Whether a part of a page may be asked for: the person has the permission, or that is not known yet. */
export const useReads = (permission: Permission): boolean => useKnownPermission(permission) !== false

/** Whether the signed-in person has tags or permissions of their own in the current space. */
export function useIsRestricted(): boolean {
  const { systemRole } = useAccount()
  const space = useCurrentSpace()
  return systemRole !== 'admin' && isRestricted(actorIn(systemRole, space))
}
