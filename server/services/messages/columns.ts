import { isoTime } from '../json'

/** Columns of a message `m` of the device `d`, as the contract answers them. */
export const MESSAGE_COLUMNS = `
  m.id, m.device_id, d.name as device_name, d.serial_number as device_serial_number,
  ${isoTime('m.created_at')} as created_at, m.type, m.direction, m.down_state, m.down_attempt,
  ${isoTime('m.down_state_at')} as down_state_at, ${isoTime('m.down_scheduled_at')} as down_scheduled_at,
  m.body, m.raw, m.codec_hash`

/** Joins the device `d` of a message `m`. */
export const JOIN_DEVICE = 'join device d on d.space_id = m.space_id and d.id = m.device_id'
