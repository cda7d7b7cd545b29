import { and, desc, eq } from 'drizzle-orm'
import type { FirmwareJob } from '#contract/firmware'
import type { Queryable } from '../../db/database'
import { device, firmwareJob } from '../../db/schema'
import { notFound } from '../../errors'

type Row = typeof firmwareJob.$inferSelect

const isoOrNull = (time: Date | null) => time?.toISOString() ?? null

/** A stored job as the contract answers it. */
export const toJob = (row: Row): FirmwareJob => ({
  id: row.id,
  firmware_id: row.firmwareId,
  target: row.target,
  state: row.state,
  reason: row.reason,
  firmware_bundle: row.firmwareBundle,
  firmware_version: row.firmwareVersion,
  firmware_name: row.firmwareName,
  firmware_size: row.firmwareSize,
  bytes_downloaded: row.bytesDownloaded,
  scheduled_at: row.scheduledAt.toISOString(),
  download_started_at: isoOrNull(row.downloadStartedAt),
  swap_started_at: isoOrNull(row.swapStartedAt),
  updated_at: isoOrNull(row.updatedAt),
})

/** The firmware jobs of a device, newest first. Spec 2, section 7. @throws ApiError 404 */
export async function listFirmware(
  db: Queryable,
  spaceId: string,
  deviceId: string,
  limit: number,
): Promise<FirmwareJob[]> {
  const rows = await db
    .select()
    .from(firmwareJob)
    .where(and(eq(firmwareJob.spaceId, spaceId), eq(firmwareJob.deviceId, deviceId)))
    .orderBy(desc(firmwareJob.id))
    .limit(limit)
  if (rows.length === 0) await checkDevice(db, spaceId, deviceId)
  return rows.map(toJob)
}

async function checkDevice(db: Queryable, spaceId: string, deviceId: string) {
  const found = await db
    .select({ id: device.id })
    .from(device)
    .where(and(eq(device.spaceId, spaceId), eq(device.id, deviceId)))
  if (found.length === 0) throw notFound()
}
