import { covers, type Power } from '#contract/granting'
import { can, isRestricted, KEY_PERMISSIONS, type KeyPermission, PERMISSIONS } from '#contract/permissions'
import { ApiError } from '../../errors'
import type { Caller } from './caller'
import { checkOwnTags, limitOf } from './visibility'

/** What a caller has in the space of the call. */
function powerOf(caller: Caller): Power {
  const extent = {
    tags: (limitOf(caller) ?? []).map((id) => ({ id })),
    ends_at: caller.endsAt?.toISOString() ?? null,
  }
  if ('keyId' in caller) return { permissions: caller.permissions, ...extent }
  const { systemRole, spaceRole, ownPermissions } = caller
  return { spaceRole: systemRole === 'admin' ? 'admin' : (spaceRole ?? 'user'), ownPermissions, ...extent }
}

/** The permissions of the tree that a caller has. */
export const permissionsOf = (caller: Caller): readonly KeyPermission[] =>
  KEY_PERMISSIONS.filter((one) => can(caller, one))

/** Whether a caller has less than an admin of the space for good: a key, or somebody with tags, permissions of their own, or an end. */
export const hasLess = (caller: Caller): boolean =>
  'keyId' in caller || isRestricted(caller) || caller.endsAt !== null

/** Whether the time of a key or person has ended: what they are given then is new. */
export const isEnded = ({ ends_at }: { ends_at: string | null }, now: Date): boolean =>
  ends_at !== null && Date.parse(ends_at) <= now.getTime()

/**
 * Checks that a caller gives no more than they have themselves: permissions, tags, and time. A change that gives nothing more is free.
 * Anybody who may invite gives the role `user`, keys too.
 * @param before what its holder had; null for a new one
 * @throws ApiError 403
 */
export function authorizeGift(caller: Caller, before: Power | null, given: Power): void {
  const isKey = 'keyId' in caller
  if (isKey && 'spaceRole' in given && given.spaceRole === 'admin')
    throw new ApiError(403, 'forbidden: a key cannot give the role admin')
  if (before && covers(before, given)) return
  checkOwnTags(caller, given.tags ?? [])
  const own = powerOf(caller)
  const { ends_at } = own
  if (ends_at && !(given.ends_at && Date.parse(given.ends_at) <= Date.parse(ends_at)))
    throw new ApiError(
      403,
      'forbidden: you can give nothing that lasts longer than your own time in the space',
    )
  const isUserByKey = isKey && 'spaceRole' in given && !given.ownPermissions
  if (!covers(isUserByKey ? { ...own, permissions: PERMISSIONS } : own, given))
    throw new ApiError(403, 'forbidden: you can give only permissions that you have yourself')
}

/**
 * Checks that a caller may change or remove somebody: a key no admin, a person with tags or permissions of their own nobody who has more.
 * @throws ApiError 403
 */
export function authorizeActOn(caller: Caller, holder: Power): void {
  if ('keyId' in caller) {
    if ('spaceRole' in holder && holder.spaceRole === 'admin')
      throw new ApiError(403, 'forbidden: a key cannot act on a person with the role admin')
    return
  }
  const forever = { ends_at: null }
  if (isRestricted(caller) && !covers({ ...powerOf(caller), ...forever }, { ...holder, ...forever }))
    throw new ApiError(403, 'forbidden: you cannot act on a person who has more than you')
}
