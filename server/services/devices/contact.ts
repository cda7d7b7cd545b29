import { and, eq, type SQL, sql } from 'drizzle-orm'
import { type Device, type DeviceContact, type DeviceState, deviceStateSchema } from '#contract/devices'
import { device, deviceContact } from '../../db/schema'
import type { Deps } from '../../deps'
import type { Caller } from '../common/caller'
import { type Columns, clockAt, objectText, timeColumn } from '../common/columns'
import { isoTime } from '../common/json'
import { hasAllowedTag, notOfMoved } from '../common/visibility'
import type { OneDevice } from './lockDevice'

/** Seconds from the beginning of a contact in which every message belongs to it. */
export const CONTACT_SECONDS = 5
/** The same as a fraction of the usual interval: a device may send several messages over some minutes. */
const CONTACT_PART = 0.1
/** Number of intervals between contacts that a rhythm is learned from. */
const SPANS = 19
/** A longer interval counts as this one, of ten years. */
const SPAN_MAX = 315_360_000

const after = (at: string, seconds: string) => `${at} + ${seconds} * interval '1 second'`

/** The columns that the beginning of a contact changes, in the order of their values. */
const LEARNT = 'contact_at, spans, usual_interval, expected_at, late_at, silent_at'
const learnt = (at: string, spans: string) =>
  `${at}, ${spans}, r.usual, ${after(at, 'r.expected')}, ${after(at, 'r.late')}, ${after(at, 'r.silent')}`

/**
 * SQL of the assignments by which the row `d` of `device_contact` learns of an uplink of its device.
 * @param at SQL of the time
 * @param sessionId SQL of the session that a message opened; null if none did
 */
export function contactAssignments(at: string, sessionId: string): string {
  const isNew = `(d.contact_at is null
    or ${at} > d.contact_at + greatest(${CONTACT_SECONDS}, ${CONTACT_PART} * d.usual_interval) * interval '1 second')`
  const span = `case when d.contact_at is not null
    then least(extract(epoch from ${at} - d.contact_at), ${SPAN_MAX})::integer end`
  return `
  last_seen = greatest(d.last_seen, ${at}), session_id = greatest(d.session_id, ${sessionId}),
  (${LEARNT}) = (
    select ${learnt(at, 'n.spans')}
    from (select (array_remove(array[${span}], null) || d.spans)[1:${SPANS}] as spans) n, device_rhythm(n.spans) r
    where ${isNew}
    union all
    select d.contact_at, d.spans, d.usual_interval, d.expected_at, d.late_at, d.silent_at where not ${isNew}
  )`
}

/**
 * SQL of the assignments that give a row of `device_contact` a past.
 * @param contactAt beginning of its last contact
 * @param spans seconds between its last contacts, the newest first
 */
export const learntFrom = (contactAt: Date, spans: readonly number[]): SQL => sql`
  (${sql.raw(LEARNT)}) = (
    select ${sql.raw(learnt('n.at', 'n.spans'))}
    from (select ${contactAt}::timestamptz as at, ${sql.param(spans.slice(0, SPANS))}::integer[] as spans) n,
      device_rhythm(n.spans) r)`

/** SQL of a value for each state of a device, by its row of `device_contact`; the rule is that of `stateAt` in the contract. */
const byState = (row: string, now: string, values: Record<DeviceState, string>): string => `
  case when ${row}.last_seen is null then ${values.never}
    when ${row}.silent_at <= ${now} then ${values.silent}
    when ${row}.late_at <= ${now} then ${values.late}
    else ${values.on_time} end`

/** The table of contacts, and the SQL condition that joins its row to the device. */
export const CONTACT = {
  table: 'device_contact',
  id: 'device_id',
  on: 'device_contact.space_id = device.space_id and device_contact.device_id = device.id',
}

/** The condition that a row is the contact of this device. */
export const isContactOf = ({ spaceId, deviceId }: OneDevice) =>
  and(eq(deviceContact.spaceId, spaceId), eq(deviceContact.deviceId, deviceId))

