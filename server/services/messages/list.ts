import type { MessageFilters, MessageListQuery } from '#contract/messages'
import type { Db } from '../../db/database'
import type { Deps } from '../../deps'
import { ApiError } from '../../errors'
import { JsonStream, JsonText } from '../json'
import { carries, filterOf } from './filter'
import { type FirstSlice, messagePage, messageSlice, SLICE_BYTES } from './page'

/**
 * A page of the messages of a space, newest first. Where texts are large it is read and answered in slices. Facts,
 * "Requests".
 * @throws ApiError 400 for a cursor that is the id of no message, a device or tag of elsewhere
 */
export async function listMessages(
  { db, now }: Deps,
  spaceId: string,
  query: MessageListQuery,
): Promise<JsonText | JsonStream> {
  const { rows } = await db.$client.query<FirstSlice>(messagePage(spaceId, query, now()))
  const first = rows[0] ?? { json: '[]', rest: null }
  if (first.json === '[]') await checkFilters(db, spaceId, query)
  if (first.rest === null) return new JsonText(first.json)
  const read = async (ids: string[]) => {
    const slice = await db.$client.query<{ json: string }>(messageSlice(spaceId, ids))
    return slice.rows[0]?.json ?? '[]'
  }
  return new JsonStream(piecesOf(first.json, slicesOf(first.rest), read))
}

/** The ids of each slice. */
function slicesOf(messages: NonNullable<FirstSlice['rest']>): string[][] {
  const slices: string[][] = []
  let bytes = SLICE_BYTES
  for (const [id, size] of messages) {
    if (bytes >= SLICE_BYTES) {
      slices.push([])
      bytes = 0
    }
    slices.at(-1)?.push(id)
    bytes += size
  }
  return slices
}

/** A page as JSON text. Messages that are deleted before their slice is read are left out. */
async function* piecesOf(first: string, slices: string[][], read: (ids: string[]) => Promise<string>) {
  yield first.slice(0, -1)
  for (const ids of slices) {
    const json = await read(ids)
    if (json !== '[]') yield `,${json.slice(1, -1)}`
  }
  yield ']'
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
