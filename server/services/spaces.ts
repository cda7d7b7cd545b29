import { and, eq, sql } from 'drizzle-orm'
import type { Space, SpaceInput } from '#contract/spaces'
import type { Queryable } from '../db/database'
import { accessKey, mail, space, spaceUser } from '../db/schema'
import type { Deps } from '../deps'
import { notFound } from '../errors'
import { insertSpace } from './account/users'
import { type Caller, type Person, userIdOf } from './caller'
import { type Columns, type RowOf, timeColumn } from './columns'
import { acceptFor } from './spaceUsers'

const COLUMNS = {
  id: space.id,
  name: space.name,
  type: space.type,
  owner_id: space.ownerId,
  created_at: timeColumn(space.createdAt),
  user_role: spaceUser.role,
  invited: sql<boolean>`coalesce(${spaceUser.invited}, false)`,
} satisfies Columns<Space>

const rowOf = ({ name }: SpaceInput): RowOf<typeof space, SpaceInput> => ({ name })

const ofUser = (userId: string | null) =>
  and(eq(spaceUser.spaceId, space.id), userId === null ? sql`false` : eq(spaceUser.userId, userId))

/** Spaces that a person is in or invited to, by name, or the space of a key. Spec 1, section 7. */
export async function listSpaces(db: Queryable, caller: Caller, limit: number): Promise<Space[]> {
  if ('keyId' in caller) return [await readSpace(db, caller, caller.spaceId)]
  return db
    .select(COLUMNS)
    .from(space)
    .innerJoin(spaceUser, ofUser(caller.userId))
    .orderBy(space.name, space.id)
    .limit(limit)
}

/** A space as the caller sees it. @throws ApiError 404 */
export async function readSpace(db: Queryable, caller: Caller, spaceId: string): Promise<Space> {
  const [found] = await db
    .select(COLUMNS)
    .from(space)
    .leftJoin(spaceUser, ofUser(userIdOf(caller)))
    .where(eq(space.id, spaceId))
  if (!found) throw notFound()
  return found
}

/** Creates a space; the caller becomes its admin. */
export async function createSpace({ db }: Deps, caller: Person, input: SpaceInput): Promise<Space> {
  return db.transaction(async (tx) => {
    const spaceId = await insertSpace(tx, { ...rowOf(input), type: 'team', ownerId: caller.userId })
    return readSpace(tx, caller, spaceId)
  })
}

/** Renames a space. @throws ApiError 404 */
export async function updateSpace(
  { db }: Deps,
  caller: Caller,
  spaceId: string,
  input: SpaceInput,
): Promise<Space> {
  return db.transaction(async (tx) => {
    await tx.update(space).set(rowOf(input)).where(eq(space.id, spaceId))
    return readSpace(tx, caller, spaceId)
  })
}

/** Deletes a space with everything in it, in the caller's transaction. */
export async function removeSpace(tx: Queryable, spaceId: string): Promise<void> {
  // Before the space, as the worker that sends e-mails locks them.
  await tx.delete(mail).where(eq(mail.spaceId, spaceId))
  // From here on, no key is added.
  await tx.select({ id: space.id }).from(space).where(eq(space.id, spaceId)).for('update')
  // First, for PostgreSQL would delete the tags before the keys that are limited to them, which is refused.
  await tx.delete(accessKey).where(eq(accessKey.spaceId, spaceId))
  await tx.delete(space).where(eq(space.id, spaceId))
}

/** Deletes a space with everything in it. */
export async function deleteSpace({ db }: Deps, spaceId: string): Promise<void> {
  await db.transaction((tx) => removeSpace(tx, spaceId))
}

/** Accepts the caller's invitation; accepting twice is not an error. @throws ApiError 404 without an invitation */
export async function acceptInvitation({ db }: Deps, caller: Person, spaceId: string): Promise<Space> {
  if (!(await acceptFor(db, { spaceId, userId: caller.userId }))) throw notFound()
  return readSpace(db, caller, spaceId)
}
