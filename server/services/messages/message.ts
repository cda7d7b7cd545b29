import { and, eq, sql } from 'drizzle-orm'
import type { Queryable } from '../../db/database'
import { message, messageEvent } from '../../db/schema'
import { notFound } from '../../errors'
import { timeOf } from '../ids'
import { isoTime, JsonText } from '../json'
import { JOIN_DEVICE, MESSAGE_COLUMNS } from './columns'

/** The time of a message is in its id, so that only its partition is looked at. @throws ApiError 404 */
function timeOfMessage(messageId: string): Date {
  const at = timeOf(messageId)
  if (!at) throw notFound()
  return at
}

/** The condition that a row is the message. @throws ApiError 404 */
export const isMessage = (spaceId: string, messageId: string) =>
  and(
    eq(message.spaceId, spaceId),
    eq(message.createdAt, timeOfMessage(messageId)),
    eq(message.id, messageId),
  )

/** A message of the space. Spec 2, section 7. @throws ApiError 404 */
export async function readMessage(db: Queryable, spaceId: string, messageId: string): Promise<JsonText> {
  const at = timeOfMessage(messageId)
  const { rows } = await db.execute<{ json: string }>(sql`
    select row_to_json(one)::text as json from (
      select ${sql.raw(MESSAGE_COLUMNS)} from message m ${sql.raw(JOIN_DEVICE)}
      where m.space_id = ${spaceId} and m.created_at = ${at} and m.id = ${messageId}
    ) one`)
  const [row] = rows
  if (!row) throw notFound()
  return new JsonText(row.json)
}

/** What happened to a message, oldest first. Spec 2, section 7. @throws ApiError 404 */
export async function listMessageEvents(
  db: Queryable,
  spaceId: string,
  messageId: string,
): Promise<JsonText> {
  const found = await db.select({ id: message.id }).from(message).where(isMessage(spaceId, messageId))
  if (found.length === 0) throw notFound()
  const { rows } = await db.execute<{ json: string }>(sql`
    select coalesce(json_agg(json_build_object(
      'id', id, 'create_at', ${sql.raw(isoTime('created_at'))}, 'type', type,
      'message_connector_id', message_connector_id, 'function_return', function_return, 'body', body
    ) order by created_at, id), '[]')::text as json
    from ${messageEvent}
    where space_id = ${spaceId} and message_created_at = ${timeOfMessage(messageId)} and message_id = ${messageId}`)
  return new JsonText(rows[0]?.json ?? '[]')
}
