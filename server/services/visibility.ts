import { and, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { Caller } from './caller'
import type { Owner } from './tags'

/** Ids of the tags that a key is limited to; null for callers without a limit. */
export const limitOf = (caller: Caller): readonly string[] | null =>
  'tagIds' in caller ? caller.tagIds : null

/** What has tags. */
type Tagged = Record<'spaceId' | 'id', AnyPgColumn>

/** Whether a row of the owner's table has a tag, of all or of those that satisfy a condition. */
const hasTag = (owner: Owner, row: Tagged, which?: SQL) => sql`exists (
  select from ${sql.identifier(`${owner}_tag`)} o
  where ${and(
    sql`o.space_id = ${row.spaceId}`,
    sql`${sql.identifier('o')}.${sql.identifier(`${owner}_id`)} = ${row.id}`,
    which,
  )})`

const among = (tagIds: readonly string[]) => sql`o.tag_id = any(${sql.param(tagIds)}::uuid[])`

/** The condition that a row carries a tag of the caller's limit; undefined for callers without one. */
export function carriesOne(caller: Caller, owner: Owner, row: Tagged): SQL | undefined {
  const limit = limitOf(caller)
  return limit ? hasTag(owner, row, among(limit)) : undefined
}

/** The condition that a row carries tags, and only those of the caller's limit; undefined for callers without one. */
export function carriesOnly(caller: Caller, owner: Owner, row: Tagged): SQL | undefined {
  const limit = limitOf(caller)
  return limit
    ? sql`${hasTag(owner, row)} and not ${hasTag(owner, row, sql`not ${among(limit)}`)}`
    : undefined
}
