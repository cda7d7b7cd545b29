import { drizzle } from 'drizzle-orm/node-postgres'
import type { PoolClient } from 'pg'
import type { z } from 'zod'
import type { Downlink, Uplink, uplinkBatchAnswerSchema } from '#contract/messages'
import { inTransaction } from '../../db/database'
import { withPartitionOf } from '../../db/partitions'
import type { Deps } from '../../deps'
import { ApiError } from '../../errors'
import { heardAt } from '../contact'
import { enqueueDeliveries } from '../deliveries'
import { applyFirmwareReport } from '../firmware'
import { idAt, newId } from '../ids'
import { isHere } from '../visibility'
import { findSenders, type Sender, unknownDevice } from './sender'
import { type Content, contentOf, HANDED, HANDED_OVER_BYTES, LOOKS } from './single'

/**
 * Stores the messages `$1` (JSON) at the time `$2`. Returns their devices with the downlinks that it hands over, the
 * first of each device before the second of any. It locks the devices first and in order, so that two batches never
 * deadlock. Messages of devices that are not their senders' any more are left out.
 */
const STORE_BATCH = {
  name: 'uplink.storeBatch',
  text: `
    with input as materialized (
      select "spaceId" as space_id, "deviceId" as device_id, "serialNumber" as serial_number, id, type, body, raw, "sessionId" as session_id, up
      from json_to_recordset($1::json) as message
        ("spaceId" uuid, "deviceId" uuid, "serialNumber" text, id uuid, type text, body text, raw text, "sessionId" bigint, up text)
    ), sender as (
      select space_id, device_id, serial_number, max(session_id) as session_id
      from input group by space_id, device_id, serial_number
    ), reached as materialized (
      select d.space_id, d.id as device_id, s.session_id
      from sender s join device d
        on d.space_id = s.space_id and d.id = s.device_id and d.serial_number = s.serial_number and ${isHere('d')}
      order by d.space_id, d.id
      for no key update of d
    ), stored as (
      insert into message (space_id, device_id, id, created_at, type, direction, body, raw)
      select i.space_id, i.device_id, i.id, $2, i.type, 'up', i.body, i.raw
      from input i join reached using (space_id, device_id)
      order by i.id
    ), seen as (
      update device_contact d
      set ${heardAt('$2::timestamptz', 'r.session_id')}
      from reached r where d.space_id = r.space_id and d.device_id = r.device_id
    ), booted as (
      insert into device_session (space_id, device_id, session_id, up, created_at)
      select distinct on (space_id, device_id) space_id, device_id, i.session_id, i.up::jsonb, $2
      from input i join reached using (space_id, device_id)
      where i.session_id is not null
      order by space_id, device_id, i.id desc
      on conflict (space_id, device_id, session_id) do update set up = excluded.up
    ), waiting as (
      select m.space_id, m.device_id, m.created_at, m.id, octet_length(m.body) as bytes
      from message m join reached using (space_id, device_id)
      where m.down_state = 'pending' and (m.down_scheduled_at is null or m.down_scheduled_at <= $2)
      for update of m skip locked
    ), due as (
      select space_id, created_at, id from (
        select *, sum(bytes) over (
          order by place, created_at, id rows between unbounded preceding and 1 preceding
        ) as bytes_before
        from (
          select *, row_number() over (partition by space_id, device_id order by created_at, id) as place from waiting
        ) w
      ) w where coalesce(bytes_before, 0) < ${HANDED_OVER_BYTES}
    ), handed as (
      update message m
      set down_state = 'sent', down_state_at = $2, down_attempt = coalesce(m.down_attempt, 0) + 1
      from due where m.space_id = due.space_id and m.created_at = due.created_at and m.id = due.id
      returning m.space_id, m.device_id, m.id, m.type, m.body, m.created_at
    ), told as (
      insert into message_event (space_id, message_created_at, message_id, id, device_id, created_at, type)
      select space_id, created_at, id, ${idAt('$2::timestamptz')}, device_id, $2, 'downlink.sent' from handed
    )
    select r.device_id as "deviceId", coalesce(
      json_agg(${HANDED} order by h.created_at, h.id) filter (where h.id is not null), '[]') as downlinks
    from reached r left join handed h using (space_id, device_id)
    group by r.space_id, r.device_id`,
}

type Answers = z.input<typeof uplinkBatchAnswerSchema>

interface Message extends Sender, Content {
  id: string
}

function refusalOf(error: unknown) {
  if (error instanceof ApiError) return { error: error.message }
  throw error
}

/** The message to store, or why it was refused. */
function messageOf(uplink: Uplink, sender: Sender | null | undefined, at: Date) {
  try {
    if (!sender) throw unknownDevice()
    return { ...contentOf(uplink, at), ...sender, id: newId(at) }
  } catch (error) {
    return refusalOf(error)
  }
}

interface Reached {
  deviceId: string
  downlinks: Downlink[]
}

/** The downlinks of each device that is still its sender's. */
async function store(client: PoolClient, messages: Message[], at: Date): Promise<Map<string, Downlink[]>> {
  const { rows } = await client.query<Reached>({ ...STORE_BATCH, values: [JSON.stringify(messages), at] })
  const reached = new Map(rows.map(({ deviceId, downlinks }) => [deviceId, downlinks]))
  for (const message of messages)
    if (message.type === 'firmware' && reached.has(message.deviceId))
      await applyFirmwareReport(client, message, message.body, at)
  const routed = messages
    .filter(({ deviceId, isRouted }) => isRouted && reached.has(deviceId))
    .map(({ spaceId, deviceId, id, type }) => ({ spaceId, deviceId, id, type, direction: 'up' as const }))
  if (routed.length > 0) await enqueueDeliveries(drizzle(client), routed, at)
  return reached
}

/**
 * Stores the messages that a gateway sends for many devices. The answer to the first message of each device has its
 * pending downlinks. Each message has its own credentials; one that is refused does not affect the others.
 */
export const receiveUplinks = (
  deps: Pick<Deps, 'db' | 'now' | 'dueDeliveries'>,
  uplinks: Uplink[],
): Promise<Answers> => receive(deps, uplinks, LOOKS)

/** Looks for senders up to `looks` times. */
async function receive(
  deps: Pick<Deps, 'db' | 'now' | 'dueDeliveries'>,
  uplinks: Uplink[],
  looks: number,
): Promise<Answers> {
  const senders = await findSenders(deps, uplinks)
  const at = deps.now()
  const parts = uplinks.map((uplink, i) => messageOf(uplink, senders[i], at))
  const messages = parts.filter((part) => 'id' in part)
  const pool = deps.db.$client
  const downlinks = await withPartitionOf(pool, at, () =>
    inTransaction(pool, (_, client) => store(client, messages, at)),
  )
  if (messages.some(({ isRouted }) => isRouted)) deps.dueDeliveries.ring()
  const leftOut = uplinks.filter((_, i) => {
    const part = parts[i]
    return part && 'id' in part && !downlinks.has(part.deviceId)
  })
  const later = leftOut.length > 0 && looks > 1 ? await receive(deps, leftOut, looks - 1) : []
  return parts.map((part) => {
    if ('error' in part) return part
    const handed = downlinks.get(part.deviceId)
    if (!handed) return later.shift() ?? refusalOf(unknownDevice())
    downlinks.set(part.deviceId, [])
    return { id: part.id, created_at: at.toISOString(), downlinks: handed }
  })
}
