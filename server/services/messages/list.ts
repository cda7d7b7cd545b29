import type { MessageCountQuery, MessageFilters, MessageListQuery } from '#contract/messages'
import type { Db } from '../../db/database'
import { device, tag } from '../../db/schema'
import type { Deps } from '../../deps'
import { ApiError } from '../../errors'
import type { Caller } from '../common/caller'
import { JsonStream, JsonText } from '../common/json'
import { hasAllowedTag, limitOf } from '../common/visibility'
import { devices } from '../devices/devices'
import { tags } from '../spaces/tags'
import { carries, filterOf, tagsWanted } from './filter'
import { type FirstSlice, messagePage, messageSlice, SLICE_BYTES } from './page'
import { ofEachCarrier } from './tagPage'

/** Runs pieces of work one after the other, in the order of the calls. */
function serialize() {
  let last: Promise<unknown> = Promise.resolve()
  return <Result>(work: () => Promise<Result>): Promise<Result> => {
    const run = last.then(work)
    last = run.catch(() => undefined)
    return run
  }
}

/** One slice is read at a time: many readers of large pages together slow others no more than one does. */
const oneByOne = serialize()

/**
 * A page of the messages of a space, newest first. Large texts are read and answered in slices. Rules, "Requests".
 * @throws ApiError 400 for a cursor that is the id of no message, a device or tag of another space
 */
export async function listMessages(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  caller: Caller,
  spaceId: string,
  query: MessageListQuery,
): Promise<JsonText | JsonStream> {
  checkTag(caller, query)
  const { rows } = await db.$client.query<FirstSlice>(messagePage(spaceId, query, now(), limitOf(caller)))
  const first = rows[0] ?? { json: '[]', rest: null }
  if (first.json === '[]') await checkFilters(db, caller, spaceId, query)
  if (first.rest === null) return new JsonText(first.json)
  const read = async (ids: string[]) => {
    const slice = await oneByOne(() => db.$client.query<{ json: string }>(messageSlice(spaceId, ids)))
    return slice.rows[0]?.json ?? '[]'
  }
  return new JsonStream(piecesOf(first.json, slicesOf(first.rest), read))
}

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
 * Number of messages that match the filters.
 * @throws ApiError 400 for a device or tag of another space
 */
export async function countMessages(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  caller: Caller,
  spaceId: string,
  { at_most, ...filters }: MessageCountQuery,
): Promise<{ count: number }> {
  checkTag(caller, filters)
  const filter = filterOf(spaceId, filters, now())
  const tagIds = tagsWanted(filters, limitOf(caller))
  const limit = `limit ${filter.value(at_most ?? null)}::bigint`
  if (tagIds && filters.device_id) filter.kind.push(carries('m', filter, tagIds))
  const found =
    tagIds && !filters.device_id
      ? ofEachCarrier(
          filter,
          tagIds,
          `select from message m where ${filter.condition} and m.device_id = t.device_id ${limit}`,
        )
      : `from message m where ${filter.condition}`
  const text = `select count(*)::int as count from (select ${found} ${limit}) counted`
  const { rows } = await db.$client.query<{ count: number }>({ text, values: filter.values })
  const count = rows[0]?.count ?? 0
  if (count === 0) await checkFilters(db, caller, spaceId, filters)
  return { count }
}

const noSuch = (name: 'device_id' | 'tag_id', table: string) =>
  new ApiError(400, `${name} is the id of no ${table} in this space`)

/** A key with a limit may filter by its own tags only. @throws ApiError 400 */
export function checkTag(caller: Caller, { tag_id }: Pick<MessageFilters, 'tag_id'>) {
  const limit = limitOf(caller)
  if (limit && tag_id && !limit.includes(tag_id.toLowerCase())) throw noSuch('tag_id', 'tag')
}

/** An empty result has two reasons; it is an answer only if the caller sees the device and the tag. */
export async function checkFilters(
  db: Db,
  caller: Caller,
  spaceId: string,
  { device_id, tag_id }: Pick<MessageFilters, 'device_id' | 'tag_id'>,
) {
  const seen = hasAllowedTag(caller, 'device', device)
  if (device_id && (await db.$count(device, devices.is(spaceId, device_id, seen))) === 0)
    throw noSuch('device_id', 'device')
  if (tag_id && (await db.$count(tag, tags.is(spaceId, tag_id))) === 0) throw noSuch('tag_id', 'tag')
}
