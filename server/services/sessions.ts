import { and, eq } from 'drizzle-orm'
import type { Session } from '#contract/devices'
import type { Db } from '../db/database'
import { deviceSession } from '../db/schema'
import { notFound } from '../errors'

/**
 * What the device said of itself at a boot; `sessionId` is the Unix time of the boot in seconds.
 * Spec 2, section 3.
 * @throws ApiError 404
 */
export async function readSession(
  db: Db,
  spaceId: string,
  deviceId: string,
  sessionId: number,
): Promise<Session> {
  const [session] = await db
    .select({ id: deviceSession.sessionId, device_id: deviceSession.deviceId, up: deviceSession.up })
    .from(deviceSession)
    .where(
      and(
        eq(deviceSession.spaceId, spaceId),
        eq(deviceSession.deviceId, deviceId),
        eq(deviceSession.sessionId, sessionId),
      ),
    )
  if (!session) throw notFound()
  return session
}