/** SQL of a column of the contact of the device in a row, for statements that show it for some rows only. */
export const ofContact = (
  column: 'last_seen' | 'session_id' | 'expected_at' | 'confirms',
  row: string,
): string =>
  `(select k.${column} from device_contact k where k.space_id = ${row}.space_id and k.device_id = ${row}.id)`

/**
 * The contact of a device as it is returned; null for a device that was moved away. It reads both rows of the device.
 * @param now SQL of the time
 */
export function contactColumn(now: string): SQL<Device['contact']> {
  const states = { silent: "'silent'", late: "'late'", on_time: "'on_time'", never: "'never'" }
  const lastSeen = 'device_contact.last_seen'
  const since = { silent: lastSeen, late: 'device_contact.expected_at', on_time: lastSeen, never: 'null' }
  const columns = {
    state: sql<DeviceState>`${sql.raw(byState('device_contact', now, states))}`,
    since: sql<string | null>`${sql.raw(isoTime(byState('device_contact', now, since)))}`,
    usual_interval: deviceContact.usualInterval,
    expected_at: timeColumn(deviceContact.expectedAt),
    late_at: timeColumn(deviceContact.lateAt),
    silent_at: timeColumn(deviceContact.silentAt),
  } satisfies Columns<DeviceContact>
  return sql`case when ${device.movedAt} is null then ${sql.raw(objectText(columns))} end`
}

/**
 * SQL condition: a device is in one of the states. It is the rule of `byState` by columns alone, so that the planner knows how many rows
 * match.
 */
export function isInState(states: readonly DeviceState[], now: string): string {
  const conditions: Record<DeviceState, string> = {
    silent: `device_contact.silent_at <= ${now}`,
    late: `device_contact.late_at <= ${now} and device_contact.silent_at > ${now}`,
    on_time: `device_contact.late_at > ${now}`,
    // The time is already a value of the statement, and PostgreSQL refuses values that nothing uses.
    never: `device_contact.last_seen is null and ${now} is not null`,
  }
  return `(${states.map((state) => conditions[state]).join(' or ')})`
}

const STATE_COUNTS = deviceStateSchema.options
  .map((state) => `count(*) filter (where ${isInState([state], 'clock.at')})::int as ${state}`)
  .join(', ')

/** How many devices of a space are in each state, of those that the caller sees: the same devices as in the device list. */
export async function countStates(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  caller: Caller,
  spaceId: string,
): Promise<Record<DeviceState, number>> {
  const { rows } = await db.execute<Record<DeviceState, number>>(sql`
    select ${sql.raw(STATE_COUNTS)} from ${deviceContact} cross join ${clockAt(now())}
    where ${and(
      eq(deviceContact.spaceId, spaceId),
      sql.raw(notOfMoved(CONTACT.table)),
      hasAllowedTag(caller, 'device', { spaceId: deviceContact.spaceId, id: deviceContact.deviceId }),
    )}`)
  return rows[0] ?? { silent: 0, late: 0, on_time: 0, never: 0 }
}

/** An interval that PostgreSQL adds without a calendar; longer than any time since 1970. */
const apart = (times: number) => `interval '${times * 10_000_000} hours'`

/**
 * SQL of a time that sorts the worst state first, and in each state the device that has been in it for longest. Devices that were never
 * seen come last.
 */
export const stateRank = (row: string, now: string): string =>
  byState(row, now, {
    silent: `${row}.last_seen`,
    late: `${row}.expected_at + ${apart(1)}`,
    on_time: `${row}.last_seen + ${apart(2)}`,
    never: "'infinity'::timestamptz",
  })

/**
 * SQL of the boots of the device in a row of another table: `session_id` is the Unix time of each in seconds.
 * @param from SQL of the time after which they are counted
 */
export const bootsOf = (row: string, from: string): string => `
  select s.session_id from device_session s
  where s.space_id = ${row}.space_id and s.device_id = ${row}.device_id and s.session_id > ${from}`
