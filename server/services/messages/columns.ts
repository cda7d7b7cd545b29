import { alias } from 'drizzle-orm/pg-core'
import type { Message } from '#contract/messages'
import { device, message } from '../../db/schema'
import { type Columns, selectText, timeColumn } from '../columns'

const m = alias(message, 'm')
const d = alias(device, 'd')

/** Columns of a message `m` of the device `d`. */
export const MESSAGE_COLUMNS = selectText({
  id: m.id,
  device_id: m.deviceId,
  device_name: d.name,
  device_serial_number: d.serialNumber,
  created_at: timeColumn(m.createdAt),
  type: m.type,
  direction: m.direction,
  down_state: m.downState,
  down_attempt: m.downAttempt,
  down_state_at: timeColumn(m.downStateAt),
  down_scheduled_at: timeColumn(m.downScheduledAt),
  body: m.body,
  raw: m.raw,
  codec_hash: m.codecHash,
} satisfies Columns<Message>)

/** Joins the device `d` of a message `m`. */
export const JOIN_DEVICE = 'join device d on d.space_id = m.space_id and d.id = m.device_id'
