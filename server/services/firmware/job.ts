import { and, eq } from 'drizzle-orm'
import type { FirmwareJob } from '#contract/firmware'
import { firmwareJob } from '../../db/schema'

/** The jobs of a device. */
export const isOfDevice = (spaceId: string, deviceId: string) =>
  and(eq(firmwareJob.spaceId, spaceId), eq(firmwareJob.deviceId, deviceId))

/** One job of a device. */
export const isJob = (spaceId: string, deviceId: string, jobId: string) =>
  and(isOfDevice(spaceId, deviceId), eq(firmwareJob.id, jobId))

const isoOrNull = (time: Date | null) => time?.toISOString() ?? null

/** A stored job as the contract answers it. */
export const toJob = (row: typeof firmwareJob.$inferSelect): FirmwareJob => ({
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
