import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { TagRef } from '#contract/tags'
import type { Queryable } from '../../db/database'
import { deviceTag, tag } from '../../db/schema'
import { ApiError, notFound } from '../../errors'
import type { Caller } from './caller'

/**
 * SQL condition: a device is in the space of its row. The row of a device that was moved away stays there for its history: it has neither a
 * credential nor tags, and is found only by its id.
 */
export const notMoved = (row: string): string => `${row}.moved_at is null`

/**
 * The same by the row of another table with the device's id, for statements that do not read the device: an index has the few devices that
 * were moved away.
 */
export const notOfMoved = (row: string): string => `not exists (
  select from device gone where gone.space_id = ${row}.space_id and gone.id = ${row}.device_id and not (${notMoved('gone')}))`

/** Ids of the tags that a key or person is limited to; null for callers without a limit. */
export const limitOf = ({ tagIds }: Caller): readonly string[] | null => tagIds

/** A kind of record that has tags, in a table `<owner>_tag`. */
export type Owner = 'device' | 'connector' | 'access_key' | 'config_template' | 'space_user'

/** Columns that identify a row with tags. */
type Tagged = Record<'spaceId' | 'id', AnyPgColumn | SQL>

/** Whether a row of the owner's table has a tag, of all or of those that match a condition. */
const hasTag = (owner: Owner, row: Tagged, which?: SQL) => sql`exists (
  select from ${sql.identifier(`${owner}_tag`)} o
  where ${and(
    sql`o.space_id = ${row.spaceId}`,
    sql`${sql.identifier('o')}.${sql.identifier(`${owner}_id`)} = ${row.id}`,
    which,
  )})`

const among = (tagIds: readonly string[]) => sql`o.tag_id = any(${sql.param(tagIds)}::uuid[])`

/** The condition that a row carries a tag of the caller's limit; undefined for callers without one. */
export function hasAllowedTag(caller: Caller, owner: Owner, row: Tagged): SQL | undefined {
  const limit = limitOf(caller)
  return limit ? hasTag(owner, row, among(limit)) : undefined
}

/** The condition that a row carries tags, and only those of the caller's limit; undefined for callers without one. */
export function hasOnlyAllowedTags(caller: Caller, owner: Owner, row: Tagged): SQL | undefined {
  const limit = limitOf(caller)
  return limit
    ? sql`${hasTag(owner, row)} and not ${hasTag(owner, row, sql`not ${among(limit)}`)}`
    : undefined
}

/**
 * Checks that the caller may change a device or send to it: a caller with a limit needs a shared tag that lets it write.
 * @throws ApiError 403, 404 for a device that the caller does not see
 */
export async function checkChange(
  db: Queryable,
  caller: Caller,
  { spaceId, deviceId }: { spaceId: string; deviceId: string },
): Promise<void> {
  const limit = limitOf(caller)
  if (!limit) return
  const shared = await db
    .select({ accessType: tag.accessType })
    .from(deviceTag)
    .innerJoin(tag, and(eq(tag.spaceId, deviceTag.spaceId), eq(tag.id, deviceTag.tagId)))
    .where(
      and(
        eq(deviceTag.spaceId, spaceId),
        eq(deviceTag.deviceId, deviceId),
        inArray(deviceTag.tagId, [...limit]),
      ),
    )
  if (shared.length === 0) throw notFound()
  if (shared.every(({ accessType }) => accessType === 'read'))
    throw new ApiError(403, 'forbidden: the tags that you share with this device only let you read it')
}

/**
 * Checks that the caller may change tags. A caller with a limit could let themselves write, and change what others see.
 * @throws ApiError 403
 */
export function checkTagChange(caller: Caller): void {
  if (limitOf(caller)) throw new ApiError(403, 'forbidden: a caller with tags cannot change or delete tags')
}

type TagId = Pick<TagRef, 'id'>

/**
 * Checks that a caller with a limit gives a connector, a key or a person some of their own tags, and no others: with others they would
 * learn about devices that they do not see.
 * @throws ApiError 403
 */
export function checkOwnTags(caller: Caller, given: readonly TagId[]): void {
  const limit = limitOf(caller)
  if (limit && !(given.length > 0 && given.every(({ id }) => limit.includes(id.toLowerCase()))))
    throw new ApiError(
      403,
      'forbidden: a caller with tags can give only their own tags, and at least one of them',
    )
}

/**
 * The tags of a device after a caller has set them. A caller with a limit adds and removes only their own tags; the others of the device stay,
 * whether they are given or not.
 * @param current ids of the tags that the device has
 * @throws ApiError 400 if a caller with a limit leaves none of their own tags, or gives others
 */
export function tagsAfter(
  limit: readonly string[],
  given: readonly TagId[],
  current: readonly string[],
): TagId[] {
  const ids = given.map(({ id }) => id.toLowerCase())
  const kept = current.filter((id) => !limit.includes(id))
  const put = ids.filter((id) => limit.includes(id))
  if (put.length === 0) throw new ApiError(400, 'tags must contain at least one of your tags')
  if (!ids.every((id) => put.includes(id) || kept.includes(id)))
    throw new ApiError(400, 'tags must contain only your tags and those of the device')
  return [...put, ...kept].map((id) => ({ id }))
}
