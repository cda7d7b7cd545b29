import { sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Pool, PoolClient } from 'pg'
import { z } from 'zod'
import { jsonFieldsSchema } from '#contract/common'
import type { Downlink, Uplink } from '#contract/messages'
import { inTransaction } from '../../../db/database'
import { withPartitionOf } from '../../../db/partitions'
import { message } from '../../../db/schema'
import type { Deps } from '../../../deps'
import { ApiError } from '../../../errors'
import { type Columns, objectText, type RowOf, timeColumn } from '../../common/columns'
import { idAt, newId } from '../../common/ids'
import { isoTime, JsonText } from '../../common/json'
import { AT_ONCE, type Turns } from '../../common/turns'
import { isHere } from '../../common/visibility'
import { addDeliveries } from '../../deliveries'
import { heardAt } from '../../devices/contact'
import { applyFirmwareReport } from '../../devices/firmware'
import { bodyOf } from '..'
import { findSender, type Sender, unknownDevice } from './sender'

/** The body of a session message. Rules, "How a device behaves". */
const sessionBody = z.object({ up: jsonFieldsSchema })

/** The stored parts of a message; texts are JSON. */
export interface Content extends RowOf<typeof message, Sent> {
  body: string
  /** Details of the device in a session message; null in other messages. */
  up: string | null
  /** Unix time (s) of the session that the message opens. */
  sessionId: number | null
}

/** Checks what a device sent. @throws ApiError 400 */
export function contentOf({ type, raw, body }: Sent, at: Date): Content {
  const { text, value } = bodyOf(body)
  if (type !== 'session') return { type, raw, body: text, up: null, sessionId: null }
  const { success, data } = sessionBody.safeParse(value)
  if (!success) throw new ApiError(400, 'body.up must be an object that describes the device')
  return { type, raw, body: text, up: JSON.stringify(data.up), sessionId: Math.floor(at.getTime() / 1000) }
}

const h = alias(message, 'h')

/** SQL of a downlink `h` for the device, as a JSON object. */
export const HANDED = objectText({
  id: h.id,
  type: h.type,
  body: sql<Downlink['body']>`${h.body}::json`,
  created_at: timeColumn(h.createdAt),
} satisfies Columns<Downlink>)

/** Bytes of downlinks after which an answer hands over no more. The others wait for the device's next message. */
export const HANDED_OVER_BYTES = 1024 * 1024

/**
 * One statement: it stores the message, adds its deliveries and hands over downlinks, or does nothing. It locks the
 * device before anything else, so it waits for a simultaneous deletion, move or replacement; if the sender no longer
 * belongs to the device, it stores nothing. A lock of the contact would not be enough: after waiting for it, a
 * statement reads only that row again, not the device.
 */
export const STORE = {
  name: 'uplink.store',
  text: `
    with reached as materialized (
      select id from device
      where space_id = $1 and id = $2 and serial_number = $10 and ${isHere('device')}
      for no key update
    ), stored as (
      insert into message (space_id, device_id, id, created_at, type, direction, body, raw)
      select $1::uuid, id, $3::uuid, $4::timestamptz, $5::text, 'up', $6::text, $7::text from reached
      returning device_id, id, type, direction
    ), added as (
      ${addDeliveries({ space: '$1::uuid', at: '$4::timestamptz', messages: 'stored m' })} returning id
    ), seen as (
      update device_contact d
      set ${heardAt('$4::timestamptz', '$8::bigint')}
      from reached r where d.space_id = $1 and d.device_id = r.id
    ), booted as (
      insert into device_session (space_id, device_id, session_id, up, created_at)
      select $1::uuid, id, $8::bigint, $9::jsonb, $4::timestamptz from reached where $8::bigint is not null
      on conflict (space_id, device_id, session_id) do update set up = excluded.up
    ), waiting as (
      select created_at, id, octet_length(body) as bytes from message
      where space_id = $1 and device_id = (select id from reached) and down_state = 'pending'
        and (down_scheduled_at is null or down_scheduled_at <= $4)
      for update skip locked
    ), due as (
      select created_at, id from (
        select *, sum(bytes) over (order by created_at, id rows between unbounded preceding and 1 preceding) as bytes_before
        from waiting
      ) w where coalesce(bytes_before, 0) < ${HANDED_OVER_BYTES}
    ), handed as (
      update message m
      set down_state = 'sent', down_state_at = $4, down_attempt = coalesce(m.down_attempt, 0) + 1
      from due where m.space_id = $1 and m.created_at = due.created_at and m.id = due.id
      returning m.id, m.type, m.body, m.created_at
    ), told as (
      insert into message_event (space_id, message_created_at, message_id, id, device_id, created_at, type)
      select $1, created_at, id, ${idAt('$4::timestamptz')}, $2, $4, 'downlink.sent' from handed
    )
    select json_build_object(
      'id', $3::uuid,
      'created_at', ${isoTime('$4::timestamptz')},
      'downlinks', coalesce((
        select json_agg(${HANDED} order by h.created_at, h.id) from handed h), '[]')
    )::text as json, exists (select from added) as "isDue" from reached`,
}

