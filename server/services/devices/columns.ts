import type { DEVICE_SORTS } from '#contract/devices'
import { isoTime } from '../json'
import { tagsOf } from '../tags'

/**
 * What each sort compares, exactly as the indexes of the table have it; the id decides between equals.
 * Devices that were never seen, and those without an external id, come before all others when ascending.
 */
export const SORT_KEYS: Record<(typeof DEVICE_SORTS)[number], string> = {
  id: 'd.id',
  name: 'd.name',
  serial_number: 'd.serial_number',
  external_id: `coalesce(d.external_id, '')`,
  last_seen: `coalesce(d.last_seen, '-infinity'::timestamptz)`,
  session_id: 'd.session_id',
}

/** Columns of a device `d` as the contract answers it, with its tags by name. */
export const DEVICE_COLUMNS = `
  d.id, d.name, d.comment, d.serial_number, d.external_id,
  ${tagsOf('device', 'd')} as tags,
  d.label, d.session_id, ${isoTime('d.last_seen')} as last_seen, ${isoTime('d.created_at')} as created_at,
  d.config_hash, d.decoder_hash, d.encoder_hash, d.dashboard_type`
