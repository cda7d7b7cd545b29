import { and, eq } from 'drizzle-orm'
import type { Queryable } from '../../../db/database'
import { message } from '../../../db/schema'
import { DOWNLINK, noteEvents } from '../downlinks'
import { endJobs, openJobs } from '../firmware'
import type { OneDevice } from '../lockDevice'

/** The condition of the downlinks that wait for a device. */
export const pendingDownlinks = ({ spaceId, deviceId }: OneDevice) =>
  and(eq(message.spaceId, spaceId), eq(message.deviceId, deviceId), eq(message.downState, 'pending'))

/**
 * Cancels the pending downlinks and firmware jobs of a device that leaves, with an event for each. A firmware job that can no longer be
 * cancelled fails, because its success would not be reported in this space. The downlinks come first, as in `cancelJobs`.
 */
export async function endOrders(
  tx: Queryable,
  one: OneDevice,
  { at, userId }: { at: Date; userId: string },
): Promise<void> {
  const downlinks = await tx
    .update(message)
    .set({ downState: 'cancelled', downStateAt: at })
    .where(pendingDownlinks(one))
    .returning(DOWNLINK)
  await noteEvents(tx, downlinks, { type: 'downlink.cancelled', at, userId })
  await endJobs(tx, openJobs(one), { at, reason: 'the device was moved to another space' })
}
