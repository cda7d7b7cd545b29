import { and, eq, inArray, isNotNull, or, sql } from 'drizzle-orm'
import type { Queryable } from '../../db/database'
import { firmwareJob, message, rolloutDevice } from '../../db/schema'
import { cancelWaiting } from '../devices/downlinks'
import { cancelJobs } from '../devices/firmware'
import type { RolloutRow } from './rollouts'

/** Downlinks that one statement cancels. */
const BATCH = 1000

/**
 * Cancels the orders of a roll-out that no device has got yet, and those that it would still give. The transaction has locked it. What a
 * device has got goes on.
 */
export async function stopOrders(
  tx: Queryable,
  { spaceId, id }: Pick<RolloutRow, 'spaceId' | 'id'>,
  by: { at: Date; userId: string | null },
): Promise<void> {
  const ofRollout = and(eq(rolloutDevice.spaceId, spaceId), eq(rolloutDevice.rolloutId, id))
  // Its downlink waits for its restoration.
  const isInTrash = and(eq(rolloutDevice.state, 'failed'), eq(rolloutDevice.reason, 'deleted'))
  const cancelled = { state: 'cancelled', settledAt: by.at } as const
  await tx
    .update(rolloutDevice)
    .set(cancelled)
    .where(and(ofRollout, eq(rolloutDevice.state, 'waiting')))
  const ordered = await tx
    .select({ messageId: sql<string>`${rolloutDevice.messageId}` })
    .from(rolloutDevice)
    .where(
      and(ofRollout, or(eq(rolloutDevice.state, 'ordered'), isInTrash), isNotNull(rolloutDevice.messageId)),
    )
  for (let from = 0; from < ordered.length; from += BATCH) {
    const ids = ordered.slice(from, from + BATCH).map(({ messageId }) => messageId)
    const rows = await cancelWaiting(tx, spaceId, ids, { ...by, which: eq(message.downState, 'pending') })
    if (rows.length === 0) continue
    const gone = rows.map((row) => row.id)
    const jobs = and(eq(firmwareJob.spaceId, spaceId), inArray(firmwareJob.id, gone))
    await cancelJobs(tx, { spaceId, jobs }, { ...by, reason: 'cancelled' })
    await tx
      .update(rolloutDevice)
      .set(cancelled)
      .where(and(ofRollout, eq(rolloutDevice.state, 'ordered'), inArray(rolloutDevice.messageId, gone)))
  }
}
