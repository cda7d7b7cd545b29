import { and, eq } from 'drizzle-orm'
import { DEVICE_MOVED } from '#contract/devices/handover'
import type { Queryable } from '../../db/database'
import { device } from '../../db/schema'
import { ApiError, notFound } from '../../errors'
import type { Caller } from '../common/caller'
import { limitOf } from '../common/visibility'

/** Ids of a device. */
export interface OneDevice {
  spaceId: string
  deviceId: string
}

/** The condition that a row is this device. */
export const isDevice = ({ spaceId, deviceId }: OneDevice) =>
  and(eq(device.spaceId, spaceId), eq(device.id, deviceId))

/**
 * Locks a device in its space until the transaction ends. Every change of a device does this first, as uplinks do, so that there is no
 * deadlock.
 * @param strength `update` also keeps others from adding messages or variables
 * @param caller a key with tags does not see a device that was moved, because the device has no tags any more
 * @throws ApiError 404, 409 for a device that was moved to another space
 */
export async function lockDevice(
  tx: Queryable,
  one: OneDevice,
  strength: 'key share' | 'no key update' | 'update' = 'key share',
  caller?: Caller,
): Promise<typeof device.$inferSelect> {
  const [found] = await tx.select().from(device).where(isDevice(one)).for(strength)
  if (!found || (found.movedAt && caller && limitOf(caller))) throw notFound()
  if (found.movedAt) throw new ApiError(409, DEVICE_MOVED)
  return found
}
