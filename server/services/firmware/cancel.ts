import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { canFirmwareGo, FIRMWARE_STATES, type FirmwareJob } from '#contract/firmware'
import type { Queryable } from '../../db/database'
import { firmwareJob, message } from '../../db/schema'
import type { Deps } from '../../deps'
import { ApiError, notFound } from '../../errors'
import { toJob } from './list'

const CANCELABLE = FIRMWARE_STATES.filter((state) => canFirmwareGo(state, 'canceled'))

/**
 * Cancels those of the jobs that can be, and their downlinks that no device has got yet. The downlinks go first, in the
 * order in which an uplink locks: the downlinks that it hands over, then the job that it reports on.
 */
export async function cancelJobs(
  tx: Queryable,
  jobs: SQL | undefined,
  { at, reason }: { at: Date; reason: string | null },
): Promise<FirmwareJob[]> {
  await tx
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
  spaceId: string,
  deviceId: string,
  jobId: string,
): Promise<FirmwareJob> {
  const one = and(
    eq(firmwareJob.spaceId, spaceId),
    eq(firmwareJob.deviceId, deviceId),
    eq(firmwareJob.id, jobId),
  )
  return db.transaction(async (tx) => {
    const [job] = await cancelJobs(tx, one, { at: now(), reason: null })
    if (job) return job
    const [kept] = await tx.select({ state: firmwareJob.state }).from(firmwareJob).where(one)
    if (!kept) throw notFound()
    throw new ApiError(409, `a job that is ${kept.state} cannot be canceled`)
  })
}
