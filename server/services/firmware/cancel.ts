import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { canFirmwareGo, FIRMWARE_STATES, type FirmwareJob } from '#contract/firmware'
import type { Queryable } from '../../db/database'
import { firmwareJob, message } from '../../db/schema'
import type { Deps } from '../../deps'
import { ApiError, notFound } from '../../errors'
import type { Caller } from '../caller'
// Not from the index, because messages that are cancelled cancel jobs.
import { noteEvents } from '../messages/events'
import { isJob, toJob } from './job'

const CANCELABLE = FIRMWARE_STATES.filter((state) => canFirmwareGo(state, 'canceled'))

/**
 * Cancels those of the jobs that can be, and their downlinks that the device has not got yet. The downlinks go first,
 * in the order in which an uplink locks: the downlinks that it hands over, then the job that it reports on.
 */
export async function cancelJobs(
  tx: Queryable,
  jobs: SQL | undefined,
  { at, reason, userId }: { at: Date; reason: string | null; userId: string },
): Promise<FirmwareJob[]> {
  const downlinks = await tx
    .update(message)
    .set({ downState: 'cancelled', downStateAt: at })
    .from(firmwareJob)
    .where(
      and(
        jobs,
        eq(message.spaceId, firmwareJob.spaceId),
        eq(message.createdAt, firmwareJob.scheduledAt),
        eq(message.id, firmwareJob.id),
        eq(message.downState, 'pending'),
      ),
    )
    .returning({
      spaceId: message.spaceId,
      createdAt: message.createdAt,
      id: message.id,
      deviceId: message.deviceId,
    })
  await noteEvents(tx, downlinks, { type: 'downlink.cancelled', at, userId })
  const canceled = await tx
    .update(firmwareJob)
    .set({
      state: 'canceled',
      reason,
      updatedAt: sql`greatest(${firmwareJob.updatedAt}, ${firmwareJob.scheduledAt}, ${at})`,
    })
    .where(and(jobs, inArray(firmwareJob.state, CANCELABLE)))
    .returning()
  return canceled.map(toJob)
}

/**
 * Cancels a firmware job that is scheduled or downloading.
 * @throws ApiError 404, 409 when it is too late
 */
export async function cancelFirmware(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  { userId }: Caller,
  { spaceId, deviceId, jobId }: { spaceId: string; deviceId: string; jobId: string },
): Promise<FirmwareJob> {
  const one = isJob(spaceId, deviceId, jobId)
  return db.transaction(async (tx) => {
    const [canceled] = await cancelJobs(tx, one, { at: now(), reason: null, userId })
    if (canceled) return canceled
    const [kept] = await tx.select({ state: firmwareJob.state }).from(firmwareJob).where(one)
    if (!kept) throw notFound()
    throw new ApiError(409, `a job that is ${kept.state} cannot be canceled`)
  })
}
