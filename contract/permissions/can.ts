import type { SpaceRole, SystemRole } from './roles'
import { holderOf, isKeyPermission, type Permission } from './tree'

/** A person, with what they have in the current space if they are in it. */
interface Person {
  systemRole: SystemRole
  spaceRole?: SpaceRole | null
  /** Permissions that hold in the space instead of the role; null for a person with the permissions of the role. */
  ownPermissions?: readonly string[] | null
  /** Ids of the tags that the person is limited to; null for a person who sees the whole space. */
  tagIds?: readonly string[] | null
}

/** A key, in its own space. */
interface Key {
  permissions: readonly string[]
}

/** A person or key that wants to do something in a space. */
export type Actor = Person | Key

/** Whether a person is limited to tags, or has permissions of their own: then they are to the space as a key is. */
export const isRestricted = ({ ownPermissions = null, tagIds = null }: Omit<Person, 'systemRole'>): boolean =>
  ownPermissions !== null || tagIds !== null

/**
 * Whether the actor has the permission. The console and the server both decide here. Rules, "Roles and permissions". A space user reads, a
 * space admin does everything in the space, a system admin everything everywhere. A key does what it was granted, and sees its space; so
 * does a person with permissions of their own. A person with these, or with tags, has nothing that keys cannot have.
 */
export function can(actor: Actor, permission: Permission): boolean {
  if ('permissions' in actor) return permission === 'space:read' || actor.permissions.includes(permission)
  const { systemRole, spaceRole, ownPermissions = null } = actor
  if (systemRole === 'admin') return true
  if (!spaceRole) return false
  if (permission === 'space:read') return true
  const holder = holderOf(permission)
  if (holder === 'system') return false
  if (isRestricted(actor) && !isKeyPermission(permission)) return false
  if (ownPermissions !== null) return ownPermissions.includes(permission)
  return spaceRole === 'admin' || spaceRole === holder
}
