import { DAY } from '#contract/common/durations'
import { type MessageFilters, type MessageListQuery, typesOf } from '#contract/messages'
import { isOfDevice } from '../background/deletion'
import { timeOf } from '../common/ids'
import { cursorOf, Statement, wrongCursor } from '../common/statement'

/** How far back a list goes by default, in milliseconds. Rules, "Requests". */
const DEFAULT_SPAN = DAY

/** Newest first, as the indexes are read backwards. */
export const NEWEST_FIRST = 'order by m.created_at desc, m.id desc'

/** A statement on messages `m` of a space, whose conditions are in parts. */
export class Filter extends Statement {
  readonly space: string
  /** Conditions on the time, and on the cursor. */
  readonly time: string[] = []
  /** Conditions on the message itself. */
  readonly kind: string[] = []

  constructor(spaceId: string) {
    super()
    this.space = `m.space_id = ${this.value(spaceId)}`
  }

  override get condition(): string {
    return [this.space, ...this.time, ...this.kind].join(' and ')
  }
}

/** The conditions that a list and a count share, except for the tag; `now` is the end of the default time range. */
export function filterOf(spaceId: string, filters: MessageFilters, now: Date): Filter {
  const { device_id, before, direction, type, down_state, down_outcome } = filters
  const after = filters.after ?? now.getTime() - DEFAULT_SPAN
  const filter = new Filter(spaceId)
  filter.time.push(`m.created_at >= ${filter.value(new Date(after))}`)
  if (before !== undefined) filter.time.push(`m.created_at <= ${filter.value(new Date(before))}`)
  if (device_id) filter.kind.push(`m.device_id = ${filter.value(device_id)}`)
  filter.kind.push(isOfDevice('m', '$1'))
  if (direction?.length) filter.kind.push(`m.direction = any(${filter.value(direction)})`)
  if (type?.length) filter.kind.push(`m.type = any(${filter.value(typesOf(type))})`)
  // As text, so that the index of pending downlinks is used.
  if (down_state?.length)
    filter.kind.push(`m.down_state in (${down_state.map((state) => `'${state}'`).join()})`)
  if (down_outcome?.length) filter.kind.push(`m.down_outcome = any(${filter.value(down_outcome)})`)
  return filter
}

/** SQL that follows a column with the id of a tag: it is one of these. */
export const isAmong = (filter: Filter, tagIds: readonly string[]) =>
  tagIds.length === 1 ? `= ${filter.value(tagIds[0])}` : `= any(${filter.value(tagIds)}::uuid[])`

/** The condition that the device of a row carries one of the tags. */
export const carries = (row: string, filter: Filter, tagIds: readonly string[]) => `exists (
  select from device_tag t
  where t.space_id = $1 and t.device_id = ${row}.device_id and t.tag_id ${isAmong(filter, tagIds)})`

/**
 * The tags of which a message's device must carry one; null if it need not. The devices of a tag within the limit of a key are within the
 * limit.
 */
export const tagsWanted = ({ tag_id }: MessageFilters, limit: readonly string[] | null) =>
  tag_id ? [tag_id] : limit

/**
 * Continues after the cursor, if there is one. The row of the cursor need not exist: its time is in the id.
 * @throws ApiError 400 if it is the id of no message
 */
export function addCursor(filter: Filter, query: MessageListQuery): void {
  const last = cursorOf(query)
  if (last === undefined) return
  const time = timeOf(last)
  if (!time) throw wrongCursor(query, 'a message')
  const at = filter.value(time)
  // The condition on the time alone is redundant, but partitions cannot be left out by a pair.
  filter.time.push(`m.created_at <= ${at}`, `(m.created_at, m.id) < (${at}, ${filter.value(last)}::uuid)`)
}
