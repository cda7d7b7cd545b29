import type { DOWNLINK_EVENTS } from '#contract/messages'
import type { Queryable } from '../../db/database'
import { type message, messageEvent } from '../../db/schema'
import { newId } from '../ids'

type Row = Pick<typeof message.$inferSelect, 'spaceId' | 'createdAt' | 'id' | 'deviceId'>

/** Notes what a person did to downlinks, in the transaction that does it; `userId` is null when nobody did. */
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
