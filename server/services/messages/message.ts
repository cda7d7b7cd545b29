import type { Db } from '../../db/database'
import { notFound } from '../../errors'
import { timeOf } from '../ids'
import { isoTime, JsonText } from '../json'
import { JOIN_DEVICE, MESSAGE_COLUMNS } from './columns'

/** Values of `IS_MESSAGE`: the time of a message is in its id, so that only its partition is looked at. @throws ApiError 404 */
export function keyOf(spaceId: string, messageId: string): [string, Date, string] {
  const at = timeOf(messageId)
  if (!at) throw notFound()
  return [spaceId, at, messageId]
}

/** Whether a message `m` is the one. */
export const IS_MESSAGE = 'm.space_id = $1 and m.created_at = $2 and m.id = $3'

async function readJson(db: Db, text: string, spaceId: string, messageId: string): Promise<JsonText> {
  const { rows } = await db.$client.query<{ json: string }>(text, keyOf(spaceId, messageId))
  const [row] = rows
  if (!row) throw notFound()
  return new JsonText(row.json)
}

/** A message of the space. Spec 2, section 7. @throws ApiError 404 */
export const readMessage = (db: Db, spaceId: string, messageId: string): Promise<JsonText> =>
  readJson(
    db,
    `select row_to_json(one)::text as json
     from (select ${MESSAGE_COLUMNS} from message m ${JOIN_DEVICE} where ${IS_MESSAGE}) one`,
    spaceId,
    messageId,
  )

/** What happened to a message, oldest first. Spec 2, section 7. @throws ApiError 404 */
export const listMessageEvents = (db: Db, spaceId: string, messageId: string): Promise<JsonText> =>
  readJson(
    db,
    `select (
       select coalesce(json_agg(json_build_object(
         'id', e.id, 'create_at', ${isoTime('e.created_at')}, 'type', e.type,
         'message_connector_id', e.message_connector_id, 'function_return', e.function_return, 'body', e.body
       ) order by e.created_at, e.id), '[]')
       from message_event e
       where e.space_id = m.space_id and e.message_created_at = m.created_at and e.message_id = m.id
     )::text as json
     from message m where ${IS_MESSAGE}`,
    spaceId,
    messageId,
  )
