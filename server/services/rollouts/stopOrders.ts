import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { Queryable } from '../../db/database'
import { firmwareJob, message, rolloutDevice } from '../../db/schema'
import { DOWNLINK, noteEvents } from '../devices/downlinks'
import { cancelJobs } from '../devices/firmware'
import type { RolloutRow } from './rollouts'

interface By {
  at: Date
  userId: string | null
}

/** Events that one statement stores. */
const EVENTS = 1000

/**
 * Cancels the orders of a roll-out that no device has got yet, and those that it would still give. The transaction has locked it. What a
 * device has got goes on.
 */
export async function stopOrders(tx: Queryable, row: RolloutRow, { at, userId }: By): Promise<void> {
  const ofRollout = and(eq(rolloutDevice.spaceId, row.spaceId), eq(rolloutDevice.rolloutId, row.id))
  const ordered = and(ofRollout, eq(rolloutDevice.state, 'ordered'))
  const isOrdered: SQL = sql`exists (
    select from ${rolloutDevice} where ${ordered} and ${rolloutDevice.deviceId} = ${firmwareJob.deviceId}
      and ${rolloutDevice.messageId} = ${firmwareJob.id})`
  const jobs = and(eq(firmwareJob.spaceId, row.spaceId), eq(firmwareJob.state, 'scheduled'), isOrdered)
  await cancelJobs(tx, jobs, { at, reason: 'cancelled', userId })
  const cancelled = await tx
    .update(message)
    .set({ downState: 'cancelled', downStateAt: at })
    .from(rolloutDevice)
    .where(
      and(
        ordered,
        eq(message.spaceId, row.spaceId),
        eq(message.createdAt, rolloutDevice.orderedAt),
        eq(message.id, rolloutDevice.messageId),
        eq(message.downState, 'pending'),
      ),
    )
    .returning(DOWNLINK)
  for (let from = 0; from < cancelled.length; from += EVENTS)
    await noteEvents(tx, cancelled.slice(from, from + EVENTS), { type: 'downlink.cancelled', at, userId })
  const isCancelled = sql`exists (
    select from ${message} where ${message.spaceId} = ${row.spaceId} and ${message.createdAt} = ${rolloutDevice.orderedAt}
      and ${message.id} = ${rolloutDevice.messageId} and ${message.downState} = 'cancelled')`
  const ended = { state: 'cancelled', settledAt: at } as const
  await tx.update(rolloutDevice).set(ended).where(and(ordered, isCancelled))
  await tx
    .update(rolloutDevice)
    .set(ended)
    .where(and(ofRollout, eq(rolloutDevice.state, 'waiting')))
}
