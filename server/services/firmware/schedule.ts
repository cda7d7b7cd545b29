import { and, eq, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { FirmwareCreate, FirmwareJob, firmwareOrderSchema } from '#contract/firmware'
import { type Queryable, violatedConstraint } from '../../db/database'
import { withPartitionOf } from '../../db/partitions'
import { firmwareJob } from '../../db/schema'
import type { Deps } from '../../deps'
import { notFound } from '../../errors'
import type { Caller } from '../caller'
import { checkTakesDownlinks } from '../devices'
import { newId } from '../ids'
import { insertDownlink } from '../messages'
import { cancelJobs } from './cancel'
import { isOfDevice, toJob } from './job'

const SCHEDULE_LOCK = 0x5fac_e905
const REPLACED = 'replaced by a newer job'

/** Who schedules, when, and for which device. */
interface Order {
  spaceId: string
  deviceId: string
  userId: string
  at: Date
}

/**
 * Schedules the download of a firmware: a job, and the downlink that tells the device of it. An earlier job for the
 * same part of the device is canceled, unless the device is swapping already. Spec 2, section 7.
 * @throws ApiError 404, 409 when the device takes no downlinks
 */
export async function scheduleFirmware(
  { db, now, queue }: Pick<Deps, 'db' | 'now' | 'queue'>,
  { userId }: Caller,
  { spaceId, deviceId }: { spaceId: string; deviceId: string },
  input: FirmwareCreate,
): Promise<FirmwareJob> {
  const order = { spaceId, deviceId, userId, at: now() }
  const store = () => db.transaction((tx) => insertJob({ queue }, tx, order, input))
  try {
    const job = await withPartitionOf(db.$client, order.at, store)
    queue.wake()
    return job
  } catch (error) {
    // The device was deleted in the meantime.
    if (violatedConstraint(error) === 'firmware_job_device') throw notFound()
    throw error
  }
}

async function insertJob(
  deps: Pick<Deps, 'queue'>,
  tx: Queryable,
  { spaceId, deviceId, userId, at }: Order,
  { firmware, target }: FirmwareCreate,
): Promise<FirmwareJob> {
  // One after the other, so that of two that come at once the later one replaces the earlier one.
  await tx.execute(sql`select pg_advisory_xact_lock(${SCHEDULE_LOCK}, hashtext(${deviceId}))`)
  await checkTakesDownlinks(tx, spaceId, deviceId)
  const earlier = and(isOfDevice(spaceId, deviceId), eq(firmwareJob.target, target))
  await cancelJobs(tx, earlier, { at, reason: REPLACED, userId })

  const id = newId(at)
  const [job] = await tx
    .insert(firmwareJob)
    .values({ spaceId, deviceId, id, firmwareId: firmware, target, scheduledAt: at })
    .returning()
  if (!job) throw new Error('the database answered no row for the one that it was given')
  const told: z.input<typeof firmwareOrderSchema> = { job_id: id, firmware_id: firmware, target }
  const downlink = { spaceId, deviceId, type: 'firmware', body: JSON.stringify(told) } as const
  await insertDownlink(deps, tx, downlink, { id, at, userId })
  return toJob(job)
}
