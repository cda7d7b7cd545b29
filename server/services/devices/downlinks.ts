import { and, eq } from 'drizzle-orm'
import { allowsDownlinks, type DOWNLINK_EVENTS, type MessageType, NO_DOWNLINKS } from '#contract/messages'
import type { Queryable } from '../../db/database'
import { device, deviceTag, message, messageEvent, tag } from '../../db/schema'
import type { Deps } from '../../deps'
import { ApiError } from '../../errors'
import { type Change, note } from '../audit/note'
import type { Caller } from '../common/caller'
import { newId } from '../common/ids'
import { enqueueDeliveries } from '../deliveries/enqueue'
import { lockDevice } from './lockDevice'

/** Whether the tags of a device allow downlinks. */
export async function takesDownlinks(tx: Queryable, spaceId: string, deviceId: string): Promise<boolean> {
  const tags = await tx
    .select({ access_type: tag.accessType })
    .from(deviceTag)
    .innerJoin(tag, and(eq(tag.spaceId, deviceTag.spaceId), eq(tag.id, deviceTag.tagId)))
    .where(and(eq(deviceTag.spaceId, spaceId), eq(deviceTag.deviceId, deviceId)))
  return allowsDownlinks(tags)
}

/**
 * Checks that the device exists and that its tags allow downlinks, and locks it in its space until the transaction ends.
 * @throws ApiError 404, 409: not 403, which would be about the caller's permission and make a console leave the page
 */
export async function checkTakesDownlinks(tx: Queryable, spaceId: string, deviceId: string): Promise<void> {
  await lockDevice(tx, { spaceId, deviceId })
  if (!(await takesDownlinks(tx, spaceId, deviceId))) throw new ApiError(409, NO_DOWNLINKS)
}

interface NewDownlink {
  spaceId: string
  deviceId: string
  type: MessageType
  /** JSON text. */
  body: string
}

/**
 * Stores a pending downlink with its event. Connectors that it triggers will deliver it.
 * @returns its id, which contains the time
 */
export async function insertDownlink(
  tx: Queryable,
  downlink: NewDownlink,
  { at, userId, id = newId(at) }: { at: Date; userId: string | null; id?: string },
): Promise<string> {
  const row = {
    ...downlink,
    id,
    createdAt: at,
    direction: 'down' as const,
    downState: 'pending' as const,
    downStateAt: at,
    downAttempt: 0,
  }
  await tx.insert(message).values(row)
  await noteEvents(tx, [row], { type: 'downlink.scheduled', at, userId })
  await enqueueDeliveries(tx, { ...downlink, id, direction: 'down' }, at)
  return id
}

/** What the audit log records of a downlink or a firmware job. */
interface DownlinkChange extends Pick<Change, 'action' | 'before' | 'after'> {
  spaceId: string
  deviceId: string
  id: string
}

/** Records a downlink or a firmware job of a device in the audit log, without its body. */
export async function noteDownlink(
  tx: Queryable,
  deps: Pick<Deps, 'now'>,
  caller: Caller,
  { id, deviceId, spaceId, ...change }: DownlinkChange,
): Promise<void> {
  const [found] = await tx
    .select({ name: device.name })
    .from(device)
    .where(and(eq(device.spaceId, spaceId), eq(device.id, deviceId)))
  await note(tx, deps, caller, { ...change, spaceId, target: { id, name: found?.name ?? null } })
}

/** The columns of a downlink that an event needs. */
export const DOWNLINK = {
  spaceId: message.spaceId,
  createdAt: message.createdAt,
  id: message.id,
  deviceId: message.deviceId,
}
type Row = Pick<typeof message.$inferSelect, keyof typeof DOWNLINK>

/** Stores an event of each downlink. `userId` is the person who caused it, null if nobody did. */
export async function noteEvents(
  tx: Queryable,
  downlinks: Row[],
  { type, at, userId }: { type: (typeof DOWNLINK_EVENTS)[number]; at: Date; userId: string | null },
): Promise<void> {
  if (downlinks.length === 0) return
  await tx.insert(messageEvent).values(
    downlinks.map(({ spaceId, createdAt, id, deviceId }) => ({
      spaceId,
      messageCreatedAt: createdAt,
      messageId: id,
      id: newId(at),
      deviceId,
      createdAt: at,
      type,
      body: userId === null ? null : { user_id: userId },
    })),
  )
}
