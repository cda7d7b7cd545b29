import type { SpaceRole, SystemRole } from './roles'
import type { Permission } from './tree'

/** A person, with their role in the current space if they have one. */
export interface Actor {
  systemRole: SystemRole
  spaceRole?: SpaceRole | null
}

/**
 * Whether the actor has the permission. The console and the server both decide here. Spec 2, section 6.
 * A space user reads, a space admin does everything in the space, a system admin everything everywhere.
 */
export function can(actor: Actor, permission: Permission): boolean {
  if (actor.systemRole === 'admin') return true
  if (permission === 'admin:access') return false
  if (actor.spaceRole === 'admin') return true
  return actor.spaceRole === 'user' && permission.endsWith(':read') && permission !== 'space:key:read'
}
