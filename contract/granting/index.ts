import { endpoints } from '../api'
import type { Endpoint } from '../common'
import { can, PERMISSIONS, type SpaceRole } from '../permissions'

/** What power applies to, and how long. */
interface Extent {
  /** With tags, only what carries no others. */
  tags?: readonly { id: string }[]
  /** When it ends; null or left out for never. */
  ends_at?: string | null
}

interface KeyPower extends Extent {
  permissions: readonly string[]
}

interface PersonPower extends Extent {
  spaceRole: SpaceRole
  /** Permissions that hold instead of the role. */
  ownPermissions?: readonly string[] | null
}

/** The power of a key or a person in a space. */
export type Power = KeyPower | PersonPower

const tagIdsOf = ({ tags = [] }: Extent) => (tags.length > 0 ? tags.map(({ id }) => id.toLowerCase()) : null)

const actorOf = (power: Power) =>
  'permissions' in power ? power : ({ ...power, tagIds: tagIdsOf(power), systemRole: 'user' } as const)

/** Whether the holder may make a call that is always critical, and that not everyone may make anyway. */
const mayMake = (power: Power, { isCritical, permission, access }: Endpoint) =>
  isCritical === true &&
  permission !== undefined &&
  !('permissions' in power && access === 'bearer') &&
  [permission].flat().some((one) => can(actorOf(power), one))

/** Whether the one applies to all that the other does, and as long. */
const reachesOver = (one: Extent, other: Extent): boolean => {
  const [own, others] = [tagIdsOf(one), tagIdsOf(other)]
  const seesAll = own === null || (others?.every((id) => own.includes(id)) ?? false)
  if (!one.ends_at) return seesAll
  return seesAll && Boolean(other.ends_at) && Date.parse(other.ends_at ?? '') <= Date.parse(one.ends_at)
}

/**
 * Whether a change lets its holder make a critical call that they could not make before, which makes it critical itself. A key or a person
 * who may already make one, and gets more devices, fewer tags or a later end, counts too.
 * @param before null for a new key, and for a person who was not in the space
 */
export const isGrant = (before: Power | null, after: Power): boolean =>
  endpoints.some(
    (call) => mayMake(after, call) && !(before && mayMake(before, call) && reachesOver(before, after)),
  )

/** Whether a holder has all permissions of another, over all that the other sees, and as long. Nobody grants more than they have. */
export const covers = (holder: Power, other: Power): boolean =>
  reachesOver(holder, other) &&
  PERMISSIONS.every((permission) => !can(actorOf(other), permission) || can(actorOf(holder), permission))
