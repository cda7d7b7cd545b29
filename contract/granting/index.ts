import { endpoints } from '../api'
import type { Endpoint } from '../common'
import { can, type SpaceRole } from '../permissions'

/** The power of a key; with tags, only over what carries no others. */
interface KeyPower {
  permissions: readonly string[]
  tags: readonly { id: string }[]
}

/** The power of a key or a person in a space. */
export type Power = KeyPower | { spaceRole: SpaceRole }

const actorOf = (power: Power) =>
  'permissions' in power ? power : ({ ...power, systemRole: 'user' } as const)

/** Whether the holder may make a call that is always critical, and that not everyone may make anyway. */
const mayMake = (power: Power, { isCritical, permission, access }: Endpoint) =>
  isCritical === true &&
  permission !== undefined &&
  !('permissions' in power && access === 'bearer') &&
  [permission].flat().some((one) => can(actorOf(power), one))

/** Whether a key sees something that it did not see before. */
const isWider = (before: Power, after: Power) =>
  'permissions' in before &&
  'permissions' in after &&
  before.tags.length > 0 &&
  (after.tags.length === 0 || !after.tags.every(({ id }) => before.tags.some((tag) => tag.id === id)))

/**
 * Whether a change lets its holder make a critical call that they could not make before, which makes it critical itself. A key that may
 * already make one, and gets more devices or fewer tags, counts too.
 * @param before null for a new key, and for a person who was not in the space
 */
export const isGrant = (before: Power | null, after: Power): boolean =>
  endpoints.some(
    (call) => mayMake(after, call) && !(before && mayMake(before, call) && !isWider(before, after)),
  )
