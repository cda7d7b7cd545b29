import { and, eq, sql } from 'drizzle-orm'
import { type DeviceMove, HISTORY_STAYS } from '#contract/devices/handover'
import { can, isRestricted } from '#contract/permissions'
import type { Queryable } from '../../../db/database'
import { space, spaceUser } from '../../../db/schema'
import { ApiError } from '../../../errors'
import { isBeingDeleted } from '../../background/deletion'
import { authorize, type Person } from '../../common/caller'
import { isMember } from '../../common/membership'
import type { OneDevice } from '../lockDevice'

/** The space that a device is moved to. */
export type Target = Pick<typeof space.$inferSelect, 'id' | 'name'>

/**
 * The space that a device is moved to, locked until the transaction ends.
 * @throws ApiError 400 for the space that the device is in, 404 for one that the caller does not see, 403 without the permission to create
 * devices in it, and for people with tags or own permissions
 */
export async function targetOf(
  tx: Queryable,
  caller: Person,
  { spaceId }: OneDevice,
  { space_id }: DeviceMove,
): Promise<Target> {
  const targetId = space_id.toLowerCase()
  if (targetId === spaceId.toLowerCase())
    throw new ApiError(400, 'space_id is the space that the device is in')
  const ofCaller = and(
    eq(spaceUser.spaceId, space.id),
    eq(spaceUser.userId, caller.userId),
    sql.raw(isMember('space_user')),
  )
  const [found] = await tx
    .select({
      id: space.id,
      name: space.name,
      spaceRole: spaceUser.role,
      ownPermissions: spaceUser.permissions,
      isLimited: spaceUser.isLimited,
    })
    .from(space)
    .leftJoin(spaceUser, ofCaller)
    .where(eq(space.id, targetId))
    .for('key share', { of: space })
  const { spaceRole = null, ownPermissions = null } = found ?? {}
  const there = { ...caller, spaceId: targetId, spaceRole, ownPermissions, tagIds: null }
  if (!found || !can(there, 'space:read'))
    throw new ApiError(404, 'space_id is not the id of a space that you can see')
  authorize(there, 'space:device:create')
  // They would read what else both spaces have of the device.
  const isSome = caller.systemRole !== 'admin' && (found.isLimited || ownPermissions !== null)
  if (isSome || isRestricted(caller))
    throw new ApiError(
      403,
      'forbidden: people with tags or own permissions cannot move devices between spaces',
    )
  return { id: found.id, name: found.name }
}

/**
 * Checks that nothing is left of a deleted history of the device in the space: its new messages would be taken for old ones.
 * @throws ApiError 409
 */
export async function checkHistory(tx: Queryable, { id: spaceId }: Target, { deviceId }: OneDevice) {
  if (await isBeingDeleted(tx, { spaceId, deviceId })) throw new ApiError(409, HISTORY_STAYS)
}
