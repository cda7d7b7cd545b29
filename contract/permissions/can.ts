import type { SpaceRole, SystemRole } from './roles'
import type { Permission } from './tree'

/** The person who acts, and their role in the space that they act in, if they have one. */
export interface Actor {
  systemRole: SystemRole
  spaceRole?: SpaceRole | null
}

/**
 * Whether the actor may do it. The one place that decides, on both sides. Spec 2, section 6.
 * A space user reads, a space admin does everything in the space, a system admin everything everywhere.
 */
export function can(actor: Actor, permission: Permission): boolean {
  if (actor.systemRole === 'admin') return true
  if (permission === 'admin:access') return false
  if (actor.spaceRole === 'admin') return true
  return actor.spaceRole === 'user' && permission.endsWith(':read') && permission !== 'space:key:read'
}
