import type { MessageCreate, MessageType } from '#contract/messages'
import { type Queryable, violatedConstraint } from '../../db/database'
import { withPartitionOf } from '../../db/partitions'
import { message } from '../../db/schema'
import type { Deps } from '../../deps'
import { notFound } from '../../errors'
import type { Caller } from '../caller'
import { enqueueDeliveries } from '../deliveries'
import { checkTakesDownlinks } from '../devices'
import { newId } from '../ids'
import type { JsonText } from '../json'
import { bodyOf, checkDownlink } from './body'
import { noteEvents } from './events'
import { readMessage } from './message'
import { checkPermission } from './permission'

interface NewDownlink {
  spaceId: string
  deviceId: string
  type: MessageType
  /** JSON text. */
  body: string
}

/**
 * Stores a pending downlink with its event. Connectors that it triggers will deliver it.
 * @returns its id, which is made of the time
 */
export async function insertDownlink(
  deps: Pick<Deps, 'queue'>,
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
  await enqueueDeliveries(deps, tx, [{ ...downlink, id, direction: 'down' }], at)
  return id
}

/**
 * Schedules a downlink. Spec 2, sections 5 and 7.
 * @throws ApiError 400, 403, 404 for a device of elsewhere, 409 when the device takes no downlinks
 */
export async function createMessage(
  { db, now, queue }: Deps,
  caller: Caller,
  spaceId: string,
  { device_id: deviceId, type, body: given }: MessageCreate,
): Promise<JsonText> {
  checkPermission(caller, type, 'create')
  const { text: body, value } = bodyOf(given)
  checkDownlink(type, value)
  const at = now()
  const store = () =>
    db.transaction(async (tx) => {
      await checkTakesDownlinks(tx, spaceId, deviceId)
      const downlink = { spaceId, deviceId, type, body }
      const id = await insertDownlink({ queue }, tx, downlink, { at, userId: caller.userId })
      return readMessage(tx, spaceId, id)
    })
  try {
    const created = await withPartitionOf(db.$client, at, store)
    queue.wake()
    return created
  } catch (error) {
    // The device was deleted in the meantime.
    if (violatedConstraint(error) === 'message_device') throw notFound()
    throw error
  }
}
