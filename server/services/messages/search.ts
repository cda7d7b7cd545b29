import {
  type FoundMessages,
  isFound,
  type MessageCondition,
  type MessageSearchQuery,
  nameOf,
  parseSearch,
  SEARCH_FAULTS,
  SEARCHED_MAX,
  SEARCHED_MILLISECONDS,
} from '#contract/messageSearch'
import { FIRST_MESSAGE_AT, typesOf } from '#contract/messages'
import type { Deps } from '../../deps'
import { ApiError } from '../../errors'
import { inSlices } from '../background/slices'
import type { Caller } from '../common/caller'
import { timeOf } from '../common/ids'
import { JsonText } from '../common/json'
import { limitOf } from '../common/visibility'
import { addCursor, carries, type Filter, filterOf, NEWEST_FIRST, tagsWanted } from './filter'
import { checkFilters, checkTag } from './list'
import { messageSlice } from './page'

/** Messages, and bytes of bodies, that one statement looks at. */
const STEP = { rows: 2000, bytes: 4 * 1024 * 1024 }
/** Bytes of found bodies after which a call answers. */
const FOUND_BYTES = 1024 * 1024
/** Characters of a body that are looked at in one step of a slice. */
const CHARACTERS = 16

/** A step: what may be found, and how far it came. */
interface Looked {
  ids: string[] | null
  bodies: string[] | null
  rows: number
  bytes: number
  last_id: string | null
  last_at: Date | null
}

/** The condition that a body may be what is looked for; what is written in escapes, or has other than plain letters, is looked at later. */
function mayBe(condition: MessageCondition, filter: Filter): string {
  const escapes = `strpos(m.body, '\\') > 0`
  if (condition.kind === 'word') {
    const word = filter.value(condition.word)
    return `(strpos(lower(m.body), ${word}) > 0 or octet_length(m.body) <> length(m.body) or ${escapes})`
  }
  const name = nameOf(condition)
  if (name === undefined) return 'm.body is not null'
  const text = JSON.stringify(name)
  return `(strpos(m.body, ${filter.value(text)}) > 0 or ${escapes})`
}

/**
 * The statement of a step: the next messages by an index, and of them those that may be what is looked for. With `offset 0` that is found
 * out once for each, not for each array.
 */
function stepOf(
  spaceId: string,
  { device_id, tag_id, after, before, direction, type }: MessageSearchQuery,
  condition: MessageCondition,
  cursor: string | undefined,
  { now, tagIds }: { now: Date; tagIds: readonly string[] | null },
) {
  const range = { device_id, after: after ?? Date.parse(FIRST_MESSAGE_AT), before, tag_id }
  const filter = filterOf(spaceId, { ...range, direction: undefined, type: undefined }, now)
  if (cursor !== undefined) addCursor(filter, { cursor, limit: 1 })
  const read = filter.condition
  const kinds = [
    mayBe(condition, filter),
    ...(direction?.length ? [`m.direction = any(${filter.value(direction)})`] : []),
    ...(type?.length ? [`m.type = any(${filter.value(typesOf(type))})`] : []),
    ...(tagIds ? [carries('m', filter, tagIds)] : []),
  ].join(' and ')
  const text = `
    select array_agg(m.id ${NEWEST_FIRST}) filter (where m.may_be_found) as ids,
      array_agg(m.body ${NEWEST_FIRST}) filter (where m.may_be_found) as bodies,
      count(*)::int as rows, coalesce(sum(m.bytes), 0)::int as bytes,
      (array_agg(m.id order by m.created_at, m.id))[1] as last_id, min(m.created_at) as last_at
    from (
      select m.*, ${kinds} as may_be_found from (
        select m.*, sum(m.bytes) over (${NEWEST_FIRST} rows between unbounded preceding and 1 preceding) as bytes_before
        from (
          select m.*, coalesce(octet_length(m.body), 0) as bytes from message m where ${read} ${NEWEST_FIRST} limit ${STEP.rows}
        ) m
      ) m
      where coalesce(m.bytes_before, 0) < ${STEP.bytes} offset 0
    ) m`
  return { text, values: filter.values }
}

/**
 * Looks for a text or a value in messages, newest first, in steps of bounded work, until it has found enough or looked at so much. Rules,
 * "Messages".
 * @throws ApiError 400 for a search that cannot be read, a cursor that is the id of no message, a device or tag of another space
 */
export async function searchMessages(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  caller: Caller,
  spaceId: string,
  query: MessageSearchQuery,
): Promise<FoundMessages | JsonText> {
  checkTag(caller, query)
  await checkFilters(db, caller, spaceId, query)
  const condition = parseSearch(query.text)
  if (typeof condition === 'string') throw new ApiError(400, SEARCH_FAULTS[condition])
  const at = { now: now(), tagIds: tagsWanted(query, limitOf(caller)) }
  const rest = inSlices(caller, spaceId)
  const until = performance.now() + SEARCHED_MILLISECONDS
  const found: string[] = []
  let [cursor, lookedBackTo] = [query.cursor, new Date()]
  let [rows, bytes, foundBytes] = [0, 0, 0]
  let isOver = false
  while (found.length < query.limit && foundBytes < FOUND_BYTES) {
    caller.origin.gone.throwIfAborted()
    const { rows: steps } = await db.$client.query<Looked>(stepOf(spaceId, query, condition, cursor, at))
    const [step] = steps
    if (!step?.last_id || !step.last_at) {
      isOver = true
      break
    }
    let isCut = false
    const bodies = step.bodies ?? []
    for (const [place, id] of (step.ids ?? []).entries()) {
      const body = bodies[place] ?? ''
      await rest(1 + body.length / CHARACTERS)
      if (!isFound(body, condition)) continue
      found.push(id)
      foundBytes += body.length
      if (found.length < query.limit && foundBytes < FOUND_BYTES) continue
      // The rest of the step is looked at by the next call.
      ;[cursor, lookedBackTo, isCut] = [id, timeOf(id) ?? lookedBackTo, true]
      break
    }
    if (isCut) break
    ;[cursor, lookedBackTo] = [step.last_id, step.last_at]
    rows += step.rows
    bytes += step.bytes
    if (rows >= SEARCHED_MAX.rows || bytes >= SEARCHED_MAX.bytes || performance.now() > until) break
  }
  const messages =
    found.length === 0
      ? '[]'
      : ((await db.$client.query<{ json: string }>(messageSlice(spaceId, found))).rows[0]?.json ?? '[]')
  const end = {
    looked_back_to: isOver ? null : lookedBackTo.toISOString(),
    next: isOver ? null : (cursor ?? null),
  }
  return new JsonText(`{"messages":${messages},${JSON.stringify(end).slice(1)}`)
}
