import { and, eq, inArray, sql } from 'drizzle-orm'
import { canFirmwareGo, FIRMWARE_STATES, isFirmwareDone } from '#contract/firmware'
import type { Queryable } from '../../db/database'
import { firmwareJob, message } from '../../db/schema'
import type { OneDevice } from '../deviceHold'
import { noteEvents } from '../downlinks'
import { cancelJobs, isOfDevice } from '../firmware'

/** Why a firmware job has ended. */
const REASON = 'the device was moved to another space'

const OPEN = FIRMWARE_STATES.filter((state) => !isFirmwareDone(state))
/** Too late to cancel; whether they succeed is not reported here any more. */
const BEYOND = OPEN.filter((state) => !canFirmwareGo(state, 'canceled'))

/** The condition of the downlinks that wait for a device. */
export const pendingDownlinks = ({ spaceId, deviceId }: OneDevice) =>
  and(eq(message.spaceId, spaceId), eq(message.deviceId, deviceId), eq(message.downState, 'pending'))

/** The condition of the firmware jobs of a device that are not over. */
export const openJobs = ({ spaceId, deviceId }: OneDevice) =>
  and(isOfDevice(spaceId, deviceId), inArray(firmwareJob.state, OPEN))

/** Cancels what waits for a device that leaves, with an event each. A job that cannot be cancelled any more fails. */
export async function endOrders(
  tx: Queryable,
  one: OneDevice,
  { at, userId }: { at: Date; userId: string },
): Promise<void> {
  await cancelJobs(tx, openJobs(one), { at, reason: REASON, userId })
  await tx
    .update(firmwareJob)
    .set({
      state: 'failed',
      reason: REASON,
      updatedAt: sql`greatest(${firmwareJob.updatedAt}, ${firmwareJob.scheduledAt}, ${at})`,
    })
    .where(and(openJobs(one), inArray(firmwareJob.state, BEYOND)))
  const downlinks = await tx
    .update(message)
    .set({ downState: 'cancelled', downStateAt: at })
    .where(pendingDownlinks(one))
    .returning({
      spaceId: message.spaceId,
      createdAt: message.createdAt,
      id: message.id,
      deviceId: message.deviceId,
    })
  await noteEvents(tx, downlinks, { type: 'downlink.cancelled', at, userId })
}
