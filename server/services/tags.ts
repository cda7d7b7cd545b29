import { eq } from 'drizzle-orm'
import type { Tag } from '#contract/tags'
import type { Db } from '../db/database'
import { tag } from '../db/schema'

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
