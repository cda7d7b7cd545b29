import { sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Pool, PoolClient } from 'pg'
import { z } from 'zod'
import { jsonFieldsSchema, timeOf } from '#contract/common'
import {
  type Message as Answered,
  AWAITING_MAX,
  type Downlink,
  HANDED_EVENTS_MAX,
  type Uplink,
} from '#contract/messages'
import { AHEAD_MAX } from '#contract/series'
import { inTransaction } from '../../../db/database'
import { withPartitionOf } from '../../../db/partitions'
import { message } from '../../../db/schema'
import type { Deps } from '../../../deps'
import { ApiError } from '../../../errors'
import { uplinks } from '../../../metrics'
import { type Columns, objectText, type RowOf, timeColumn } from '../../common/columns'
import { idAt, idWithTime, newId } from '../../common/ids'
import { isoTime, JsonText } from '../../common/json'
import { notMoved } from '../../common/visibility'
import { addDeliveries } from '../../deliveries/enqueue'
import { applyConfigurationReports } from '../../devices/configurationReports'
import { conclude, type UplinkConclusion } from '../../devices/confirmations'
import { contactAssignments } from '../../devices/contact'
import { applyFirmwareReport } from '../../devices/firmware'
import { bodyOf } from '../message'
import { concludeBy, conclusionsOf } from './conclusions'
import { hold, nameOf, recall, remember } from './repeat'
import type { Sender } from './sender'

/** The body of a session message. Rules, "How a device behaves". */
const sessionBody = z.object({ up: jsonFieldsSchema })

export type Sent = Omit<Uplink, 'serial_number' | 'token'>

/** The stored parts of a message; texts are JSON. */
interface Content extends RowOf<typeof message, Pick<Sent, 'type' | 'raw' | 'body'>> {
  body: string
  /** When the device says that it measured. */
  measuredAt: Date | null
  /** The name that the device gave the message; null for none. */
  name: string | null
  /** Details of the device in a session message; null in other messages. */
  up: string | null
  /** What it says about downlinks of the device. */
  conclusions: readonly UplinkConclusion[]
}

/** A message to store. */
export interface Message extends Content {
  sender: Sender
  /** Messages with the same number are answered together: downlinks of a device go with its first one. */
  answer: number
}

/** Checks an uplink. @throws ApiError 400 */
export function contentOf({ type, raw, body, id = null, at, confirms }: Sent): Content {
  const { text, value } = bodyOf(body)
  const measured = timeOf(at)
  const content = {
    type,
    raw,
    body: text,
    measuredAt: measured === null ? null : new Date(measured),
    name: id,
    up: null,
    conclusions: conclusionsOf({ type, confirms }, value),
  }
  if (type !== 'session') return content
  const { success, data } = sessionBody.safeParse(value)
  if (!success) throw new ApiError(400, 'body.up must be an object that describes the device')
  return { ...content, up: JSON.stringify(data.up) }
}

const h = alias(message, 'h')

/** SQL of a downlink `h` for the device, as a JSON object. */
const HANDED = objectText({
  id: h.id,
  type: h.type,
  body: sql<Downlink['body']>`${h.body}::json`,
  created_at: timeColumn(h.createdAt),
} satisfies Columns<Downlink>)

/** Bytes of downlinks after which an answer hands over no more. The others wait for the device's next message. */
const HANDED_OVER_BYTES = 1024 * 1024

/**
 * SQL of the creation time of a device's first message of these: now, or after those that it has sent already. Batches may have more than
 * one message of a device in a millisecond; each gets a time of its own, so that all their values are in the histories, in order.
 */
const FIRST_AT = `coalesce((
  select max(m.created_at) + interval '1 millisecond' from message m
  where m.space_id = $3 and m.device_id = d.id and m.created_at >= $2 and m.created_at < $2 + ${AHEAD_MAX} * interval '1 millisecond'), $2)`

/**
 * Stores the messages `$1` (JSON) of the space `$3` at the time `$2`, and adds their deliveries. Returns their devices with the ids and
 * times of their messages, the downlinks that it hands over, the first of each device before the second of any, and whether deliveries are
 * due. Those of a device that confirms are handed over again until it does, the least often handed over first. It locks the devices before anything else and in order: so it waits for a simultaneous deletion, move or replacement, and two of
 * them never deadlock. A lock of the contact would not be enough: after waiting for it, a statement reads only that row again, not the
 * device. Messages whose sender is no longer the device's are left out: their serial number, claim token and space are checked here. Each
 * part names the space, because a distributed database runs each part by itself.
 */
