import { and, eq, inArray, isNotNull, not, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { AuditAction } from '#contract/audit'
import {
  type Space,
  type SpaceInput,
  type SpaceListQuery,
  type SpaceUpdate,
  spacesFull,
} from '#contract/spaces'
import type { Queryable } from '../../db/database'
import { accessKey, appUser, mail, space, spaceUser, spaceUserTag, tag } from '../../db/schema'
import type { Deps } from '../../deps'
import { ApiError, notFound } from '../../errors'
import { insertSpace, lockAccount } from '../accounts/users'
import { difference, note } from '../audit/note'
import { noteDeletedSpace } from '../background/deletion'
import { type Caller, type Person, userIdOf } from '../common/caller'
import { type Columns, rowOf, timeColumn } from '../common/columns'
import { isInTime } from '../common/membership'
import { cursorOf, rowsBefore, wrongCursor } from '../common/statement'
import { checkVersion, type IfMatch, incrementVersion } from '../resources/version'
import { readSettings } from '../settings'
import { acceptFor, isMembership, isRefused } from './people'

const sender = alias(appUser, 'sender')

const COLUMNS = {
  id: space.id,
  name: space.name,
  type: space.type,
  owner_id: space.ownerId,
  created_at: timeColumn(space.createdAt),
  user_role: spaceUser.role,
  user_permissions: spaceUser.permissions,
  user_ends_at: timeColumn(spaceUser.endsAt),
  invited: sql<boolean>`coalesce(${spaceUser.invited}, false)`,
  invited_by: sql<string | null>`case when ${spaceUser.invited} then ${sender.email} end`,
  version: space.version,
} satisfies Columns<Omit<Space, 'user_tags'>>

/** The membership of a person, or their invitation; one whose time has ended is none. */
const ofUser = (userId: string | null) =>
  and(
    eq(spaceUser.spaceId, space.id),
    userId === null ? sql`false` : eq(spaceUser.userId, userId),
    sql.raw(isInTime('space_user')),
  )

type Row = Omit<Space, 'user_tags'> & { isLimited: boolean | null }

/** Spaces with the tags that the caller is limited to in each. */
async function withTags(db: Queryable, caller: Caller, rows: readonly Row[]): Promise<Space[]> {
  const spaceIds = rows.flatMap(({ id, isLimited }) => (isLimited ? id : []))
  const isOwn = and(
    inArray(spaceUserTag.spaceId, spaceIds),
    eq(spaceUserTag.spaceUserId, userIdOf(caller) ?? ''),
  )
  const tags =
    spaceIds.length === 0
      ? []
      : await db
          .select({ spaceId: tag.spaceId, id: tag.id, name: tag.name, color: tag.color })
          .from(spaceUserTag)
          .innerJoin(tag, and(eq(tag.spaceId, spaceUserTag.spaceId), eq(tag.id, spaceUserTag.tagId)))
          .where(isOwn)
          .orderBy(tag.name, tag.id)
  return rows.map(({ isLimited: _limited, ...one }) => ({
    ...one,
    user_tags: tags.flatMap(({ spaceId, ...ref }) => (spaceId === one.id ? ref : [])),
  }))
}

const of = (action: AuditAction, { id, name }: Pick<Space, 'id' | 'name'>) => ({
  action,
  spaceId: id,
  target: { id, name },
})

/**
 * A page of the spaces that a person is in or invited to and has not refused, by name, or the space of a key. Rules, "Spaces".
 * @throws ApiError 400 for a cursor that is not one of them
 */
export async function listSpaces(db: Queryable, caller: Caller, query: SpaceListQuery): Promise<Space[]> {
  const cursor = cursorOf(query)
  const isTheirs =
    'keyId' in caller ? eq(space.id, caller.spaceId) : and(isNotNull(spaceUser.userId), not(isRefused))
  const select = () =>
    db
      .select({ ...COLUMNS, isLimited: spaceUser.isLimited })
      .from(space)
      .leftJoin(spaceUser, ofUser(userIdOf(caller)))
      .leftJoin(sender, eq(sender.id, spaceUser.invitedBy))
  const [last] = cursor ? await select().where(and(isTheirs, eq(space.id, cursor))) : []
  if (cursor && !last) throw wrongCursor(query, 'a space in this list')
  const isAfter = last && sql`(${space.name}, ${space.id}) > (${last.name}, ${last.id}::uuid)`
  const rows = await select()
    .where(and(isTheirs, isAfter))
    .orderBy(space.name, space.id)
    .limit(query.limit)
    .offset(rowsBefore(query))
  return withTags(db, caller, rows)
}

/** A space as the caller sees it. @throws ApiError 404 */
export async function readSpace(db: Queryable, caller: Caller, spaceId: string): Promise<Space> {
  const rows = await db
    .select({ ...COLUMNS, isLimited: spaceUser.isLimited })
    .from(space)
    .leftJoin(spaceUser, ofUser(userIdOf(caller)))
    .leftJoin(sender, eq(sender.id, spaceUser.invitedBy))
    .where(eq(space.id, spaceId))
  const [found] = await withTags(db, caller, rows)
  if (!found) throw notFound()
  return found
}

/** Checks that a person may own one more space. Concurrent creations wait here. @throws ApiError 409 */
async function checkRoom(tx: Queryable, userId: string) {
  const { spaces_per_account: limit } = await readSettings(tx)
  if (limit === null) return
  await lockAccount(tx, userId)
  if ((await tx.$count(space, eq(space.ownerId, userId))) >= limit) throw new ApiError(409, spacesFull(limit))
}

/**
 * Creates a space; the caller becomes its admin.
 * @throws ApiError 409 for an account that owns as many as the server allows
 */
export async function createSpace(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  caller: Person,
  input: SpaceInput,
): Promise<Space> {
  return db.transaction(async (tx) => {
    await checkRoom(tx, caller.userId)
    const { name } = input
    const spaceId = await insertSpace(tx, { name, type: 'team', ownerId: caller.userId })
    await note(tx, { now }, caller, {
      ...of('space.create', { id: spaceId, name }),
      after: { name, type: 'team' },
      version: 1,
    })
    return readSpace(tx, caller, spaceId)
  })
}

/** Renames a space. @throws ApiError 404, 412 */
export async function updateSpace(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  caller: Caller,
  spaceId: string,
  input: SpaceUpdate,
  ifMatch: IfMatch = null,
): Promise<Space> {
  return db.transaction(async (tx) => {
    const [before] = await tx
      .select({ name: space.name, version: space.version })
      .from(space)
      .where(eq(space.id, spaceId))
      .for('no key update')
    if (!before) throw notFound()
    await checkVersion(tx, caller, ifMatch, { spaceId, targetId: spaceId, version: before.version })
    await tx
      .update(space)
      .set({ ...rowOf(space, input), ...incrementVersion(space) })
      .where(eq(space.id, spaceId))
    const updated = await readSpace(tx, caller, spaceId)
    await note(tx, { now }, caller, {
      ...of('space.update', updated),
      ...difference({ name: before.name } satisfies SpaceInput, { name: updated.name } satisfies SpaceInput),
      version: before.version + 1,
    })
    return updated
  })
}

/**
 * Deletes a space with everything in it, in the caller's transaction; its messages can no longer be seen, and are deleted later. Returns
 * whether it still existed.
 */
export async function removeSpace(tx: Queryable, spaceId: string): Promise<boolean> {
  // E-mails are locked before the space, as in the worker that sends them.
  await tx.delete(mail).where(eq(mail.spaceId, spaceId))
  // From here on, no key can be added.
  await tx.select({ id: space.id }).from(space).where(eq(space.id, spaceId)).for('update')
  // Limits are deleted first, because PostgreSQL would delete the tags before the keys and people that are limited to them, which is refused.
  await tx.delete(spaceUserTag).where(eq(spaceUserTag.spaceId, spaceId))
  await tx.delete(accessKey).where(eq(accessKey.spaceId, spaceId))
  const deleted = await tx.delete(space).where(eq(space.id, spaceId))
  await noteDeletedSpace(tx, spaceId)
  return deleted.rowCount !== 0
}

/** Deletes a space with everything in it. @throws ApiError 404 if another call has just done so, 412 */
export async function deleteSpace(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  caller: Caller,
  spaceId: string,
  ifMatch: IfMatch = null,
): Promise<void> {
  await db.transaction(async (tx) => {
    const [found] = await tx
      .select({ id: space.id, name: space.name, type: space.type, version: space.version })
      .from(space)
      .where(eq(space.id, spaceId))
    if (!found) throw notFound()
    await checkVersion(tx, caller, ifMatch, { spaceId, targetId: spaceId, version: found.version })
    // Recorded before the name is gone, which every entry has.
    await note(tx, { now }, caller, {
      ...of('space.delete', found),
      before: { name: found.name, type: found.type },
    })
    if (!(await removeSpace(tx, spaceId))) throw notFound()
  })
}

/** Accepts the caller's invitation; accepting twice is not an error. @throws ApiError 404 without an invitation */
export async function acceptInvitation(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  caller: Person,
  spaceId: string,
): Promise<Space> {
  const key = { spaceId, accountId: caller.userId }
  return db.transaction(async (tx) => {
    const [member] = await tx
      .select({ invited: spaceUser.invited, role: spaceUser.role })
      .from(spaceUser)
      .where(and(isMembership(key), sql.raw(isInTime('space_user'))))
      .for('no key update')
    if (!member) throw notFound()
    if (member.invited) {
      await acceptFor(tx, key)
      await note(tx, { now }, caller, {
        action: 'user.accept',
        spaceId,
        target: { id: caller.userId, name: caller.email },
        after: { space_role: member.role },
      })
    }
    return readSpace(tx, caller, spaceId)
  })
}
