import { and, desc, eq } from 'drizzle-orm'
import type { FirmwareJob } from '#contract/firmware'
import type { Queryable } from '../../db/database'
import { device, firmwareJob } from '../../db/schema'
import { notFound } from '../../errors'
import { isOfDevice, toJob } from './job'

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
    .where(isOfDevice(spaceId, deviceId))
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
