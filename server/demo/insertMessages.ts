import { sql } from 'drizzle-orm'
import type { DOWNLINK_EVENTS } from '#contract/messages'
import type { Queryable } from '../db/database'
import { firmwareJob, messageEvent } from '../db/schema'
import type { PastMessage } from './history'
import { newId } from './ids'
import { pastJobs, type Ref } from './jobs'

/** Stores the messages of a device, one statement for all, with what happened to them and the jobs they tell of. */
export async function insertMessages(db: Queryable, ref: Ref, messages: PastMessage[]): Promise<void> {
  await db.execute(sql`
    insert into message
      (space_id, device_id, id, created_at, type, direction, down_state, down_state_at, down_attempt, body, raw,
        codec_hash)
    select ${ref.spaceId}, ${ref.deviceId}, id, created_at, type, direction, down_state, down_state_at,
      case down_state when 'sent' then 1 when 'pending' then 0 end, body, raw, codec_hash
    from json_to_recordset(${JSON.stringify(messages)}) as past
      (id uuid, created_at timestamptz, type text, direction text, down_state text, down_state_at timestamptz,
       body text, raw text, codec_hash text)`)
  const events = messages.flatMap((message) => eventsOf(ref, message))
  if (events.length > 0) await db.insert(messageEvent).values(events)
  const jobs = pastJobs(ref, messages)
  if (jobs.length > 0) await db.insert(firmwareJob).values(jobs)
}

/** What happened to a downlink, in its order. */
function eventsOf(
  ref: Ref,
  { id: messageId, created_at, direction, down_state, down_state_at }: PastMessage,
) {
  if (direction === 'up') return []
  const event = (type: (typeof DOWNLINK_EVENTS)[number], createdAt: Date) => ({
    ...ref,
    messageCreatedAt: created_at,
    messageId,
    id: newId(createdAt.getTime()),
    createdAt,
    type,
  })
  const scheduled = event('downlink.scheduled', created_at)
  if (down_state === 'pending') return [scheduled]
  const last = down_state === 'sent' ? 'downlink.sent' : 'downlink.cancelled'
  return [scheduled, event(last, down_state_at ?? created_at)]
}
