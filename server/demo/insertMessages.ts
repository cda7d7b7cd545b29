import { sql } from 'drizzle-orm'
import { type FirmwareReport, firmwareOrderSchema, firmwareReportSchema } from '#contract/firmware'
import type { DOWNLINK_EVENTS } from '#contract/messages'
import type { Queryable } from '../db/database'
import { firmwareJob, messageEvent } from '../db/schema'
import { newId } from '../services/common/ids'
import type { PastMessage } from './history'

/** Stores the messages of a device in one statement, with their events and firmware jobs. */
export async function insertMessages(db: Queryable, ref: Ref, messages: PastMessage[]): Promise<void> {
  await db.execute(sql`
    insert into message
      (space_id, device_id, id, created_at, type, direction, down_state, down_state_at, down_attempt, body, raw,
        codec_hash, down_awaits, down_outcome, down_reason, down_confirmed_at, expires_at)
    select ${ref.spaceId}, ${ref.deviceId}, id, created_at, type, direction, down_state, down_state_at,
      case down_state when 'sent' then 1 when 'pending' then 0 end, body, raw, codec_hash,
      coalesce(down_awaits, false), down_outcome, down_reason, down_confirmed_at, expires_at
    from json_to_recordset(${JSON.stringify(messages)}) as past
      (id uuid, created_at timestamptz, type text, direction text, down_state text, down_state_at timestamptz,
       body text, raw text, codec_hash text, down_awaits boolean, down_outcome text, down_reason text,
       down_confirmed_at timestamptz, expires_at timestamptz)`)
  const events = messages.flatMap((message) => eventsOf(ref, message))
  if (events.length > 0) await db.insert(messageEvent).values(events)
  const jobs = pastJobs(ref, messages)
  if (jobs.length > 0) await db.insert(firmwareJob).values(jobs)
}

/** The events of a downlink, in order. */
function eventsOf(
  ref: Ref,
  { id: messageId, created_at, direction, down_state, down_state_at, ...rest }: PastMessage,
) {
  if (direction === 'up') return []
  const { down_outcome, down_reason, down_confirmed_at } = rest
  const event = (type: (typeof DOWNLINK_EVENTS)[number], createdAt: Date, body: object | null = null) => ({
    ...ref,
    messageCreatedAt: created_at,
    messageId,
    id: newId(createdAt.getTime()),
    createdAt,
    type,
    body,
  })
  const scheduled = event('downlink.scheduled', created_at)
  if (down_state === 'pending') return [scheduled]
  if (down_state !== 'sent') {
    const end = down_outcome ? (`downlink.${down_outcome}` as const) : 'downlink.cancelled'
    return [scheduled, event(end, down_state_at ?? created_at)]
  }
  const sent = event('downlink.sent', down_state_at ?? created_at)
  if (!down_outcome || !down_confirmed_at) return [scheduled, sent]
  const reason = down_reason ? { reason: down_reason } : null
  return [scheduled, sent, event(`downlink.${down_outcome}`, down_confirmed_at, reason)]
}

type Job = typeof firmwareJob.$inferInsert

/** Ids of a device. */
export type Ref = Pick<Job, 'spaceId' | 'deviceId'>

interface Reported {
  at: Date
  report: FirmwareReport
}

/** The firmware jobs in the messages of a device. */
function pastJobs(ref: Ref, messages: PastMessage[]): Job[] {
  const firmware = messages.filter(({ type }) => type === 'firmware')
  const reports = firmware
    .filter(({ direction }) => direction === 'up')
    .map(({ created_at: at, body }) => ({ at, report: firmwareReportSchema.parse(JSON.parse(body ?? '')) }))
  return firmware
    .filter(({ direction }) => direction === 'down')
    .map((order) =>
      jobOf(
        ref,
        order,
        reports.filter(({ report }) => report.job_id === order.id),
      ),
    )
}

function jobOf(ref: Ref, order: PastMessage, reports: Reported[]): Job {
  const { firmware_id: firmwareId, target } = firmwareOrderSchema.parse(JSON.parse(order.body ?? ''))
  const cancelled = order.down_state === 'cancelled'
  const since = (state: FirmwareReport['state']) => reports.find(({ report }) => report.state === state)?.at
  const known: Partial<FirmwareReport> = Object.assign({}, ...reports.map(({ report }) => report))
  return {
    ...ref,
    id: order.id,
    firmwareId,
    target,
    state: cancelled ? 'canceled' : known.state,
    reason: known.reason,
    firmwareBundle: known.firmware_bundle,
    firmwareVersion: known.firmware_version,
    firmwareName: known.firmware_name,
    firmwareSize: known.firmware_size,
    bytesDownloaded: known.bytes_downloaded,
    scheduledAt: order.created_at,
    downloadStartedAt: since('downloading'),
    swapStartedAt: since('swapping'),
    updatedAt: cancelled ? order.down_state_at : reports.at(-1)?.at,
  }
}
