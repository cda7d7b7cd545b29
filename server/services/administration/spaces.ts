import { and, eq, sql } from 'drizzle-orm'
import type { FoundSpace, SpaceSearchQuery } from '#contract/admin'
import type { Db } from '../../db/database'
import { appUser, space } from '../../db/schema'
import type { Columns } from '../common/columns'

const COLUMNS = {
  id: space.id,
  name: space.name,
  owner: appUser.email,
} satisfies Columns<FoundSpace>

/** Spaces of the whole installation whose name, or whose owner's e-mail address, contains the text; by name. */
export async function searchSpaces(db: Db, { text = '', limit }: SpaceSearchQuery): Promise<FoundSpace[]> {
  const part = text.toLowerCase()
  const holds = sql`(strpos(${space.name}, ${part}) > 0 or strpos(${appUser.email}, ${part}) > 0)`
  return db
    .select(COLUMNS)
    .from(space)
    .leftJoin(appUser, eq(appUser.id, space.ownerId))
    .where(and(part ? holds : undefined))
    .orderBy(space.name, space.id)
    .limit(limit)
}
