import type { MessageFilters, MessageListQuery } from '#contract/messages'
import type { Db } from '../../db/database'
import type { Deps } from '../../deps'
import { ApiError } from '../../errors'
import { timeOf } from '../ids'
import { JsonText } from '../json'
import { JOIN_DEVICE, MESSAGE_COLUMNS } from './columns'
import { conditionsOf } from './filter'

/**
 * The statement of a page; its one row has the page as JSON text in `json`. It has no name, so that it is planned for
 * its device: a plan for any device expects few messages, and sorts all of a busy one.
 * @throws ApiError 400 for a cursor that is the id of no message
 */
export function messagePage(spaceId: string, query: MessageListQuery, now: Date) {
  const { limit, offset } = query
  const where = conditionsOf(spaceId, query, now)
  const cursor = query.cursor ?? (typeof offset === 'string' ? offset : undefined)
  if (cursor !== undefined) {
    const time = timeOf(cursor)
    if (!time) throw new ApiError(400, `${query.cursor ? 'cursor' : 'offset'} is not the id of a message`)
    const at = where.value(time)
    // The time alone says the same once more, because partitions cannot be left out by a pair.
    where.and(`m.created_at <= ${at}`).and(`(m.created_at, m.id) < (${at}, ${where.value(cursor)}::uuid)`)
  }
  const text = `
    select coalesce(json_agg(row_to_json(page)), '[]')::text as json
    from (
      select ${MESSAGE_COLUMNS}
      from (
        select m.* from message m where ${where.sql} order by m.created_at desc, m.id desc
        limit ${where.value(limit)}::int
        offset ${where.value(typeof offset === 'number' ? offset : 0)}::bigint
      ) m ${JOIN_DEVICE}
      order by m.created_at desc, m.id desc
    ) page`
  return { text, values: where.values }
}

/**
 * A page of the messages of a space, newest first. A cursor needs no row: its time is in the id. Facts, "Requests".
 * @throws ApiError 400 for a cursor that is the id of no message, a device or tag of elsewhere
 */
export async function listMessages(
  { db, now }: Deps,
  spaceId: string,
  query: MessageListQuery,
): Promise<JsonText> {
  const { rows } = await db.$client.query<{ json: string }>(messagePage(spaceId, query, now()))
  const json = rows[0]?.json ?? '[]'
  if (json === '[]') await checkFilters(db, spaceId, query)
  return new JsonText(json)
}

/**
 * How many messages the filters match.
 * @throws ApiError 400 for a device or tag of elsewhere
 */
export async function countMessages(
  { db, now }: Deps,
  spaceId: string,
  filters: MessageFilters,
): Promise<{ count: number }> {
  const where = conditionsOf(spaceId, filters, now())
  const text = `select count(*)::int as count from message m where ${where.sql}`
  const { rows } = await db.$client.query<{ count: number }>({ text, values: where.values })
  const count = rows[0]?.count ?? 0
  if (count === 0) await checkFilters(db, spaceId, filters)
  return { count }
}

/** Nothing found has two reasons; only a device and a tag of the space make it an answer. */
async function checkFilters(db: Db, spaceId: string, { device_id, tag_id }: MessageFilters) {
  for (const [name, table, id] of [
    ['device_id', 'device', device_id],
    ['tag_id', 'tag', tag_id],
  ] as const) {
    if (!id) continue
    const text = `select from ${table} where space_id = $1 and id = $2`
    const { rowCount } = await db.$client.query(text, [spaceId, id])
    if (rowCount === 0) throw new ApiError(400, `${name} is the id of no ${table} in this space`)
  }
}
