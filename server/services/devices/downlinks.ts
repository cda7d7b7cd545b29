import { and, eq } from 'drizzle-orm'
import { allowsDownlinks, NO_DOWNLINKS } from '#contract/messages'
import type { Queryable } from '../../db/database'
import { device, deviceTag, tag } from '../../db/schema'
import { ApiError, notFound } from '../../errors'

/**
 * Makes sure that the device is there and that its tags let downlinks through. They are the device's state, no right of
 * the caller's, and a console that is told 403 leaves the page.
 * @throws ApiError 404, 409
 */
export async function checkTakesDownlinks(db: Queryable, spaceId: string, deviceId: string): Promise<void> {
  const rows = await db
    .select({ access_type: tag.accessType })
    .from(device)
    .leftJoin(deviceTag, and(eq(deviceTag.spaceId, device.spaceId), eq(deviceTag.deviceId, device.id)))
    .leftJoin(tag, and(eq(tag.spaceId, deviceTag.spaceId), eq(tag.id, deviceTag.tagId)))
    .where(and(eq(device.spaceId, spaceId), eq(device.id, deviceId)))
  if (rows.length === 0) throw notFound()
  const tags = rows.flatMap(({ access_type }) => (access_type === null ? [] : { access_type }))
  if (!allowsDownlinks(tags)) throw new ApiError(409, NO_DOWNLINKS)
}
