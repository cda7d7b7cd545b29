import { and, desc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { Pool, PoolClient } from 'pg'
import type { z } from 'zod'
import {
  canFirmwareGo,
  FIRMWARE_STATES,
  type FirmwareCreate,
  type FirmwareJob,
  type firmwareOrderSchema,
  firmwareReportSchema,
  isFirmwareDone,
} from '#contract/firmware'
import { type Queryable, violatedConstraint } from '../../db/database'
import { withPartitionOf } from '../../db/partitions'
import { firmwareJob, message } from '../../db/schema'
import type { Deps } from '../../deps'
import { ApiError, notFound } from '../../errors'
import { type Caller, userIdOf } from '../common/caller'
import { type Columns, type RowOf, timeColumn } from '../common/columns'
import { newId } from '../common/ids'
import { checkChange, hasAllowedTag } from '../common/visibility'
import { devices } from './devices'
import { cancelWaiting, checkTakesDownlinks, insertDownlink, noteDownlink } from './downlinks'
import { lockDevice, type OneDevice } from './lockDevice'

/** The condition that selects the jobs of a device. */
const isOfDevice = (spaceId: string, deviceId: string) =>
  and(eq(firmwareJob.spaceId, spaceId), eq(firmwareJob.deviceId, deviceId))

/** States of jobs that have not ended. */
export const OPEN_STATES = FIRMWARE_STATES.filter((state) => !isFirmwareDone(state))

/** The condition that selects the jobs of a device that have not ended. */
export const openJobs = ({ spaceId, deviceId }: OneDevice) =>
  and(isOfDevice(spaceId, deviceId), inArray(firmwareJob.state, OPEN_STATES))

/** The condition that selects the jobs of a device that it has not begun. */
export const scheduledJobs = ({ spaceId, deviceId }: OneDevice) =>
  and(isOfDevice(spaceId, deviceId), eq(firmwareJob.state, 'scheduled'))

/** The condition that selects one job. */
const isJob = (spaceId: string, deviceId: string, jobId: string) =>
  and(isOfDevice(spaceId, deviceId), eq(firmwareJob.id, jobId))

/** SQL condition: a job is the last one for its part of the device. */
export const isLastOfPart = (job: string): string => `not exists (
  select from firmware_job later
  where later.space_id = ${job}.space_id and later.device_id = ${job}.device_id and later.target = ${job}.target
    and later.id > ${job}.id)`

const COLUMNS = {
  id: firmwareJob.id,
  firmware_id: firmwareJob.firmwareId,
  target: firmwareJob.target,
  state: firmwareJob.state,
  reason: firmwareJob.reason,
  firmware_bundle: firmwareJob.firmwareBundle,
  firmware_version: firmwareJob.firmwareVersion,
  firmware_name: firmwareJob.firmwareName,
  firmware_size: firmwareJob.firmwareSize,
  bytes_downloaded: firmwareJob.bytesDownloaded,
  scheduled_at: timeColumn(firmwareJob.scheduledAt),
  download_started_at: timeColumn(firmwareJob.downloadStartedAt),
  swap_started_at: timeColumn(firmwareJob.swapStartedAt),
  updated_at: timeColumn(firmwareJob.updatedAt),
} satisfies Columns<FirmwareJob>

/** The firmware jobs of a device, newest first. Rules, "Firmware". @throws ApiError 404 */
export async function listFirmware(
  db: Queryable,
  caller: Caller,
  { spaceId, deviceId }: { spaceId: string; deviceId: string },
  limit: number,
): Promise<FirmwareJob[]> {
  const ofDevice = { spaceId: firmwareJob.spaceId, id: firmwareJob.deviceId }
  const jobs = await db
    .select(COLUMNS)
    .from(firmwareJob)
    .where(and(isOfDevice(spaceId, deviceId), hasAllowedTag(caller, 'device', ofDevice)))
    .orderBy(desc(firmwareJob.id))
    .limit(limit)
  if (jobs.length === 0) await devices.check(db, caller, { spaceId, id: deviceId })
  return jobs
}

const SCHEDULE_LOCK = 0x5fac_e905
const REPLACED = 'replaced by a newer job'

/** A job to schedule: its device, when and by whom. */
interface Order {
  spaceId: string
  deviceId: string
  caller: Caller
  at: Date
}

/**
 * Schedules the download of a firmware: a job, and the downlink that tells the device to start it. An earlier job for the same part of the
 * device is cancelled, unless the device is already swapping. Rules, "Firmware".
 * @throws ApiError 403, 404, 409 if the device takes no downlinks
 */
export async function scheduleFirmware(
  { db, now, dueDeliveries }: Pick<Deps, 'db' | 'now' | 'dueDeliveries'>,
  caller: Caller,
  { spaceId, deviceId }: { spaceId: string; deviceId: string },
  input: FirmwareCreate,
): Promise<FirmwareJob> {
  const order = { spaceId, deviceId, caller, at: now() }
  const store = () => db.transaction((tx) => orderJob({ now }, tx, order, input))
  try {
    const job = await withPartitionOf(db.$client, order.at, store)
    dueDeliveries.ring()
    return job
  } catch (error) {
    // The device was deleted meanwhile.
    if (violatedConstraint(error) === 'firmware_job_device') throw notFound()
    throw error
  }
}

type Row = RowOf<typeof firmwareJob, Omit<FirmwareCreate, 'firmware'> & Pick<FirmwareJob, 'firmware_id'>>

const rowOf = ({ firmware, target }: FirmwareCreate): Row => ({ firmwareId: firmware, target })

async function orderJob(
  deps: Pick<Deps, 'now'>,
  tx: Queryable,
  { spaceId, deviceId, caller, at }: Order,
  input: FirmwareCreate,
): Promise<FirmwareJob> {
  await checkChange(tx, caller, { spaceId, deviceId })
  const { id } = await insertJob(tx, { spaceId, deviceId }, input, { at, userId: userIdOf(caller) })
  const after = { firmware_id: input.firmware, target: input.target, device_id: deviceId }
  await noteDownlink(tx, deps, caller, { action: 'firmware.create', spaceId, deviceId, id, after })
  return readJob(tx, isJob(spaceId, deviceId, id))
}

/**
 * Stores a job and its downlink, without an entry in the audit log. An earlier job for the same part is cancelled, as in `scheduleFirmware`.
 * @returns its id, and the firmware that the device got last for this part, if that is known
 * @throws ApiError 404, 409 if the device takes no downlinks
 */
export async function insertJob(
  tx: Queryable,
  { spaceId, deviceId }: OneDevice,
  input: FirmwareCreate,
  { at, userId, expiresAt = null }: { at: Date; userId: string | null; expiresAt?: Date | null },
): Promise<{ id: string; before: string | null }> {
  const { firmware, target } = input
  // Calls are serialized, so that of two concurrent ones the later replaces the earlier.
  await tx.execute(sql`select pg_advisory_xact_lock(${SCHEDULE_LOCK}, hashtext(${deviceId}))`)
  await checkTakesDownlinks(tx, spaceId, deviceId)
  const ofPart = and(isOfDevice(spaceId, deviceId), eq(firmwareJob.target, target))
  await cancelJobs(tx, { spaceId, jobs: ofPart }, { at, reason: REPLACED, userId })
  const [last] = await tx
    .select({ firmware: firmwareJob.firmwareId })
    .from(firmwareJob)
    .where(and(ofPart, eq(firmwareJob.state, 'succeeded')))
    .orderBy(desc(firmwareJob.id))
    .limit(1)
  const id = newId(at)
  await tx.insert(firmwareJob).values({ ...rowOf(input), spaceId, deviceId, id, scheduledAt: at })
  const orderBody: z.input<typeof firmwareOrderSchema> = { job_id: id, firmware_id: firmware, target }
  const downlink = {
    spaceId,
    deviceId,
    type: 'firmware',
    body: JSON.stringify(orderBody),
    expiresAt,
  } as const
  await insertDownlink(tx, downlink, { at, userId, id })
  return { id, before: last?.firmware ?? null }
}

/** A job. @throws ApiError 404 */
async function readJob(tx: Queryable, one: SQL | undefined): Promise<FirmwareJob> {
  const [job] = await tx.select(COLUMNS).from(firmwareJob).where(one)
  if (!job) throw notFound()
  return job
}

/** Never before the times of earlier steps, even if the clocks of several servers differ. */
const updatedAt = (at: Date) => sql`greatest(${firmwareJob.updatedAt}, ${firmwareJob.scheduledAt}, ${at})`

const CANCELLABLE = FIRMWARE_STATES.filter((state) => canFirmwareGo(state, 'canceled'))

/** Ids of the jobs, which are those of their downlinks. */
export const idsOf = async (tx: Queryable, jobs: SQL | undefined) =>
  (await tx.select({ id: firmwareJob.id }).from(firmwareJob).where(jobs)).map(({ id }) => id)

/**
 * Cancels the jobs of a space that can still be cancelled, and those of their downlinks that wait. The downlinks come first, because an
 * uplink locks in this order: the downlinks that it concludes and hands over, then the job that it reports on.
 * @returns how many jobs
 */
export async function cancelJobs(
  tx: Queryable,
  { spaceId, jobs }: { spaceId: string; jobs: SQL | undefined },
  { at, reason, userId }: { at: Date; reason: string | null; userId: string | null },
): Promise<number> {
  const ids = await idsOf(tx, and(jobs, inArray(firmwareJob.state, CANCELLABLE)))
  await cancelWaiting(tx, spaceId, ids, { at, userId })
  const { rowCount } = await tx
    .update(firmwareJob)
    .set({ state: 'canceled', reason, updatedAt: updatedAt(at) })
    .where(and(jobs, inArray(firmwareJob.state, CANCELLABLE)))
  return rowCount ?? 0
}

/** Ends jobs that the device will no longer report on: those that are too late to cancel have failed. */
export async function endJobs(
  tx: Queryable,
  jobs: SQL | undefined,
  { at, reason }: { at: Date; reason: string },
): Promise<void> {
  await tx
    .update(firmwareJob)
    .set({
      state: sql`case when ${inArray(firmwareJob.state, CANCELLABLE)} then 'canceled' else 'failed' end`,
      reason,
      updatedAt: updatedAt(at),
    })
    .where(jobs)
}

/**
 * Ends the jobs that the hardware of a device has started or received, because it was replaced; their downlinks are not handed over again.
 * A job whose downlink is pending stays for the new hardware.
 */
export async function endJobsOfHardware(tx: Queryable, one: OneDevice, at: Date): Promise<void> {
  const isPending = sql`exists (
    select from ${message} where ${message.spaceId} = ${firmwareJob.spaceId}
      and ${message.createdAt} = ${firmwareJob.scheduledAt} and ${message.id} = ${firmwareJob.id}
      and ${message.downState} = 'pending')`
  const received = and(openJobs(one), sql`not ${isPending}`)
  const which = eq(message.downAwaits, true)
  await cancelWaiting(tx, one.spaceId, await idsOf(tx, received), { at, userId: null, which })
  await endJobs(tx, received, { at, reason: 'the hardware was replaced' })
}

/**
 * Cancels a firmware job that is scheduled or downloading.
 * @throws ApiError 403, 404, 409 if it is too late
 */
export async function cancelFirmware(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  caller: Caller,
  { spaceId, deviceId, jobId }: { spaceId: string; deviceId: string; jobId: string },
): Promise<FirmwareJob> {
  const one = isJob(spaceId, deviceId, jobId)
  return db.transaction(async (tx) => {
    await checkChange(tx, caller, { spaceId, deviceId })
    await lockDevice(tx, { spaceId, deviceId })
    const cancelled = await cancelJobs(
      tx,
      { spaceId, jobs: one },
      { at: now(), reason: null, userId: userIdOf(caller) },
    )
    const job = await readJob(tx, one)
    if (cancelled === 0) throw new ApiError(409, `a job that is ${job.state} cannot be cancelled`)
    const after = { firmware_id: job.firmware_id, state: job.state, device_id: deviceId }
    await noteDownlink(tx, { now }, caller, {
      action: 'firmware.cancel',
      spaceId,
      deviceId,
      id: jobId,
      after,
    })
    return job
  })
}

/** The same in the statement of a report. */
const NOW = 'greatest($4::timestamptz, updated_at, scheduled_at)'

const REPORT = {
  name: 'firmware.report',
  text: `
    update firmware_job
    set state = $5,
      updated_at = ${NOW},
      download_started_at = case when $5 = 'downloading' then coalesce(download_started_at, ${NOW})
        else download_started_at end,
      swap_started_at = case when $5 = 'swapping' then coalesce(swap_started_at, ${NOW}) else swap_started_at end,
      reason = coalesce($7, reason),
      bytes_downloaded = greatest(bytes_downloaded, $8::bigint),
      firmware_bundle = coalesce($9, firmware_bundle),
      firmware_version = coalesce($10, firmware_version),
      firmware_name = coalesce($11, firmware_name),
      firmware_size = coalesce($12::bigint, firmware_size)
    where space_id = $1 and device_id = $2 and id = $3 and state = any($6::text[])`,
}

/**
 * Updates the job that a `firmware` uplink reports on. A message that is not a report, names no job of this device, or is not a possible
 * step changes nothing; the message itself is kept. `body` is the JSON text of the message. Rules, "Firmware".
 */
export async function applyFirmwareReport(
  client: Pool | PoolClient,
  { spaceId, deviceId }: { spaceId: string; deviceId: string },
  body: string,
  at: Date,
): Promise<void> {
  const { success, data: report } = firmwareReportSchema.safeParse(JSON.parse(body))
  if (!success) return
  const { job_id, state, reason, bytes_downloaded } = report
  const firmware = [
    report.firmware_bundle,
    report.firmware_version,
    report.firmware_name,
    report.firmware_size,
  ]
  const from = FIRMWARE_STATES.filter(
    (before) => canFirmwareGo(before, state) || (before === state && !isFirmwareDone(state)),
  )
  await client.query({
    ...REPORT,
    values: [spaceId, deviceId, job_id, at, state, from, reason, bytes_downloaded, ...firmware],
  })
}
