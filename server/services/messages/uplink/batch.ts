import type { Pool, PoolClient } from 'pg'
import type { z } from 'zod'
import type { Downlink, Uplink, uplinkBatchAnswerSchema } from '#contract/messages'
import { isDatabaseAway } from '../../../db/away'
import { inTransaction } from '../../../db/database'
import { withPartitionOf } from '../../../db/partitions'
import type { Deps } from '../../../deps'
import { ApiError, reasonOf } from '../../../errors'
import { idAt, newId } from '../../common/ids'
import { isHere } from '../../common/visibility'
import { addDeliveries } from '../../deliveries'
import { heardAt } from '../../devices/contact'
import { applyFirmwareReport } from '../../devices/firmware'
import { findSenders, type Sender, unknownDevice } from './sender'
import { type Content, contentOf, HANDED, HANDED_OVER_BYTES, LOOKS } from './single'

/**
 * Stores the messages `$1` (JSON) of the space `$3` at the time `$2`, and adds their deliveries. Returns their devices
 * with the downlinks that it hands over, the first of each device before the second of any, and whether deliveries are
 * due. It locks the devices first and in order, so that two batches never deadlock. Messages of devices that are not
 * their senders' any more are left out. Each part names the space, because a distributed database runs each part by
 * itself.
 */
const STORE_BATCH = {
  name: 'uplink.storeBatch',
  text: `
    with input as materialized (
      select "deviceId" as device_id, "serialNumber" as serial_number, id, type, body, raw, "sessionId" as session_id, up
      from json_to_recordset($1::json) as message
        ("deviceId" uuid, "serialNumber" text, id uuid, type text, body text, raw text, "sessionId" bigint, up text)
    ), sender as (
      select device_id, serial_number, max(session_id) as session_id from input group by device_id, serial_number
    ), reached as materialized (
      select d.id as device_id, s.session_id
      from sender s join device d
        on d.space_id = $3 and d.id = s.device_id and d.serial_number = s.serial_number and ${isHere('d')}
      order by d.id
      for no key update of d
    ), stored as (
      insert into message (space_id, device_id, id, created_at, type, direction, body, raw)
      select $3::uuid, i.device_id, i.id, $2, i.type, 'up', i.body, i.raw
      from input i join reached using (device_id)
      order by i.id
      returning device_id, id, type, direction
    ), added as (
      ${addDeliveries({ space: '$3::uuid', at: '$2::timestamptz', messages: 'stored m' })} returning id
    ), seen as (
      update device_contact d
      set ${heardAt('$2::timestamptz', 'r.session_id')}
      from reached r where d.space_id = $3 and d.device_id = r.device_id
    ), booted as (
      insert into device_session (space_id, device_id, session_id, up, created_at)
      select distinct on (device_id) $3::uuid, device_id, i.session_id, i.up::jsonb, $2
      from input i join reached using (device_id)
      where i.session_id is not null
      order by device_id, i.id desc
      on conflict (space_id, device_id, session_id) do update set up = excluded.up
    ), waiting as (
      select m.device_id, m.created_at, m.id, octet_length(m.body) as bytes
      from message m join reached using (device_id)
      where m.space_id = $3 and m.down_state = 'pending' and (m.down_scheduled_at is null or m.down_scheduled_at <= $2)
      for update of m skip locked
    ), due as (
      select created_at, id from (
        select *, sum(bytes) over (
          order by place, created_at, id rows between unbounded preceding and 1 preceding
        ) as bytes_before
        from (
          select *, row_number() over (partition by device_id order by created_at, id) as place from waiting
        ) w
      ) w where coalesce(bytes_before, 0) < ${HANDED_OVER_BYTES}
    ), handed as (
      update message m
      set down_state = 'sent', down_state_at = $2, down_attempt = coalesce(m.down_attempt, 0) + 1
      from due where m.space_id = $3 and m.created_at = due.created_at and m.id = due.id
      returning m.device_id, m.id, m.type, m.body, m.created_at
    ), told as (
      insert into message_event (space_id, message_created_at, message_id, id, device_id, created_at, type)
      select $3::uuid, created_at, id, ${idAt('$2::timestamptz')}, device_id, $2, 'downlink.sent' from handed
    )
    select r.device_id as "deviceId", exists (select from added) as "isDue", coalesce(
      json_agg(${HANDED} order by h.created_at, h.id) filter (where h.id is not null), '[]') as downlinks
    from reached r left join handed h using (device_id)
    group by r.device_id`,
}

