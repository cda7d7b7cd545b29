import { and, eq } from 'drizzle-orm'
import { message } from '../../db/schema'
import type { Deps } from '../../deps'
import { ApiError, notFound } from '../../errors'
import type { Caller } from '../caller'
import { cancelJobs } from '../firmware/cancel'
import { isJob } from '../firmware/job'
import type { JsonText } from '../json'
import { noteEvents } from './events'
import { isMessage, readMessage } from './message'
import { checkPermission } from './permission'

/**
 * Cancels a pending downlink, and the firmware job that it tells of. Whoever comes first, this or the device that takes
 * it, is the only one. Spec 2, section 4.
 * @throws ApiError 403, 404, 409 when it is not pending
 */
export async function cancelMessage(
  { db, now }: Deps,
  caller: Caller,
  spaceId: string,
  messageId: string,
): Promise<JsonText> {
  const one = isMessage(spaceId, messageId)
  const find = async () => {
    const [found] = await db.select({ type: message.type, state: message.downState }).from(message).where(one)
    if (!found) throw notFound()
    return found
  }
  const { type } = await find()
  checkPermission(caller, type, 'delete')
  const at = now()
  const { userId } = caller
  const cancelled = await db.transaction(async (tx) => {
    const [row] = await tx
      .update(message)
      .set({ downState: 'cancelled', downStateAt: at })
      .where(and(one, eq(message.downState, 'pending')))
      .returning()
    if (!row) return undefined
    await noteEvents(tx, [row], { type: 'downlink.cancelled', at, userId })
    if (type === 'firmware')
      await cancelJobs(tx, isJob(spaceId, row.deviceId, row.id), { at, reason: null, userId })
    return readMessage(tx, spaceId, messageId)
  })
  if (cancelled) return cancelled
  const { state } = await find()
  throw new ApiError(409, `only a pending downlink can be cancelled; this message is ${state ?? 'an uplink'}`)
}
