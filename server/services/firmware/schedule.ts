import { and, eq, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { FirmwareCreate, FirmwareJob, firmwareOrderSchema } from '#contract/firmware'
import { lacksPartition, type Queryable } from '../../db/database'
import { ensureMessagePartitions } from '../../db/partitions'
import { firmwareJob, message } from '../../db/schema'
import type { Deps } from '../../deps'
import { checkTakesDownlinks } from '../devices'
import { newId } from '../ids'
import { cancelJobs } from './cancel'
import { toJob } from './list'

const SCHEDULE_LOCK = 0x5fac_e905
const REPLACED = 'replaced by a newer job'

/**
 * Schedules the download of a firmware: a job, and the downlink that tells the device of it. An earlier job for the
 * same part of the device is canceled, unless the device is swapping already. Spec 2, section 7.
 * @throws ApiError 404, 409 when the device takes no downlinks
 */
export async function scheduleFirmware(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  spaceId: string,
  deviceId: string,
  input: FirmwareCreate,
): Promise<FirmwareJob> {
  const at = now()
  const run = () => db.transaction((tx) => insertJob(tx, { spaceId, deviceId, at }, input))
  return run().catch(async (error: unknown) => {
    if (!lacksPartition(error)) throw error
    await ensureMessagePartitions(db.$client, at)
    return run()
  })
}

async function insertJob(
  tx: Queryable,
  { spaceId, deviceId, at }: { spaceId: string; deviceId: string; at: Date },
  { firmware, target }: FirmwareCreate,
): Promise<FirmwareJob> {
  // One after the other, so that of two that come at once the later one replaces the earlier one.
  await tx.execute(sql`select pg_advisory_xact_lock(${SCHEDULE_LOCK}, hashtext(${deviceId}))`)
  await checkTakesDownlinks(tx, spaceId, deviceId)
  const earlier = and(
    eq(firmwareJob.spaceId, spaceId),
    eq(firmwareJob.deviceId, deviceId),
    eq(firmwareJob.target, target),
  )
  await cancelJobs(tx, earlier, { at, reason: REPLACED })

  const id = newId(at)
  const [job] = await tx
    .insert(firmwareJob)
    .values({ spaceId, deviceId, id, firmwareId: firmware, target, scheduledAt: at })
    .returning()
  if (!job) throw new Error('a firmware job was inserted and not answered')
  const order: z.input<typeof firmwareOrderSchema> = { job_id: id, firmware_id: firmware, target }
  await tx.insert(message).values({
    spaceId,
    deviceId,
    id,
    createdAt: at,
    type: 'firmware',
    direction: 'down',
    downState: 'pending',
    downStateAt: at,
    body: JSON.stringify(order),
  })
  return toJob(job)
}
