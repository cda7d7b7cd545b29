import type { MessageFilters, MessageListQuery } from '#contract/messages'
import type { Db } from '../../db/database'
import type { Deps } from '../../deps'
import { ApiError } from '../../errors'
import { JsonText } from '../json'
import { carries, filterOf } from './filter'
import { messagePage } from './page'

/**
 * A page of the messages of a space, newest first. Facts, "Requests".
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
  const filter = filterOf(spaceId, filters, now())
  if (filters.tag_id) filter.kind.push(carries('m', filter, filters.tag_id))
  const text = `select count(*)::int as count from message m where ${filter.all}`
  const { rows } = await db.$client.query<{ count: number }>({ text, values: filter.values })
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
