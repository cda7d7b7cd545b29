import { carries, type Filter, isAmong, NEWEST_FIRST } from './filter'

/** Messages of the space that are read for each wanted one, before the devices are read one by one. */
const LOOK_AT = 20

/**
 * The rows `m` that a statement finds for each device `t` that carries one of the tags: `from` and `where`. The statement runs once for
 * each device.
 */
export function ofEachCarrier(filter: Filter, tagIds: readonly string[], rowsOf: string): string {
  const where = (row: string) => `${row}.space_id = $1 and ${row}.tag_id ${isAmong(filter, tagIds)}`
  const rows = `cross join lateral (${rowsOf}) m`
  if (tagIds.length === 1) return `from device_tag t ${rows} where ${where('t')}`
  return `from (select distinct o.device_id from device_tag o where ${where('o')}) t ${rows} where true`
}

/**
 * Keys of the newest messages of the devices that carry a tag, or one of several. No index has them in order, so there are two ways:
 * walking through the newest messages of the space, which is quick if the tag is on many of them, and taking the newest of each device,
 * which is quick if these are few or silent. The first is tried for a bounded number of messages; the second runs only if they were too
 * few. It first reads only the newest message of each device: the wanted messages are of that many devices at most, those that sent last.
 */
export function keysOfTags(filter: Filter, tagIds: readonly string[], wanted: number): string {
  const limit = filter.value(wanted)
  const bound = filter.value(wanted * LOOK_AT)
  const { space, time, kind } = filter
  const ofKind = ['true', ...kind].join(' and ')
  const walked = carries('m', filter, tagIds)
  const newestOf = (row: string, count: string) => `
    select m.device_id, m.created_at, m.id from message m
    where ${filter.condition} and m.device_id = ${row}.device_id ${NEWEST_FIRST} limit ${count}`
  return `
    with recent as materialized (
      select m.device_id, m.created_at, m.id, m.type, m.direction, m.down_state, m.down_outcome from message m
      where ${[space, ...time].join(' and ')} ${NEWEST_FIRST} limit ${bound}::bigint
    ), walked as materialized (
      select m.created_at, m.id from recent m where ${ofKind} and ${walked}
      ${NEWEST_FIRST} limit ${limit}::bigint
    ), enough as materialized (
      select (select count(*) from walked) = ${limit}::bigint or (select count(*) from recent) < ${bound}::bigint as yes
    ), speakers as materialized (
      select m.device_id ${ofEachCarrier(filter, tagIds, newestOf('t', '1'))} and not (select yes from enough)
      ${NEWEST_FIRST} limit ${limit}::bigint
    )
    select created_at, id from walked where (select yes from enough)
    union all (
      select m.created_at, m.id
      from speakers s cross join lateral (${newestOf('s', `${limit}::bigint`)}) m
      ${NEWEST_FIRST} limit ${limit}::bigint
    )`
}
