import { timingSafeEqual } from 'node:crypto'
import { drizzle } from 'drizzle-orm/node-postgres'
import { Pool, type PoolClient } from 'pg'
import { z } from 'zod'
import type { Uplink } from '#contract/messages'
import { violatedConstraint } from '../db/database'
import { withPartitionOf } from '../db/partitions'
import type { Deps } from '../deps'
import { ApiError } from '../errors'
import { parseJson } from '../text'
import { hashClaimToken } from './devices'
import { applyFirmwareReport } from './firmware'
import { newId } from './ids'
import { isoTime, JsonText } from './json'
import { insertEvents } from './messages'

const unknownDevice = () => new ApiError(401, 'forbidden: the serial number or the claim token is wrong')

/** What the body of a session message must hold. Facts, "A device, as it behaves". */
const sessionBody = z.object({ up: z.record(z.string(), z.json()) })

const CREDENTIAL = {
  name: 'uplink.credential',
  text: `select space_id as "spaceId", device_id as "deviceId", token_hash as "tokenHash"
    from device_credential where serial_number = $1`,
}

interface Credential {
  spaceId: string
  deviceId: string
  tokenHash: Buffer
}

async function findDevice({ db }: Pick<Deps, 'db'>, { serial_number, token }: Uplink): Promise<Credential> {
  const { rows } = await db.$client.query<Credential>({ ...CREDENTIAL, values: [serial_number] })
  const hash = hashClaimToken(token)
  const [credential] = rows
  const matches = timingSafeEqual(hash, credential?.tokenHash ?? Buffer.alloc(hash.length))
  if (!credential || !matches) throw unknownDevice()
  return credential
}

/** One statement, so that a message is stored and downlinks are handed over together or not at all. */
const STORE = {
  name: 'uplink.store',
  text: `
    with stored as (
      insert into message (space_id, device_id, id, created_at, type, direction, body, raw)
      values ($1, $2, $3, $4, $5, 'up', $6, $7)
    ), seen as (
      update device
      set last_seen = greatest(last_seen, $4), session_id = greatest(session_id, $8::bigint)
      where space_id = $1 and id = $2
    ), booted as (
      insert into device_session (space_id, device_id, session_id, up, created_at)
      select $1, $2, $8::bigint, $9::jsonb, $4 where $8::bigint is not null
      on conflict (space_id, device_id, session_id) do update set up = excluded.up
    ), due as (
      select created_at, id from message
      where space_id = $1 and device_id = $2 and down_state = 'pending'
        and (down_scheduled_at is null or down_scheduled_at <= $4)
      order by created_at, id
      for update skip locked
    ), handed as (
      update message m
      set down_state = 'sent', down_state_at = $4, down_attempt = coalesce(m.down_attempt, 0) + 1
      from due where m.space_id = $1 and m.created_at = due.created_at and m.id = due.id
      returning m.*
    ), sent as (${insertEvents('handed', 'downlink.sent', '$4::timestamptz', 'null')})
    select json_build_object(
      'id', $3::uuid,
      'created_at', ${isoTime('$4::timestamptz')},
      'downlinks', coalesce((
        select json_agg(json_build_object(
          'id', id, 'type', type, 'body', body::json, 'created_at', ${isoTime('created_at')}
        ) order by created_at, id) from handed), '[]')
    )::text as json`,
}

/** JSON text of a body that came as a JSON value or as JSON text. */
function textOf(body: Uplink['body']): string {
  if (typeof body !== 'string') return JSON.stringify(body)
  parseJson(body, 'body')
  return body
}

function upOf(type: Uplink['type'], body: string): string | null {
  if (type !== 'session') return null
  const { success, data } = sessionBody.safeParse(parseJson(body, 'body'))
  if (!success) throw new ApiError(400, 'body.up must be an object that describes the device')
  return JSON.stringify(data.up)
}

/** Runs the statements of the work in one transaction. */
async function onOneConnection<Result>(
  pool: Pool,
  work: (client: PoolClient) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect()
  try {
    return await drizzle(client).transaction(() => work(client))
  } finally {
    client.release()
  }
}

/**
 * Stores a message of a device that has proved who it is, and hands over the downlinks that wait for it: they
 * become `sent`. A report on a firmware moves its job. On a connection with an open transaction it becomes part of that.
 * @throws ApiError 400
 */
export async function storeUplink(
  client: Pool | PoolClient,
  { spaceId, deviceId }: Pick<Credential, 'spaceId' | 'deviceId'>,
  message: Pick<Uplink, 'type' | 'body' | 'raw'>,
  at: Date,
): Promise<JsonText> {
  if (message.type === 'firmware' && client instanceof Pool)
    return onOneConnection(client, (one) => storeUplink(one, { spaceId, deviceId }, message, at))
  const { type, raw } = message
  const body = textOf(message.body)
  const up = upOf(type, body)
  const sessionId = up === null ? null : Math.floor(at.getTime() / 1000)
  const values = [spaceId, deviceId, newId(at), at, type, body, raw, sessionId, up]
  const { rows } = await client.query<{ json: string }>({ ...STORE, values })
  if (type === 'firmware') await applyFirmwareReport(client, { spaceId, deviceId }, body, at)
  return new JsonText(rows[0]?.json ?? '')
}

/**
 * Stores what a device sends, and hands over the downlinks that wait for it.
 * @throws ApiError 400, 401 for a wrong serial number or claim token
 */
export async function receiveUplink(deps: Pick<Deps, 'db' | 'now'>, uplink: Uplink): Promise<JsonText> {
  const device = await findDevice(deps, uplink)
  const at = deps.now()
  const pool = deps.db.$client
  try {
    return await withPartitionOf(pool, at, () => storeUplink(pool, device, uplink, at))
  } catch (error) {
    // The device was deleted in the meantime.
    if (violatedConstraint(error) === 'message_device') throw unknownDevice()
    throw error
  }
}
