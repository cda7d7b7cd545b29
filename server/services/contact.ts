import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { Device, DeviceContact, DeviceState } from '#contract/devices'
import { device } from '../db/schema'
import { type Columns, objectText, timeColumn } from './columns'

/** Seconds from the beginning of a contact in which every message belongs to it. */
const CONTACT_SECONDS = 5
/** The same as a part of the usual interval: a device may send several messages over some minutes. */
const CONTACT_PART = 0.1
/** Number of spans between contacts that a rhythm is learnt from. */
const SPANS = 19
/** A longer span counts as this one, of ten years. */
const SPAN_MAX = 315_360_000

const after = (at: string, seconds: string) => `${at} + ${seconds} * interval '1 second'`

/** The columns that the beginning of a contact changes, and SQL of their values. */
const LEARNT = 'contact_at, spans, usual_interval, expected_at, late_at, silent_at'
const learnt = (at: string, spans: string) =>
  `${at}, ${spans}, r.usual, ${after(at, 'r.expected')}, ${after(at, 'r.late')}, ${after(at, 'r.silent')}`

/**
 * SQL of the assignments by which the row `d` of a device learns that it was heard of.
 * @param at SQL of the time
 * @param sessionId SQL of the session that a message opened; null when none did
 */
export function heardAt(at: string, sessionId: string): string {
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
 * SQL of the assignments by which the row of a device has a past.
 * @param contactAt when its last contact began
 * @param spans seconds between its last contacts, the newest first
 */
export const learntFrom = (contactAt: Date, spans: readonly number[]): SQL => sql`
  (${sql.raw(LEARNT)}) = (
    select ${sql.raw(learnt('n.at', 'n.spans'))}
    from (select ${contactAt}::timestamptz as at, ${sql.param(spans.slice(0, SPANS))}::integer[] as spans) n,
      device_rhythm(n.spans) r)`

const stateAt = (now: SQL): SQL<DeviceState> => sql`
  case when ${device.lastSeen} is null then 'never' when ${device.silentAt} <= ${now} then 'silent'
    when ${device.lateAt} <= ${now} then 'late' else 'on_time' end`

/** What is told of a device's contact at a time; null for one that was moved away. */
export function contactColumn(now: SQL): SQL<Device['contact']> {
  const state = stateAt(now)
  const columns: Record<keyof DeviceContact, SQLWrapper> & Columns<DeviceContact> = {
    state,
    since: sql<
      string | null
    >`case ${state} when 'late' then ${timeColumn(device.expectedAt)} else ${timeColumn(device.lastSeen)} end`,
    usual_interval: device.usualInterval,
    expected_at: timeColumn(device.expectedAt),
    late_at: timeColumn(device.lateAt),
    silent_at: timeColumn(device.silentAt),
  }
  return sql`case when ${device.movedAt} is null then ${sql.raw(objectText(columns))} end`
}

/** SQL of the condition that a device which is here is in one of the states. */
export function isInState(states: readonly DeviceState[], now: string): string {
  const isSilent = `device.silent_at <= ${now}`
  const isLate = `device.late_at <= ${now}`
  const conditions: Record<DeviceState, string> = {
    silent: isSilent,
    late: `${isLate} and device.silent_at > ${now}`,
    on_time: `device.late_at > ${now}`,
    never: 'device.last_seen is null',
  }
  return `(device.moved_at is null and (${states.map((state) => conditions[state]).join(' or ')}))`
}

/** Of a kind that PostgreSQL adds without a calendar; more than any time since 1970. */
const apart = (times: number) => `interval '${times * 10_000_000} hours'`

/**
 * SQL of a time that sorts the worst state first, and in each state what is in it for longest. Devices that were never heard
 * of come last.
 */
export const stateRank = (row: string, now: string): string => `
  case when ${row}.last_seen is null then 'infinity'::timestamptz
    when ${row}.silent_at <= ${now} then ${row}.last_seen
    when ${row}.late_at <= ${now} then ${row}.expected_at + ${apart(1)}
    else ${row}.last_seen + ${apart(2)} end`
