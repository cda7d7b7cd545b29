import { and, eq, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { z } from 'zod'
import { LIST_LIMIT } from '#contract/common'
import { DAY } from '#contract/common/durations'
import {
  CONFIG_SAVE_REFUSED,
  commandsOf,
  containsConfigSave,
  downlinkPermission,
  EXPIRY_DAYS_MAX,
  type MessageCreate,
  type MessageEvent,
  type MessageType,
  shellOrderSchema,
} from '#contract/messages'
import type { Queryable } from '../../db/database'
import { withPartitionOf } from '../../db/partitions'
import { message, messageEvent } from '../../db/schema'
import type { Deps } from '../../deps'
import { ApiError, notFound } from '../../errors'
import { ParsedJson, parseJson } from '../../text'
import { isOfOwnDevice } from '../background/deletion'
import { authorize, type Caller, userIdOf } from '../common/caller'
import { type Columns, type RowOf, selectText, timeColumn } from '../common/columns'
import { timeOf } from '../common/ids'
import { JsonText } from '../common/json'
import { checkChange, hasAllowedTag } from '../common/visibility'
import { areMessages, checkTakesDownlinks, insertDownlink, noteDownlink } from '../devices/downlinks'
import { JOIN_DEVICE, MESSAGE_COLUMNS } from './columns'

/** The time of a message, from its id; with it PostgreSQL reads only one partition. @throws ApiError 404 */
function timeOfMessage(messageId: string): Date {
  const at = timeOf(messageId)
  if (!at) throw notFound()
  return at
}

/** The condition that selects a message. @throws ApiError 404 */
export const isMessage = (spaceId: string, messageId: string) =>
  and(
    eq(message.spaceId, spaceId),
    eq(message.createdAt, timeOfMessage(messageId)),
    eq(message.id, messageId),
    sql.raw(isOfOwnDevice('message')),
  )

/** Ids of a message. */
interface One {
  spaceId: string
  messageId: string
}

const m = alias(message, 'm')

/** A message of the space. Rules, "Messages". @throws ApiError 404 */
export async function readMessage(
  db: Queryable,
  caller: Caller,
  { spaceId, messageId }: One,
): Promise<JsonText> {
  const seen = hasAllowedTag(caller, 'device', { spaceId: m.spaceId, id: m.deviceId })
  const at = timeOfMessage(messageId)
  const { rows } = await db.execute<{ json: string }>(sql`
    select row_to_json(one)::text as json from (
      select ${sql.raw(MESSAGE_COLUMNS)} from message m ${sql.raw(JOIN_DEVICE)}
      where ${and(sql`m.space_id = ${spaceId} and m.created_at = ${at} and m.id = ${messageId}`, seen)}
    ) one`)
  const [row] = rows
  if (!row) throw notFound()
  return new JsonText(row.json)
}

/** Bytes of return values, from the newest event on, after which older events are returned without theirs. */
const RETURNS_MAX_BYTES = 1024 * 1024

const e = alias(messageEvent, 'e')

const EVENT_COLUMNS = selectText({
  id: e.id,
  create_at: timeColumn(e.createdAt),
  type: e.type,
  message_connector_id: e.messageConnectorId,
  function_return: sql<string | null>`case when bytes_before < ${sql.raw(String(RETURNS_MAX_BYTES))}
    then ${e.functionReturn} end`,
  body: e.body,
} satisfies Columns<MessageEvent>)

/** The newest events of a message, oldest first. Rules, "Messages". @throws ApiError 404 */
export async function listMessageEvents(
  db: Queryable,
  caller: Caller,
  { spaceId, messageId }: One,
): Promise<JsonText> {
  const seen = hasAllowedTag(caller, 'device', { spaceId: message.spaceId, id: message.deviceId })
  const found = await db
    .select({ id: message.id })
    .from(message)
    .where(and(isMessage(spaceId, messageId), seen))
  if (found.length === 0) throw notFound()
  const which = and(
    eq(messageEvent.spaceId, spaceId),
    eq(messageEvent.messageCreatedAt, timeOfMessage(messageId)),
    eq(messageEvent.messageId, messageId),
  )
  const { rows } = await db.execute<{ json: string }>(sql`
    select coalesce(json_agg(row_to_json(one)), '[]')::text as json from (
      select ${sql.raw(EVENT_COLUMNS)} from (
        select *, coalesce(sum(octet_length(function_return)) over (
          order by created_at desc, id desc rows between unbounded preceding and 1 preceding
        ), 0) as bytes_before
        from (select * from ${messageEvent} where ${which} order by created_at desc, id desc limit ${LIST_LIMIT}) newest
      ) e
      order by e.created_at, e.id
    ) one`)
  return new JsonText(rows[0]?.json ?? '[]')
}

/**
 * Reads a body that is a JSON value or JSON text; text is kept unchanged.
 * @throws ApiError 400
 */
export function bodyOf(body: z.core.util.JSONType): ParsedJson {
  if (body instanceof ParsedJson) return body
  if (typeof body !== 'string') return new ParsedJson(JSON.stringify(body), body)
  return new ParsedJson(body, parseJson(body, 'body'))
}

/**
 * Checks the body of a downlink: shell takes a list of commands, config must not save. Rules, "Downlinks".
 * @throws ApiError 400
 */
function checkDownlink(type: MessageType, { text, value }: ParsedJson): void {
  if (type === 'shell' && !shellOrderSchema.safeParse(value).success)
    throw new ApiError(400, 'body must be a list of commands')
  // Parsing drops the first of two members with one name; the device gets the text.
  if (type === 'config' && containsConfigSave([text, value]))
    throw new ApiError(400, `body ${CONFIG_SAVE_REFUSED}`)
}

/** The commands of plain text, one for each line. JSON text is not plain: it begins as a list, an object or a string does. */
function withoutPlainText(body: z.core.util.JSONType) {
  if (typeof body !== 'string' || /^\s*[[{"]/.test(body)) return body
  const commands = commandsOf(body)
  if (commands.length === 0) throw new ApiError(400, 'body must be a list of commands')
  return commands
}

/** When a downlink expires; null for never. @throws ApiError 400 */
function expiryOf(expires_at: string | null | undefined, now: Date): Date | null {
  if (!expires_at) return null
  const at = new Date(expires_at)
  if (at <= now) throw new ApiError(400, 'expires_at must be later than now')
  if (at.getTime() > now.getTime() + EXPIRY_DAYS_MAX * DAY)
    throw new ApiError(400, `expires_at must be at most ${EXPIRY_DAYS_MAX} days from now`)
  return at
}

/** @throws ApiError 400 */
function rowOf({ device_id, type, body, expires_at }: Omit<MessageCreate, 'replaces'>, now: Date) {
  const whole = bodyOf(type === 'data' ? body : withoutPlainText(body))
  checkDownlink(type, whole)
  return {
    deviceId: device_id,
    type,
    body: whole.text,
    expiresAt: expiryOf(expires_at, now),
  } satisfies RowOf<typeof message, Omit<MessageCreate, 'replaces'>>
}

/** Checks that the caller may end the downlink that a new one replaces. @throws ApiError 403 */
async function checkReplaces(tx: Queryable, caller: Caller, { spaceId, messageId }: One): Promise<void> {
  const [found] = await tx
    .select({ type: message.type })
    .from(message)
    .where(areMessages(spaceId, [messageId]))
  if (found) authorize(caller, downlinkPermission(found.type, 'delete'))
}

/**
 * Schedules a downlink. Rules, "Downlinks".
 * @throws ApiError 400, 403, 404 for a device of another space, 409 if the device takes no downlinks
 */
export async function createMessage(
  { db, now, dueDeliveries }: Pick<Deps, 'db' | 'now' | 'dueDeliveries'>,
  caller: Caller,
  spaceId: string,
  { replaces, ...input }: MessageCreate,
): Promise<JsonText> {
  authorize(caller, downlinkPermission(input.type, 'create'))
  const at = now()
  const row = rowOf(input, at)
  const store = () =>
    db.transaction(async (tx) => {
      await checkChange(tx, caller, { spaceId, deviceId: row.deviceId })
      await checkTakesDownlinks(tx, spaceId, row.deviceId)
      if (replaces) await checkReplaces(tx, caller, { spaceId, messageId: replaces })
      const id = await insertDownlink(tx, { ...row, spaceId, replaces }, { at, userId: userIdOf(caller) })
      await noteDownlink(tx, { now }, caller, {
        action: 'message.create',
        spaceId,
        deviceId: row.deviceId,
        id,
        after: { type: row.type, device_id: row.deviceId },
      })
      return readMessage(tx, caller, { spaceId, messageId: id })
    })
  const created = await withPartitionOf(db.$client, at, store)
  dueDeliveries.ring()
  return created
}
