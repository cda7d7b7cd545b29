import { type SQL, sql } from 'drizzle-orm'
import type { Tag, TagRef } from '#contract/tags'
import { type Queryable, violatedConstraint } from '../db/database'
import { tag } from '../db/schema'
import { ApiError } from '../errors'
import { type Columns, timeColumn } from './columns'
import { type Key, spaceReads } from './spaceResource'

/** Coloured tags. Spec 2, section 7. */
export const tags = spaceReads({
  table: tag,
  columns: {
    id: tag.id,
    name: tag.name,
    color: tag.color,
    access_type: tag.accessType,
    created_at: timeColumn(tag.createdAt),
  } satisfies Columns<Tag>,
})

/** What has tags, in a table `<owner>_tag`. */
export type Owner = 'device' | 'connector' | 'access_key'

/** SQL text of the tags of a row, by name. */
export const tagsOf = (owner: Owner, row: string) => `
  (select coalesce(json_agg(json_build_object('id', t.id, 'name', t.name, 'color', t.color) order by t.name, t.id), '[]')
   from ${owner}_tag o join tag t on t.space_id = o.space_id and t.id = o.tag_id
   where o.space_id = ${row}.space_id and o.${owner}_id = ${row}.id)`

/** The tags as a column of the owner's table. */
export const tagsColumn = (owner: Owner): SQL<TagRef[]> => sql`${sql.raw(tagsOf(owner, owner))}`

/**
 * Replaces the tags of a device, connector or key.
 * @throws ApiError 400 for a tag of another space
 */
export const putTags =
  (owner: Owner) =>
  async (tx: Queryable, { spaceId, id }: Key, given: readonly Pick<TagRef, 'id'>[]): Promise<void> => {
    const table = sql.identifier(`${owner}_tag`)
    const ownerId = sql.identifier(`${owner}_id`)
    const tagIds = [...new Set(given.map((one) => one.id.toLowerCase()))]
    await tx.execute(sql`delete from ${table} where space_id = ${spaceId} and ${ownerId} = ${id}`)
    if (tagIds.length === 0) return
    try {
      await tx.execute(sql`
        insert into ${table} (space_id, ${ownerId}, tag_id)
        select ${spaceId}::uuid, ${id}::uuid, unnest(${sql.param(tagIds)}::uuid[])`)
    } catch (error) {
      if (violatedConstraint(error) !== `${owner}_tag_tag`) throw error
      throw new ApiError(400, 'tags must be tags of this space')
    }
  }
