import { endpoints } from '../api'
import type { Endpoint } from '../common'
import { can, type SpaceRole } from '../permissions'

/** What a key may do: with tags, only to what carries no others. */
interface KeyPower {
  permissions: readonly string[]
  tags: readonly { id: string }[]
}

/** What somebody may do in a space: a key, or a person. */
export type Power = KeyPower | { spaceRole: SpaceRole }

const actorOf = (power: Power) =>
  'permissions' in power ? power : ({ ...power, systemRole: 'user' } as const)

/** Whether somebody may make a call that is always critical, and that not everybody may make anyway. */
const mayMake = (power: Power, { isCritical, permission, access }: Endpoint) =>
  isCritical === true &&
  permission !== undefined &&
  !('permissions' in power && access === 'bearer') &&
  [permission].flat().some((one) => can(actorOf(power), one))

/** Whether a key reaches what it did not reach before. */
const isWider = (before: Power, after: Power) =>
  'permissions' in before &&
  'permissions' in after &&
  before.tags.length > 0 &&
  (after.tags.length === 0 || !after.tags.every(({ id }) => before.tags.some((tag) => tag.id === id)))

/**
 * Whether a change lets somebody make a critical call that they could not make before: it is critical itself. A key that
 * may make one already, and gets more devices or fewer tags, counts too.
 * @param before null for a new key, and for a person who was not in the space
 */
export const isGrant = (before: Power | null, after: Power): boolean =>
  endpoints.some(
    (call) => mayMake(after, call) && !(before && mayMake(before, call) && !isWider(before, after)),
  )
