import { and, eq, ne, or, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { AuditAction } from '#contract/audit'
import type { WholeListQuery } from '#contract/common'
import type { Power } from '#contract/granting'
import {
  isLastingAdmin,
  LAST_ADMIN,
  OWN_PERMISSIONS_ROLE,
  type SpaceUser,
  type SpaceUserInput,
  type SpaceUserUpdate,
} from '#contract/users'
import type { Db, Queryable } from '../../db/database'
import { appUser, mail, mailLink, spaceUser } from '../../db/schema'
import type { Deps } from '../../deps'
import { ApiError, notFound } from '../../errors'
import { lockAccount, removeUnused } from '../accounts/users'
import { difference, note } from '../audit/note'
import type { Caller } from '../common/caller'
import { type Columns, dateOf, timeColumn } from '../common/columns'
import { authorizeActOn, authorizeGift, isEnded } from '../common/granting'
import { isInTime, isLastingAdmin as isLastingAdminRow } from '../common/membership'
import { authorizeGrant } from '../common/recent'
import { hasOnlyAllowedTags, limitOf } from '../common/visibility'
import { lockSpace } from '../resources/spaceNames'
import { checkVersion, type IfMatch, incrementVersion } from '../resources/version'
import { putTags, tagsColumn } from './tags'

/** Shown once the person has accepted: until then they are a stranger to the space. */
const ofMember = (column: AnyPgColumn<{ data: string }>) =>
  sql<string | null>`case when ${spaceUser.invited} then null else ${column} end`

const COLUMNS = {
  // A stranger's own id would reveal whether they have an account, and for how long.
  id: sql<string>`case when ${spaceUser.invited} then ${spaceUser.invitationId} else ${spaceUser.userId} end`,
  email: appUser.email,
  space_role: spaceUser.role,
  ends_at: timeColumn(spaceUser.endsAt),
  tags: tagsColumn('space_user', 'user_id'),
  permissions: spaceUser.permissions,
  is_verified: sql<boolean>`${appUser.isVerified} and not ${spaceUser.invited}`,
  space_invited: spaceUser.invited,
  firstname: ofMember(appUser.firstname),
  lastname: ofMember(appUser.lastname),
  middlename: ofMember(appUser.middlename),
  company: ofMember(appUser.company),
  version: spaceUser.version,
} satisfies Columns<SpaceUser>

/** Ids of a person in a space, by the id that the space knows: see `isSpaceUser`. */
export interface SpaceUserKey {
  spaceId: string
  userId: string
}

/**
 * The condition that a row is the person with this id: that of the invitation, which still works after it was accepted, or from then on
 * that of the account.
 */
export const isSpaceUser = ({ spaceId, userId }: SpaceUserKey) =>
  and(
    eq(spaceUser.spaceId, spaceId),
    or(eq(spaceUser.invitationId, userId), and(eq(spaceUser.userId, userId), eq(spaceUser.invited, false))),
  )

/** An account in a space, or invited to it. */
export interface Membership {
  spaceId: string
  accountId: string
}

/** The condition that a row is that of the account. */
export const isMembership = ({ spaceId, accountId }: Membership) =>
  and(eq(spaceUser.spaceId, spaceId), eq(spaceUser.userId, accountId))

const select = (db: Queryable) =>
  db.select(COLUMNS).from(spaceUser).innerJoin(appUser, eq(appUser.id, spaceUser.userId))

/**
 * The condition that a caller sees a person: a person with tags sees themselves, and those with no others. Keys see all, as they always have.
 */
export const seesPerson = (caller: Caller): SQL | undefined =>
  'userId' in caller && limitOf(caller)
    ? or(
        eq(spaceUser.userId, caller.userId),
        hasOnlyAllowedTags(caller, 'space_user', { spaceId: spaceUser.spaceId, id: spaceUser.userId }),
      )
    : undefined

/** The people of a space, invited ones too, by e-mail address. Rules, "People of a space". */
export const listSpaceUsers = async (
  db: Db,
  caller: Caller,
  spaceId: string,
  { limit, offset }: WholeListQuery,
): Promise<SpaceUser[]> =>
  select(db)
    .where(and(eq(spaceUser.spaceId, spaceId), seesPerson(caller)))
    .orderBy(sql`${appUser.email} collate "C"`)
    .limit(limit)
    .offset(offset)

/** Whether a person has refused an invitation, or all of its sender. */
export const isRefused = sql<boolean>`(space_user.invited and (space_user.is_refused or exists (
  select from refused_sender r where r.user_id = space_user.user_id and r.sender_id = space_user.invited_by)))`

async function readWhere(db: Queryable, condition: ReturnType<typeof and>): Promise<SpaceUser> {
  const [found] = await select(db).where(condition)
  if (!found) throw notFound()
  return found
}

/** A person of a space, as the caller sees them. @throws ApiError 404 */
export const readSpaceUser = (db: Queryable, caller: Caller, key: SpaceUserKey): Promise<SpaceUser> =>
  readWhere(db, and(isSpaceUser(key), seesPerson(caller)))

/** The person with an account, as the space sees them. @throws ApiError 404 */
export const readMembership = (db: Queryable, key: Membership): Promise<SpaceUser> =>
  readWhere(db, isMembership(key))

/** Id of the account of a person. @throws ApiError 404 */
export async function accountOf(tx: Queryable, key: SpaceUserKey): Promise<string> {
  const [found] = await tx.select({ id: spaceUser.userId }).from(spaceUser).where(isSpaceUser(key))
  if (!found) throw notFound()
  return found.id
}

/** The audit entry of a person in a space. */
export const ofSpaceUser = (
  action: AuditAction,
  spaceId: string,
  { id, email }: Pick<SpaceUser, 'id' | 'email'>,
) => ({ action, spaceId, target: { id, name: email } })

/** What a person has in a space, as far as it can be given. */
type Given = Pick<SpaceUser, keyof SpaceUserInput>

/** The power of a person in a space. */
export const powerOfPerson = ({
  space_role,
  permissions,
  ends_at,
  tags,
}: Omit<Given, 'tags'> & Pick<SpaceUserInput, 'tags'>): Power => ({
  spaceRole: space_role,
  ownPermissions: permissions,
  ends_at,
  tags,
})

/** Checks that permissions of a person's own replace the role `user`. @throws ApiError 400 */
export function checkRole({ space_role, permissions }: Pick<Given, 'space_role' | 'permissions'>): void {
  if (permissions !== null && space_role !== 'user') throw new ApiError(400, OWN_PERMISSIONS_ROLE)
}

/** Accepts an invitation; accepting twice is not an error. Returns whether there was one. */
export async function acceptFor(tx: Queryable, key: Membership): Promise<boolean> {
  const { rowCount } = await tx
    .update(spaceUser)
    .set({ invited: false, ...incrementVersion(spaceUser) })
    .where(and(isMembership(key), sql.raw(isInTime('space_user'))))
  return rowCount !== 0
}

/**
 * A person of a space, locked until the transaction ends.
 * @throws ApiError 403 if the caller may not act on them, 404
 */
async function lockSpaceUser(tx: Queryable, caller: Caller, key: SpaceUserKey) {
  const [found] = await tx
    .select({ accountId: spaceUser.userId, version: spaceUser.version })
    .from(spaceUser)
    .where(isSpaceUser(key))
    .for('update')
  if (!found) throw notFound()
  const { accountId, version } = found
  // A statement that waits for a lock would read the tags as they were before.
  const person = await readWhere(
    tx,
    and(isMembership({ spaceId: key.spaceId, accountId }), seesPerson(caller)),
  )
  authorizeActOn(caller, powerOfPerson(person))
  return { ...person, accountId, version }
}

const currentOf = (spaceId: string, { id, version }: Pick<SpaceUser, 'id'> & { version: number }) => ({
  spaceId,
  targetId: id,
  version,
})

/** @throws ApiError 409 if the space would have no admin for good without this one */
async function keepAnAdmin(
  tx: Queryable,
  spaceId: string,
  person: Awaited<ReturnType<typeof lockSpaceUser>>,
) {
  if (!isLastingAdmin(person)) return
  const isOther = and(eq(spaceUser.spaceId, spaceId), ne(spaceUser.userId, person.accountId))
  const others = await tx.$count(spaceUser, and(isOther, sql.raw(isLastingAdminRow('space_user'))))
  if (others === 0) throw new ApiError(409, LAST_ADMIN)
}

/** The columns of what is given to a person. Its tags have a table. */
export const rowOf = ({ space_role: role, permissions, ends_at, tags }: SpaceUserUpdate) => ({
  role,
  permissions,
  endsAt: dateOf(ends_at),
  isLimited: tags && tags.length > 0,
})

/** The logged fields of a person: one that is left out here does not compile. */
export const loggedOf = ({ space_role, ends_at, tags, permissions }: Given) =>
  ({
    space_role,
    ends_at,
    tags: tags.map(({ id, name }) => ({ id, name })),
    permissions,
  }) satisfies Record<keyof Given, unknown>

/** Limits a person to tags; without any they see the whole space. @throws ApiError 400 for a tag of another space */
export const putPersonTags = putTags('space_user')

/**
 * Changes the role of a person, what they are limited to, and until when; from their next call on.
 * @throws ApiError 400, 403 if the caller gives more than they have or may not act on the person, 404, 409 for the last admin, 412
 */
export async function updateSpaceUser(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  caller: Caller,
  key: SpaceUserKey,
  input: SpaceUserUpdate,
  ifMatch: IfMatch = null,
): Promise<SpaceUser> {
  return db.transaction(async (tx) => {
    await lockSpace(tx, key.spaceId)
    const before = await lockSpaceUser(tx, caller, key)
    const { space_role = before.space_role, permissions = before.permissions } = input
    const { ends_at = before.ends_at, tags = before.tags } = input
    const after = { space_role, permissions, ends_at, tags }
    checkRole(after)
    const had = isEnded(before, now()) ? null : powerOfPerson(before)
    authorizeGift(caller, had, powerOfPerson(after))
    authorizeGrant({ now }, caller, had, powerOfPerson(after))
    if (!isLastingAdmin({ ...before, ...after })) await keepAnAdmin(tx, key.spaceId, before)
    await checkVersion(tx, caller, ifMatch, currentOf(key.spaceId, before))
    await tx
      .update(spaceUser)
      .set({ ...rowOf(input), ...incrementVersion(spaceUser) })
      .where(isSpaceUser(key))
    if (input.tags) await putPersonTags(tx, { spaceId: key.spaceId, id: before.accountId }, input.tags)
    const updated = await readMembership(tx, { spaceId: key.spaceId, accountId: before.accountId })
    await note(tx, { now }, caller, {
      ...ofSpaceUser('user.update', key.spaceId, updated),
      ...difference(loggedOf(before), loggedOf(updated)),
      version: before.version + 1,
    })
    return updated
  })
}

/**
 * Removes a person from a space, from their next call on. An account that was created for the invitation is deleted too.
 * @throws ApiError 403 if the caller may not act on them, 404, 409 for the last admin, 412
 */
export async function deleteSpaceUser(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  caller: Caller,
  key: SpaceUserKey,
  ifMatch: IfMatch = null,
): Promise<void> {
  const { spaceId } = key
  await db.transaction(async (tx) => {
    await lockSpace(tx, spaceId)
    const accountId = await accountOf(tx, key)
    // The rows of e-mail, account and membership are locked in the same order as in the worker and the registration.
    await tx.delete(mail).where(and(eq(mail.spaceId, spaceId), eq(mail.userId, accountId)))
    await lockAccount(tx, accountId, 'update')
    const found = await lockSpaceUser(tx, caller, key)
    await keepAnAdmin(tx, spaceId, found)
    await checkVersion(tx, caller, ifMatch, currentOf(spaceId, found))
    const { email, space_invited } = found
    await note(tx, { now }, caller, {
      ...ofSpaceUser('user.delete', spaceId, found),
      before: { email, ...loggedOf(found), space_invited },
    })
    await tx.delete(spaceUser).where(isMembership({ spaceId, accountId }))
    await tx.delete(mailLink).where(and(eq(mailLink.spaceId, spaceId), eq(mailLink.userId, accountId)))
    await removeUnused(tx, accountId)
  })
}