type Answers = z.input<typeof uplinkBatchAnswerSchema>
type Answer = Answers[number]

interface Message extends Sender, Content {
  id: string
}

/** The message to store, or why it was refused. */
function messageOf(uplink: Uplink, sender: Sender | null | undefined, at: Date): Message | { error: string } {
  try {
    if (!sender) throw unknownDevice()
    return { ...contentOf(uplink, at), ...sender, id: newId(at) }
  } catch (error) {
    if (error instanceof ApiError) return { error: error.message }
    throw error
  }
}

type BatchDeps = Pick<Deps, 'db' | 'now' | 'dueDeliveries' | 'log'>

interface Reached {
  deviceId: string
  downlinks: Downlink[]
  isDue: boolean
}

/** Stores messages of one space. @returns the downlinks of each device that is still its sender's */
async function store(
  { db, dueDeliveries }: BatchDeps,
  spaceId: string,
  messages: Message[],
  at: Date,
): Promise<Map<string, Downlink[]>> {
  const run = async (client: Pool | PoolClient) => {
    const values = [JSON.stringify(messages), at, spaceId]
    const { rows } = await client.query<Reached>({ ...STORE_BATCH, values })
    const devices = new Set(rows.map(({ deviceId }) => deviceId))
    for (const message of messages)
      if (message.type === 'firmware' && devices.has(message.deviceId))
        await applyFirmwareReport(client, message, message.body, at)
    return rows
  }
  const pool = db.$client
  const reached = await withPartitionOf(pool, at, () =>
    messages.some(({ type }) => type === 'firmware')
      ? inTransaction(pool, (_, client) => run(client))
      : run(pool),
  )
  if (reached.some(({ isDue }) => isDue)) dueDeliveries.ring()
  return new Map(reached.map(({ deviceId, downlinks }) => [deviceId, downlinks]))
}

/** Of a message that could not be stored, when others of its batch were. */
const NOT_STORED = { error: 'the server could not store the message, try again in 2 seconds' }

/**
 * Stores the messages that a gateway sends for many devices, those of each space by themselves. The answer to the first
 * message of each device has its pending downlinks. Each message has its own credentials; one that is refused does not affect
 * the others. When the messages of a space cannot be stored, those of others keep their answers.
 * @throws when nothing was stored because the database failed
 */
export async function receiveUplinks(deps: BatchDeps, uplinks: Uplink[]): Promise<Answers> {
  const answers = new Map<Uplink, Answer>()
  const failures: unknown[] = []
  const attempt = async (some: Uplink[], work: () => Promise<void>) => {
    try {
      const [failure] = failures
      if (isDatabaseAway(failure)) throw failure
      await work()
    } catch (error) {
      failures.push(error)
      for (const uplink of some) answers.set(uplink, NOT_STORED)
    }
  }

  for (let look = 0; look < LOOKS; look++) {
    const open = uplinks.filter((uplink) => !answers.has(uplink))
    await attempt(open, async () => {
      const senders = await findSenders(deps, open)
      const at = deps.now()
      const spaces = new Map<string, Map<Uplink, Message>>()
      for (const [i, uplink] of open.entries()) {
        const message = messageOf(uplink, senders[i], at)
        if ('error' in message) {
          answers.set(uplink, message)
          continue
        }
        const messages = spaces.get(message.spaceId) ?? new Map<Uplink, Message>()
        spaces.set(message.spaceId, messages.set(uplink, message))
      }
      for (const [spaceId, messages] of spaces)
        await attempt([...messages.keys()], async () => {
          const downlinks = await store(deps, spaceId, [...messages.values()], at)
          for (const [uplink, { id, deviceId }] of messages) {
            const handed = downlinks.get(deviceId)
            if (!handed) continue
            answers.set(uplink, { id, created_at: at.toISOString(), downlinks: handed })
            downlinks.set(deviceId, [])
          }
        })
    })
    if (answers.size === uplinks.length) break
  }

  const [failure] = failures
  const all = uplinks.map((uplink) => answers.get(uplink) ?? { error: unknownDevice().message })
  if (failures.length > 0) {
    if (!all.some((answer) => 'id' in answer)) throw failure
    deps.log.error('a part of a batch could not be stored', { error: reasonOf(failure) })
  }
  return all
}