type Sent = Omit<Uplink, 'serial_number' | 'token'>

/** The result of a message. */
interface Outcome {
  answer: JsonText
  /** Whether connectors will deliver it. */
  isDue: boolean
}

/**
 * Stores a message of an authenticated device and hands over its pending downlinks, which become `sent`. A firmware report
 * updates its job, and needs an open transaction. Connectors that the message triggers will deliver it.
 * @returns undefined when the device is not the sender's any more
 * @throws ApiError 400
 */
export async function storeUplink(
  client: Pool | PoolClient,
  { spaceId, deviceId, serialNumber }: Sender,
  message: Sent,
  at: Date,
): Promise<Outcome | undefined> {
  const { type, raw, body, up, sessionId } = contentOf(message, at)
  const values = [spaceId, deviceId, newId(at), at, type, body, raw, sessionId, up, serialNumber]
  const { rows } = await client.query<{ json: string; isDue: boolean }>({ ...STORE, values })
  const [stored] = rows
  if (!stored) return undefined
  if (type === 'firmware') await applyFirmwareReport(client, { spaceId, deviceId }, body, at)
  return { answer: new JsonText(stored.json), isDue: stored.isDue }
}

/**
 * How often a sender is looked for whose device was deleted, replaced or moved just when its message came: moved, it is
 * found in the other space.
 */
export const LOOKS = 3

/**
 * Stores a message of a device, and hands over its pending downlinks. It takes a single statement unless the message
 * is a firmware report.
 * @throws ApiError 400, 401 for a wrong serial number or claim token
 */
export async function receiveUplink(
  deps: Pick<Deps, 'db' | 'now' | 'dueDeliveries'>,
  uplink: Uplink,
  turns: Turns = AT_ONCE,
): Promise<JsonText> {
  for (let look = 0; look < LOOKS; look++) {
    const sender = await turns.ofAddress(() => findSender(deps, uplink))
    if (!sender) break
    const answer = await turns.ofSpace(sender.spaceId, () => receiveFrom(deps, sender, uplink))
    if (answer) return answer
  }
  throw unknownDevice()
}

/** Stores a message of an authenticated device; undefined when it is not the sender's any more. @throws ApiError 400 */
async function receiveFrom(
  deps: Pick<Deps, 'db' | 'now' | 'dueDeliveries'>,
  sender: Sender,
  message: Sent,
): Promise<JsonText | undefined> {
  const at = deps.now()
  const pool = deps.db.$client
  const stored = await withPartitionOf(pool, at, () =>
    message.type === 'firmware'
      ? inTransaction(pool, (_, client) => storeUplink(client, sender, message, at))
      : storeUplink(pool, sender, message, at),
  )
  if (stored?.isDue) deps.dueDeliveries.ring()
  return stored?.answer
}
