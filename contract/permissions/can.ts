import type { SpaceRole, SystemRole } from './roles'
import { holderOf, type Permission } from './tree'

/** A person, with their role in the current space if they have one. */
interface Person {
  systemRole: SystemRole
  spaceRole?: SpaceRole | null
}

/** A key, in its own space. */
interface Key {
  permissions: readonly string[]
}

/** A person or key that wants to do something in a space. */
export type Actor = Person | Key

/**
 * Whether the actor has the permission. The console and the server both decide here. Rules, "Roles and permissions". A space user reads, a
 * space admin does everything in the space, a system admin everything everywhere. A key does what it was granted, and sees its space.
 */
export function can(actor: Actor, permission: Permission): boolean {
  if ('permissions' in actor) return permission === 'space:read' || actor.permissions.includes(permission)
  if (actor.systemRole === 'admin') return true
  const holder = holderOf(permission)
  if (holder === 'system') return false
  return actor.spaceRole === 'admin' || actor.spaceRole === holder
}
