import type { Pool, PoolClient } from 'pg'
import { allowsDownlinks, downlinkPermission, type MessageCreate, type MessageType } from '#contract/messages'
import { can } from '#contract/permissions'
import type { Tag } from '#contract/tags'
import { type Db, violatedConstraint } from '../../db/database'
import { withPartitionOf } from '../../db/partitions'
import type { Deps } from '../../deps'
import { ApiError, notFound } from '../../errors'
import type { Caller } from '../caller'
import { newId } from '../ids'
import { JsonText } from '../json'
import { bodyOf, checkDownlink } from './body'
import { JOIN_DEVICE, MESSAGE_COLUMNS } from './columns'
import { insertEvents } from './events'
import { IS_MESSAGE, keyOf } from './message'

function allow(caller: Caller, type: MessageType, verb: 'create' | 'delete') {
  const permission = downlinkPermission(type, verb)
  if (!can(caller, permission)) throw new ApiError(403, `forbidden: this needs the permission ${permission}`)
}

const noDevice = () => new ApiError(400, 'device_id is the id of no device in this space')

const DEVICE_TAGS = `
  select (
    select coalesce(json_agg(json_build_object('access_type', t.access_type)), '[]')
    from device_tag dt join tag t on t.space_id = dt.space_id and t.id = dt.tag_id
    where dt.space_id = d.space_id and dt.device_id = d.id
  ) as tags
  from device d where d.space_id = $1 and d.id = $2`

/**
 * Refuses downlinks to a device whose tags let none through. Facts, "Entities beyond the specifications".
 * @throws ApiError 400 for a device of elsewhere, 403
 */
export async function checkDownlinksAllowed(db: Db, spaceId: string, deviceId: string): Promise<void> {
  const { rows } = await db.$client.query<{ tags: Pick<Tag, 'access_type'>[] }>(DEVICE_TAGS, [
    spaceId,
    deviceId,
  ])
  const [device] = rows
  if (!device) throw noDevice()
  if (!allowsDownlinks(device.tags))
    throw new ApiError(403, 'forbidden: all tags of the device are read-only, so it takes no downlinks')
}

const SCHEDULE = `
  with m as (
    insert into message
      (space_id, device_id, id, created_at, type, direction, down_state, down_attempt, down_state_at, body)
    values ($1, $2, $3, $4, $5, 'down', 'pending', 0, $4, $6)
    returning *
  ), scheduled as (${insertEvents('m', 'downlink.scheduled', '$4::timestamptz', `json_build_object('user_id', $7::uuid)`)})
  select row_to_json(one)::text as json from (select ${MESSAGE_COLUMNS} from m ${JOIN_DEVICE}) one`

/** A downlink to store; its id says when it was scheduled, and `userId` who did it. */
export interface NewDownlink {
  spaceId: string
  deviceId: string
  id: string
  createdAt: Date
  type: MessageType
  /** JSON text. */
  body: string
  userId: string
}

/** Stores a pending downlink with its event. On a connection with an open transaction it becomes part of that. */
export async function insertDownlink(client: Pool | PoolClient, downlink: NewDownlink): Promise<JsonText> {
  const { spaceId, deviceId, id, createdAt, type, body, userId } = downlink
  const values = [spaceId, deviceId, id, createdAt, type, body, userId]
  const { rows } = await client.query<{ json: string }>(SCHEDULE, values)
  return new JsonText(rows[0]?.json ?? '')
}

/**
 * Schedules a downlink. Spec 2, sections 5 and 7.
 * @throws ApiError 400 for a wrong body or a device of elsewhere, 403
 */
export async function createMessage(
  { db, now }: Deps,
  caller: Caller,
  spaceId: string,
  { device_id: deviceId, type, body: given }: MessageCreate,
): Promise<JsonText> {
  allow(caller, type, 'create')
  const { text: body, value } = bodyOf(given)
  checkDownlink(type, value)
  await checkDownlinksAllowed(db, spaceId, deviceId)
  const createdAt = now()
  const { userId } = caller
  const downlink = { spaceId, deviceId, id: newId(createdAt), createdAt, type, body, userId }
  try {
    return await withPartitionOf(db.$client, createdAt, () => insertDownlink(db.$client, downlink))
  } catch (error) {
    // The device was deleted in the meantime.
    if (violatedConstraint(error) === 'message_device') throw noDevice()
    throw error
  }
}

const CANCEL = `
  with m as (
    update message m set down_state = 'cancelled', down_state_at = $4
    where ${IS_MESSAGE} and m.down_state = 'pending'
    returning m.*
  ), cancelled as (${insertEvents('m', 'downlink.cancelled', '$4::timestamptz', `json_build_object('user_id', $5::uuid)`)})
  select row_to_json(one)::text as json from (select ${MESSAGE_COLUMNS} from m ${JOIN_DEVICE}) one`

interface Found {
  type: MessageType
  state: string | null
}

/**
 * Cancels a pending downlink. Whoever comes first, this or the device that takes it, is the only one. Spec 2, section 4.
 * @throws ApiError 403, 404, 409 when it is not pending
 */
export async function cancelMessage(
  { db, now }: Deps,
  caller: Caller,
  spaceId: string,
  messageId: string,
): Promise<JsonText> {
  const key = keyOf(spaceId, messageId)
  const find = async () => {
    const text = `select m.type, m.down_state as state from message m where ${IS_MESSAGE}`
    const [found] = (await db.$client.query<Found>(text, key)).rows
    if (!found) throw notFound()
    return found
  }
  allow(caller, (await find()).type, 'delete')
  const { rows } = await db.$client.query<{ json: string }>(CANCEL, [...key, now(), caller.userId])
  const [cancelled] = rows
  if (cancelled) return new JsonText(cancelled.json)
  const { state } = await find()
  throw new ApiError(409, `only a pending downlink can be cancelled; this message is ${state ?? 'an uplink'}`)
}
