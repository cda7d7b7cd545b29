import { and, eq, type SQL, sql } from 'drizzle-orm'
import { type AttentionKind, attentionKindSchema } from '#contract/overview'
import { deviceContact } from '../../db/schema'
import type { Caller } from '../common/caller'
import { hasAllowedTag, notOfMoved } from '../common/visibility'

/** The caller, the space and the time of a request. */
export interface Question {
  caller: Caller
  spaceId: string
  now: Date
}

/** The columns of every line; a source gives those of its kind. */
export const COLUMNS = {
  subject_id: 'uuid',
  since: 'timestamptz',
  count: 'int',
  connector_count: 'int',
  usual_interval: 'int',
  last_seen: 'timestamptz',
  alert_id: 'uuid',
  alert_count: 'int',
  acknowledged: 'jsonb',
  acknowledged_by: 'text',
  firmware_id: 'text',
  target: 'text',
  reason: 'text',
  status: 'int',
  error_code: 'text',
  error_detail: 'text',
  ends_at: 'timestamptz',
} as const
type Given = Partial<Record<keyof typeof COLUMNS, string>> & Record<'subject_id' | 'since', string>

/** The columns as the list of a `select`. */
export function listOf(given: Given): string {
  const columns = new Map<string, string>(Object.entries(given))
  const list = Object.entries(COLUMNS).map(
    ([name, type]) => `${columns.get(name) ?? 'null'}::${type} as ${name}`,
  )
  return list.join(', ')
}

/** Place of a kind in the list: in the order of the contract. */
export const placeOf = (kind: AttentionKind) => attentionKindSchema.options.indexOf(kind)

/** The columns that a source selects for the lines of a kind. */
export const selection = (kind: AttentionKind, given: Given): SQL =>
  sql.raw(`'${kind}' as kind, ${placeOf(kind)} as place, ${listOf(given)}`)

/** SQL condition: a row of `device_contact` is of a device of the space, which the caller sees. */
export const isSeen = ({ caller, spaceId }: Question) =>
  and(
    eq(deviceContact.spaceId, spaceId),
    sql.raw(notOfMoved('device_contact')),
    hasAllowedTag(caller, 'device', { spaceId: deviceContact.spaceId, id: deviceContact.deviceId }),
  )

/** SQL that joins the contact of the device in a row. */
export const joinContact = (row: string) =>
  sql.raw(
    `join device_contact on device_contact.space_id = ${row}.space_id and device_contact.device_id = ${row}.device_id`,
  )

export const CONTACT = {
  subject_id: 'device_contact.device_id',
  usual_interval: 'device_contact.usual_interval',
  last_seen: 'device_contact.last_seen',
}
