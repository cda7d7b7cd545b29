import type { PoolClient } from 'pg'
import { boundOf } from '../../db/idBounds'
import { type Scope, ScopeStatement } from './which'

/** The next message of a replay. */
export interface ReplayedMessage {
  id: string
  createdAt: Date
  deviceId: string
}

/** The position of a replay. */
export interface Cursor {
  /** Time of the last message; if only failed ones are replayed, that of the message of their delivery. */
  at: Date | null
  /** Id of that message, or of that delivery. */
  atId: string | null
}

/** The next messages in the order of time. */
export interface Step extends Cursor {
  messages: ReplayedMessage[]
  /** Whether none are left after these. */
  isEnd: boolean
}

interface Row extends ReplayedMessage {
  cursorAt: Date
  cursorId: string
  /** Whether it is in the scope; other rows only advance the position. */
  fits: boolean
}

/** Messages that one step reads, whether they are in the scope or not. */
const LOOK_AT = 1000
/** Devices that are read one by one, if few messages of the space are in the scope. */
const ASKED_MAX = 200
const FIRST_ID = '00000000-0000-0000-0000-000000000000'

/** The next messages of the space, including those that are not in the scope. */
function walkSpace(scope: Scope, { at, atId }: Cursor) {
  const s = new ScopeStatement(scope)
  const from = s.value(at ?? scope.after)
  const text = `
    select m.id, m.created_at as "createdAt", m.device_id as "deviceId", m.created_at as "cursorAt", m.id as "cursorId",
      ${s.kind} and exists (select from device v where ${s.devices} and v.id = m.device_id) as fits
    from (
      select m.id, m.created_at, m.device_id, m.type, m.direction from message m
      where ${s.period} and ${s.indexed}
        and m.created_at >= ${from}::timestamptz and (m.created_at, m.id) > (${from}::timestamptz, ${s.value(atId ?? FIRST_ID)}::uuid)
      order by m.created_at, m.id limit ${LOOK_AT}
    ) m
    order by m.created_at, m.id`
  return { text, values: s.values }
}

/** The next messages of each device. */
function askDevices(scope: Scope, { at, atId }: Cursor, wanted: number) {
  const s = new ScopeStatement(scope)
  const from = s.value(at ?? scope.after)
  const most = s.value(wanted)
  const text = `
    select m.id, m.created_at as "createdAt", m.device_id as "deviceId", m.created_at as "cursorAt", m.id as "cursorId", true as fits
    from (select v.id from device v where ${s.devices}) t cross join lateral (
      select m.id, m.created_at, m.device_id from message m
      where ${s.period} and ${s.kind} and m.device_id = t.id
        and m.created_at >= ${from}::timestamptz and (m.created_at, m.id) > (${from}::timestamptz, ${s.value(atId ?? FIRST_ID)}::uuid)
      order by m.created_at, m.id limit ${most}::int
    ) m
    order by m.created_at, m.id limit ${most}::int`
  return { text, values: s.values }
}

/** The next failed deliveries, in the order of their creation. */
function walkFailed(scope: Scope, { atId }: Cursor) {
  const s = new ScopeStatement(scope)
  const text = `
    select m.id, m.created_at as "createdAt", m.device_id as "deviceId", d.message_created_at as "cursorAt", d.id as "cursorId",
      m.id is not null as fits
    from (
      select d.* from delivery d
      where ${s.failed} and d.id > ${s.value(atId ?? boundOf(scope.after.getTime(), 'first'))}::uuid
      order by d.id limit ${LOOK_AT}
    ) d left join lateral (${s.ofDelivery}) m on true
    order by d.id`
  return { text, values: s.values }
}

/** Number of devices in the scope, counted up to a limit. */
function countDevices(scope: Scope) {
  const s = new ScopeStatement(scope)
  const text = `select count(*)::int as count from (select from device v where ${s.devices} limit ${ASKED_MAX + 1}) found`
  return { text, values: s.values }
}

const messageOf = ({ id, createdAt, deviceId }: Row): ReplayedMessage => ({ id, createdAt, deviceId })

/** The first of the rows that are wanted. */
function stepOf(rows: readonly Row[], wanted: number, looked: number, before: Cursor): Step {
  const fitting = rows.filter(({ fits }) => fits)
  const isEnough = fitting.length >= wanted
  const messages = fitting.slice(0, wanted)
  const last = isEnough ? messages.at(-1) : rows.at(-1)
  return {
    messages: messages.map(messageOf),
    at: last?.cursorAt ?? before.at,
    atId: last?.cursorId ?? before.atId,
    isEnd: !isEnough && rows.length < looked,
  }
}

/**
 * The next messages of a replay, in bounded time: it may find fewer than wanted although it is not at its end. It walks through the
 * messages of the space, which is quick if most are in the scope; otherwise, if there are few devices, it reads these one by one.
 */
export async function nextMessages(
  client: PoolClient,
  scope: Scope,
  cursor: Cursor,
  wanted: number,
): Promise<Step> {
  const read = async (query: { text: string; values: unknown[] }) => (await client.query<Row>(query)).rows
  if (scope.failedOnly) return stepOf(await read(walkFailed(scope, cursor)), wanted, LOOK_AT, cursor)
  const ask = async () => stepOf(await read(askDevices(scope, cursor, wanted)), wanted, wanted, cursor)
  if (scope.deviceIds.length > 0) return ask()
  const walked = stepOf(await read(walkSpace(scope, cursor)), wanted, LOOK_AT, cursor)
  if (walked.isEnd || walked.messages.length === wanted) return walked
  const { rows } = await client.query<{ count: number }>(countDevices(scope))
  return (rows[0]?.count ?? 0) > ASKED_MAX ? walked : ask()
}
