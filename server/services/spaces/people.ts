import { and, eq, ne, or, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { AuditAction } from '#contract/audit'
import type { WholeListQuery } from '#contract/common'
import type { SpaceRole } from '#contract/permissions'
import { LAST_ADMIN, type SpaceUser, type SpaceUserUpdate } from '#contract/users'
import type { Db, Queryable } from '../../db/database'
import { appUser, mail, mailLink, spaceUser } from '../../db/schema'
import type { Deps } from '../../deps'
import { ApiError, notFound } from '../../errors'
import { lockAccount, removeUnused } from '../accounts/users'
import { difference, note } from '../audit/note'
import type { Caller } from '../common/caller'
import type { Columns } from '../common/columns'
import { authorizeGrant } from '../common/recent'
import { lockSpace } from '../resources/spaceNames'
import { checkVersion, type IfMatch, incrementVersion } from '../resources/version'

/** Shown once the person has accepted: until then they are a stranger to the space. */
const ofMember = (column: AnyPgColumn<{ data: string }>) =>
  sql<string | null>`case when ${spaceUser.invited} then null else ${column} end`

const COLUMNS = {
  // A stranger's own id would reveal whether they have an account, and for how long.
  id: sql<string>`case when ${spaceUser.invited} then ${spaceUser.invitationId} else ${spaceUser.userId} end`,
  email: appUser.email,
  space_role: spaceUser.role,
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

/** The people of a space, invited ones too, by e-mail address. Rules, "People of a space". */
export const listSpaceUsers = async (
  db: Db,
  spaceId: string,
  { limit, offset }: WholeListQuery,
): Promise<SpaceUser[]> =>
  select(db)
    .where(eq(spaceUser.spaceId, spaceId))
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

/** A person of a space. @throws ApiError 404 */
export const readSpaceUser = (db: Queryable, key: SpaceUserKey): Promise<SpaceUser> =>
  readWhere(db, isSpaceUser(key))

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

/** @throws ApiError 403 if a key gives the admin role */
export function authorizeGift(caller: Caller, role: SpaceRole): void {
  if ('keyId' in caller && role === 'admin')
    throw new ApiError(403, 'forbidden: a key cannot give the role admin')
}

/** @throws ApiError 403 if a key acts on an admin */
export function authorizeActOn(caller: Caller, role: SpaceRole): void {
  if ('keyId' in caller && role === 'admin')
    throw new ApiError(403, 'forbidden: a key cannot act on a person with the role admin')
}

/** Accepts an invitation; accepting twice is not an error. Returns whether there was one. */
export async function acceptFor(tx: Queryable, key: Membership): Promise<boolean> {
  const { rowCount } = await tx
    .update(spaceUser)
    .set({ invited: false, ...incrementVersion(spaceUser) })
    .where(isMembership(key))
  return rowCount !== 0
}

/**
 * A person of a space, locked until the transaction ends.
 * @throws ApiError 403 if a key acts on an admin, 404
 */
async function lockSpaceUser(tx: Queryable, caller: Caller, key: SpaceUserKey) {
  const [found] = await tx
    .select({
      id: COLUMNS.id,
      accountId: spaceUser.userId,
      role: spaceUser.role,
      invited: spaceUser.invited,
      version: spaceUser.version,
    })
    .from(spaceUser)
    .where(isSpaceUser(key))
    .for('update')
  if (!found) throw notFound()
  authorizeActOn(caller, found.role)
  return found
}

const currentOf = (spaceId: string, { id, version }: Pick<SpaceUser, 'id'> & { version: number }) => ({
  spaceId,
  targetId: id,
  version,
})

/** @throws ApiError 409 if the space would have no admin without this one */
async function keepAnAdmin(
  tx: Queryable,
  spaceId: string,
  { accountId, role, invited }: Awaited<ReturnType<typeof lockSpaceUser>>,
) {
  if (role !== 'admin' || invited) return
  const others = await tx.$count(
    spaceUser,
    and(
      eq(spaceUser.spaceId, spaceId),
      ne(spaceUser.userId, accountId),
      eq(spaceUser.role, 'admin'),
      eq(spaceUser.invited, false),
    ),
  )
  if (others === 0) throw new ApiError(409, LAST_ADMIN)
}

const rowOf = ({ space_role: role }: SpaceUserUpdate) => ({ role })

/** The logged fields of a change: one that is left out here does not compile. */
const loggedOf = ({ space_role }: Required<SpaceUserUpdate>): Required<SpaceUserUpdate> => ({ space_role })

/**
 * Changes the role of a person, from their next call on.
 * @throws ApiError 403 if a key gives the admin role or acts on an admin, 404, 409 for the last admin, 412
 */
export async function updateSpaceUser(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  caller: Caller,
  key: SpaceUserKey,
  input: SpaceUserUpdate,
  ifMatch: IfMatch = null,
): Promise<SpaceUser> {
  if (input.space_role) authorizeGift(caller, input.space_role)
  return db.transaction(async (tx) => {
    await lockSpace(tx, key.spaceId)
    const before = await lockSpaceUser(tx, caller, key)
    if (input.space_role)
      authorizeGrant({ now }, caller, { spaceRole: before.role }, { spaceRole: input.space_role })
    if (input.space_role === 'user') await keepAnAdmin(tx, key.spaceId, before)
    await checkVersion(tx, caller, ifMatch, currentOf(key.spaceId, before))
    await tx
      .update(spaceUser)
      .set({ ...rowOf(input), ...incrementVersion(spaceUser) })
      .where(isSpaceUser(key))
    const updated = await readSpaceUser(tx, key)
    await note(tx, { now }, caller, {
      ...ofSpaceUser('user.update', key.spaceId, updated),
      ...difference(loggedOf({ space_role: before.role }), loggedOf(updated)),
      version: before.version + 1,
    })
    return updated
  })
}

/**
 * Removes a person from a space, from their next call on. An account that was created for the invitation is deleted too.
 * @throws ApiError 403 if a key acts on an admin, 404, 409 for the last admin, 412
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
    const person = await readMembership(tx, { spaceId, accountId })
    const { email, space_role, space_invited } = person
    await note(tx, { now }, caller, {
      ...ofSpaceUser('user.delete', spaceId, person),
      before: { email, space_role, space_invited },
    })
    await tx.delete(spaceUser).where(isMembership({ spaceId, accountId }))
    await tx.delete(mailLink).where(and(eq(mailLink.spaceId, spaceId), eq(mailLink.userId, accountId)))
    await removeUnused(tx, accountId)
  })
}
