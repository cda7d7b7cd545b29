import type { MessageListQuery } from '#contract/messages'
import { JOIN_DEVICE, MESSAGE_COLUMNS } from './columns'
import { addCursor, carries, type Filter, filterOf, NEWEST_FIRST } from './filter'
import { keysOfTag } from './tagPage'

/** Messages of the space or of one device: an index has them in order. */
const rowsOf = (filter: Filter) => `select m.* from message m where ${filter.all}`

/** Messages by their keys; the join is lateral so that it is never one with all messages. */
const rowsByKeys = (keys: string) => `
  select m.* from (${keys}) k cross join lateral (
    select * from message m where m.space_id = $1 and m.created_at = k.created_at and m.id = k.id offset 0
  ) m`

/**
 * The statement of a page; its one row has the page as JSON text in `json`. It has no name, so that it is planned for
 * its device: a plan for any device expects few messages, and sorts all of a busy one.
 * @throws ApiError 400 for a cursor that is the id of no message
 */
export function messagePage(
  spaceId: string,
  query: MessageListQuery,
  now: Date,
): { text: string; values: unknown[] } {
  const { device_id, tag_id, limit } = query
  const offset = typeof query.offset === 'number' ? query.offset : 0
  const filter = filterOf(spaceId, query, now)
  addCursor(filter, query)
  if (tag_id && device_id) filter.kind.push(carries('m', filter, tag_id))
  const rows = tag_id && !device_id ? rowsByKeys(keysOfTag(filter, tag_id, limit + offset)) : rowsOf(filter)
  const text = `
    select coalesce(json_agg(row_to_json(page)), '[]')::text as json
    from (
      select ${MESSAGE_COLUMNS}
      from (
        ${rows} ${NEWEST_FIRST}
        limit ${filter.value(limit)}::int offset ${filter.value(offset)}::bigint
      ) m ${JOIN_DEVICE}
      ${NEWEST_FIRST}
    ) page`
  return { text, values: filter.values }
}
