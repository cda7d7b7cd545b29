import type { SpaceRole, SystemRole } from '#contract/permissions'

/** The person who calls. */
export interface Caller {
  userId: string
  systemRole: SystemRole
  /** Role in the space of the call; null outside of spaces, and for a system admin who is no member. */
  spaceRole: SpaceRole | null
  /** Id of the token. */
  jti: string
}
