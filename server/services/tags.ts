import { eq } from 'drizzle-orm'
import type { Tag, TagRef } from '#contract/tags'
import { type Db, violatedConstraint } from '../db/database'
import { tag } from '../db/schema'
import { ApiError } from '../errors'

/** Tags of a space, by name. Spec 2, section 7. */
export async function listTags(db: Db, spaceId: string, limit: number): Promise<Tag[]> {
  const rows = await db
    .select()
    .from(tag)
    .where(eq(tag.spaceId, spaceId))
    .orderBy(tag.name, tag.id)
    .limit(limit)
  return rows.map(({ id, name, color, accessType, createdAt }) => ({
    id,
    name,
    color,
    access_type: accessType,
    created_at: createdAt.toISOString(),
  }))
}

/** SQL of the tags of a row, by name, as the contract answers them. */
export const tagsOf = (owner: 'device' | 'connector', row: string) => `
  (select coalesce(json_agg(json_build_object('id', t.id, 'name', t.name, 'color', t.color) order by t.name, t.id), '[]')
   from ${owner}_tag o join tag t on t.space_id = o.space_id and t.id = o.tag_id
   where o.space_id = ${row}.space_id and o.${owner}_id = ${row}.id)`

/**
 * Stores each of the tags once, by a statement that hurts the foreign key when one is no tag of the space.
 * @throws ApiError 400 for a tag of elsewhere
 */
export async function putTags(
  tags: readonly Pick<TagRef, 'id'>[],
  foreignKey: string,
  store: (tagIds: string[]) => Promise<unknown>,
): Promise<void> {
  const tagIds = new Set(tags.map(({ id }) => id.toLowerCase()))
  if (tagIds.size === 0) return
  try {
    await store([...tagIds])
  } catch (error) {
    if (violatedConstraint(error) !== foreignKey) throw error
    throw new ApiError(400, 'tags must be tags of this space')
  }
}
