import { type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Message } from '#contract/messages'
import { device, message } from '../../db/schema'
import { type Columns, selectText, timeColumn } from '../common/columns'
import { isoTime } from '../common/json'
import { ofContact } from '../devices/contact'

const m = alias(message, 'm')
const d = alias(device, 'd')

/**
 * The serial number of the hardware of a device `d` that a message `m` came from or went to, because hardware may be replaced. A pending
 * downlink goes to the current hardware. The ids of replacements are in the order of time, and in the index.
 */
export const serialNumberAt = (device: string, message: string): SQL<string> =>
  sql<string>`${sql.raw(`coalesce((
    select r.old_serial_number from device_replacement r
    where r.space_id = ${device}.space_id and r.device_id = ${device}.id and ${message}.down_state is distinct from 'pending'
      and r.created_at > case ${message}.direction when 'down' then coalesce(${message}.down_state_at, ${message}.created_at)
        else ${message}.created_at end
    order by r.id limit 1), ${device}.serial_number)`)}`

/** Columns of a message `m` of the device `d`. */
export const MESSAGE_COLUMNS = selectText({
  id: m.id,
  device_id: m.deviceId,
  device_name: d.name,
  device_serial_number: serialNumberAt('d', 'm'),
  created_at: timeColumn(m.createdAt),
  measured_at: timeColumn(m.measuredAt),
  type: m.type,
  direction: m.direction,
  down_state: m.downState,
  down_attempt: sql<number>`coalesce(${m.downAttempt}, 0)`,
  down_state_at: timeColumn(m.downStateAt),
  down_scheduled_at: timeColumn(m.downScheduledAt),
  down_awaits: m.downAwaits,
  down_outcome: m.downOutcome,
  down_confirmed_at: timeColumn(m.downConfirmedAt),
  down_reason: m.downReason,
  expires_at: timeColumn(m.expiresAt),
  down_expected_at: sql<string | null>`${sql.raw(`case when m.down_state = 'pending' or m.down_awaits
    then ${isoTime(ofContact('expected_at', 'd'))} end`)}`,
  device_confirms: sql<
    boolean | null
  >`${sql.raw(`case when m.direction = 'down' then ${ofContact('confirms', 'd')} end`)}`,
  body: m.body,
  raw: m.raw,
  codec_hash: m.codecHash,
} satisfies Columns<Message>)

/** Joins the device `d` of a message `m`. */
export const JOIN_DEVICE = 'join device d on d.space_id = m.space_id and d.id = m.device_id'
