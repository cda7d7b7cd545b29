import type { MessageListQuery } from '#contract/messages'
import { timeOf } from '../common/ids'
import { rowsBefore } from '../common/statement'
import { JOIN_DEVICE, MESSAGE_COLUMNS } from './columns'
import { addCursor, carries, type Filter, filterOf, NEWEST_FIRST, tagsWanted } from './filter'
import { keysOfTags } from './tagPage'

/** Bytes of texts after which a slice of a page ends. It may have one message more. */
export const SLICE_BYTES = 1024 * 1024

/** The result of the statement of a page. */
export interface FirstSlice {
  /** JSON text of the messages of the first slice. */
  json: string
  /** The other messages and their sizes; null if there are none, as on ordinary pages. */
  rest: [id: string, bytes: number][] | null
}

/** PostgreSQL knows the length of a text without reading it. */
const BYTES = 'coalesce(octet_length(m.body), 0) + coalesce(octet_length(m.raw), 0)'

/** Messages of the space or of one device: an index has them in order. */
const rowsOf = (filter: Filter) => `select m.* from message m where ${filter.condition}`

/** Messages by their keys. The join is lateral, so that it never reads all messages. */
const rowsByKeys = (keys: string) => `
  select m.* from (${keys}) k cross join lateral (
    select * from message m where m.space_id = $1 and m.created_at = k.created_at and m.id = k.id offset 0
  ) m`

/**
 * The statement of a page, whose only row is a `FirstSlice`. It has no name, so that it is planned for its device: a plan for any device
 * expects few messages, and sorts all those of a busy one.
 * @param within ids of the tags that a key is limited to
 * @throws ApiError 400 for a cursor that is the id of no message
 */
export function messagePage(
  spaceId: string,
  query: MessageListQuery,
  now: Date,
  within: readonly string[] | null = null,
): { text: string; values: unknown[] } {
  const { device_id, limit } = query
  const offset = rowsBefore(query)
  const filter = filterOf(spaceId, query, now)
  addCursor(filter, query)
  const tagIds = tagsWanted(query, within)
  if (tagIds && device_id) filter.kind.push(carries('m', filter, tagIds))
  const rows = tagIds && !device_id ? rowsByKeys(keysOfTags(filter, tagIds, limit + offset)) : rowsOf(filter)
  const text = `
    select
      coalesce(
        json_agg((select row_to_json(one) from (select ${MESSAGE_COLUMNS}) one) ${NEWEST_FIRST})
          filter (where m.bytes_before < ${SLICE_BYTES}), '[]'
      )::text as json,
      json_agg(json_build_array(m.id, ${BYTES}) ${NEWEST_FIRST})
        filter (where m.bytes_before >= ${SLICE_BYTES}) as rest
    from (
      select m.*, coalesce(
        sum(${BYTES}) over (${NEWEST_FIRST} rows between unbounded preceding and 1 preceding), 0
      ) as bytes_before
      from (
        ${rows} ${NEWEST_FIRST}
        limit ${filter.value(limit)}::int offset ${filter.value(offset)}::bigint
      ) m
    ) m ${JOIN_DEVICE}`
  return { text, values: filter.values }
}

const SLICE = {
  name: 'messages.slice',
  text: `
    select coalesce(json_agg(row_to_json(slice)), '[]')::text as json
    from (
      select ${MESSAGE_COLUMNS}
      from (${rowsByKeys('select * from unnest($2::timestamptz[], $3::uuid[]) as key (created_at, id)')}) m ${JOIN_DEVICE}
      ${NEWEST_FIRST}
    ) slice`,
}

/** The statement of some messages of a page; its only row has them as JSON text in `json`. */
export const messageSlice = (spaceId: string, ids: string[]) => ({
  ...SLICE,
  values: [spaceId, ids.map(timeOf), ids],
})