export const STORE = {
  name: 'uplink.store',
  text: `
    with input as materialized (
      select "deviceId" as device_id, "serialNumber" as serial_number, decode("tokenHash", 'hex') as token_hash, id, type, body, raw, "measuredAt" as measured_at, up, answer,
        case when up is not null then floor(extract(epoch from $2::timestamptz))::bigint end as session_id,
        row_number() over (partition by "deviceId", "serialNumber", "tokenHash" order by id) - 1 as place
      from json_to_recordset($1::json) as message (
        "deviceId" uuid, "serialNumber" text, "tokenHash" text, id uuid, type text, body text, raw text, "measuredAt" timestamptz, up text, answer int
      )
    ), sender as (
      select device_id, serial_number, token_hash, max(session_id) as session_id, min(answer) as answer, bool_or(type = 'data') as has_data
      from input group by device_id, serial_number, token_hash
    ), reached as materialized (
      select d.id as device_id, s.serial_number, s.token_hash, s.session_id, s.answer, s.has_data, ${FIRST_AT} as first_at
      from sender s
        join device d
          on d.space_id = $3 and d.id = s.device_id and d.serial_number = s.serial_number and ${notMoved('d')}
        join device_credential c
          on c.space_id = $3 and c.device_id = d.id and c.serial_number = s.serial_number and c.token_hash = s.token_hash
      order by d.id
      for no key update of d
    ), stored as (
      insert into message (space_id, device_id, id, created_at, type, direction, body, raw, measured_at)
      select $3::uuid, i.device_id, ${idWithTime('i.id', 'i.created_at')}, i.created_at, i.type, 'up', i.body, i.raw, i.measured_at
      from (
        select i.*, r.first_at + i.place * interval '1 millisecond' as created_at
        from input i join reached r using (device_id, serial_number, token_hash)
      ) i
      order by i.id
      returning device_id, id, created_at, type, direction
    ), added as (
      ${addDeliveries({ space: '$3::uuid', at: '$2::timestamptz', messages: 'stored m' })} returning id
    ), seen as (
      update device_contact d
      set ${contactAssignments('$2::timestamptz', 'r.session_id')},
        history_from = case when r.has_data then least(d.history_from, r.first_at) else d.history_from end
      from reached r where d.space_id = $3 and d.device_id = r.device_id
      returning d.device_id, d.confirms
    ), booted as (
      insert into device_session (space_id, device_id, session_id, up, created_at)
      select distinct on (device_id) $3::uuid, device_id, i.session_id, i.up::jsonb, $2
      from input i join reached using (device_id, serial_number, token_hash)
      where i.session_id is not null
      order by device_id, i.id desc
      on conflict (space_id, device_id, session_id) do update set up = excluded.up
    ), waiting as (
      select m.device_id, m.created_at, m.id, octet_length(m.body) as bytes, r.answer, m.down_awaits,
        case when m.down_awaits then m.down_attempt else 0 end as attempts
      from message m join reached r using (device_id)
      where m.space_id = $3 and (m.down_state = 'pending' or m.down_awaits)
        and (m.down_scheduled_at is null or m.down_scheduled_at <= $2) and (m.expires_at is null or m.expires_at > $2)
      for update of m skip locked
    ), due as (
      select device_id, created_at, id, down_awaits or awaiting + place <= ${AWAITING_MAX} as may_await from (
        select *, sum(bytes) over (
          partition by answer order by place, created_at, id rows between unbounded preceding and 1 preceding
        ) as bytes_before
        from (
          select *, row_number() over (partition by device_id order by attempts, created_at, id) as place,
            count(*) filter (where down_awaits) over (partition by device_id) as awaiting
          from waiting
        ) w
      ) w where coalesce(bytes_before, 0) < ${HANDED_OVER_BYTES}
    ), handed as (
      update message m
      set down_state = 'sent', down_state_at = $2, down_attempt = coalesce(m.down_attempt, 0) + 1,
        down_awaits = coalesce(s.confirms, false) and due.may_await
      from due left join seen s using (device_id) where m.space_id = $3 and m.created_at = due.created_at and m.id = due.id
      returning m.device_id, m.id, m.type, m.body, m.created_at, m.down_attempt
    ), noted as (
      insert into message_event (space_id, message_created_at, message_id, id, device_id, created_at, type)
      select $3::uuid, created_at, id, ${idAt('$2::timestamptz')}, device_id, $2, 'downlink.sent' from handed
      where down_attempt <= ${HANDED_EVENTS_MAX}
    )
    select r.device_id as "deviceId", r.serial_number as "serialNumber", r.token_hash as "tokenHash",
      coalesce(s.list, '[]') as stored, exists (select from added) as "isDue", coalesce(h.list, '[]')::text as downlinks
    from reached r
      left join (
        select device_id, json_agg(json_build_object('id', s.id, 'created_at', ${isoTime('s.created_at')}) order by s.created_at) as list
        from stored s group by device_id
      ) s using (device_id)
      left join (
        select device_id, json_agg(${HANDED} order by h.created_at, h.id) as list from handed h group by device_id
      ) h using (device_id)`,
}

interface Reached extends Omit<Sender, 'spaceId'> {
  /** Its messages, in order. */
  stored: Pick<Answered, 'id' | 'created_at'>[]
  /** JSON text. */
  downlinks: string
  isDue: boolean
}

const isSender = (reached: Reached, { serialNumber, tokenHash }: Sender) =>
  reached.serialNumber === serialNumber && reached.tokenHash.equals(tokenHash)

/** The results of messages: the answers of those whose sender is still the device's, and whether deliveries are due. */
interface Outcome {
  answers: (JsonText | undefined)[]
  isDue: boolean
}

/**
 * Stores messages of one space, and hands over the pending downlinks of their devices, which become `sent`, with the first message of each.
 * Connectors that the messages trigger will deliver them. A report of a firmware or a configuration is applied, which needs an open transaction.
 */
async function storeIn(
  client: Pool | PoolClient,
  spaceId: string,
  messages: readonly Message[],
  at: Date,
): Promise<Outcome> {
  const input = messages.map(
    ({ sender: { deviceId, serialNumber, tokenHash }, conclusions: _conclusions, ...content }) => ({
      deviceId,
      serialNumber,
      tokenHash: tokenHash.toString('hex'),
      id: newId(at),
      ...content,
    }),
  )
  const { rows } = await client.query<Reached>({ values: [JSON.stringify(input), at, spaceId], ...STORE })
  const devices = new Map(rows.map((reached) => [reached.deviceId, reached]))
  const answers: Outcome['answers'] = []
  const configurations: Parameters<typeof applyConfigurationReports>[2][number][] = []
  for (const { sender, type, body, measuredAt } of messages) {
    const reached = devices.get(sender.deviceId)
    const stored = reached && isSender(reached, sender) ? reached.stored.shift() : undefined
    if (!reached || !stored) {
      answers.push(undefined)
      continue
    }
    if (type === 'firmware') await applyFirmwareReport(client, sender, body, at)
    if (type === 'config') configurations.push({ deviceId: sender.deviceId, body, measuredAt })
    answers.push(new JsonText(`${JSON.stringify(stored).slice(0, -1)},"downlinks":${reached.downlinks}}`))
    reached.downlinks = '[]'
  }
  if (configurations.length > 0) {
    const carriedOut = await applyConfigurationReports(client, spaceId, configurations, at)
    const confirmed = carriedOut.map(({ deviceId, orderId: id }) => ({
      deviceId,
      conclusions: [{ id, outcome: 'confirmed' as const, reason: null }],
    }))
    await conclude(client, spaceId, confirmed, at)
  }
  return { answers, isDue: rows.some(({ isDue }) => isDue) }
}

/**
 * The same for messages of which some have names, in an open transaction: a message that comes again, or twice in one call, gets the answer
 * of the first with its name, and is stored once.
 */
async function storeNamed(
  client: PoolClient,
  spaceId: string,
  messages: readonly Message[],
  at: Date,
): Promise<Outcome> {
  const known = await recall(client, spaceId, messages)
  const firsts = new Map(messages.toReversed().map((message) => [nameOf(message) ?? message, message]))
  const fresh = messages.filter((message) => {
    const name = nameOf(message)
    return firsts.get(name ?? message) === message && !(name && known.has(name))
  })
  await concludeBy(client, spaceId, fresh, at)
  const { answers, isDue } = await storeIn(client, spaceId, fresh, at)
  const stored = new Map(fresh.map((message, i) => [nameOf(message) ?? message, answers[i]]))
  await remember(client, spaceId, fresh, answers, at)
  const answerOf = (message: Message) => {
    const name = nameOf(message)
    return (name ? known.get(name) : undefined) ?? stored.get(name ?? message)
  }
  return { answers: messages.map(answerOf), isDue }
}

/** The same for messages of which none has a name, and some say something about downlinks. */
export async function storeConcluding(
  client: PoolClient,
  spaceId: string,
  messages: readonly Message[],
  at: Date,
): Promise<Outcome> {
  await hold(client, spaceId, messages)
  await concludeBy(client, spaceId, messages, at)
  return storeIn(client, spaceId, messages, at)
}

/** Whether messages of a type change more than themselves: storing them takes a transaction of several statements. */
export const isReport = (type: Message['type']): boolean => type === 'firmware' || type === 'config'

/** Dependencies of storing messages. */
export type StoreDeps = Pick<Deps, 'db' | 'now' | 'dueDeliveries'>

/** Stores messages of one space as `storeIn` does, in a transaction of its own. @returns their answers */
export async function store(
  { db: { $client: pool }, now, dueDeliveries }: StoreDeps,
  spaceId: string,
  messages: readonly Message[],
): Promise<Outcome['answers']> {
  const at = now()
  const { answers, isDue } = await withPartitionOf(pool, at, () => {
    if (messages.some(({ name }) => name !== null))
      return inTransaction(pool, (_, client) => storeNamed(client, spaceId, messages, at))
    return messages.some(({ conclusions, type }) => conclusions.length > 0 || isReport(type))
      ? inTransaction(pool, (_, client) => storeConcluding(client, spaceId, messages, at))
      : storeIn(pool, spaceId, messages, at)
  })
  if (isDue) dueDeliveries.ring()
  uplinks.inc(answers.filter(Boolean).length)
  return answers
}
