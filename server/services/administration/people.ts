import { and, eq, ne, or, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import {
  ADMIN_USER_ERRORS,
  type AdminUser,
  type AdminUserFilters,
  type AdminUserListQuery,
  type AdminUserUpdate,
  adminUserEntity,
  type SpaceOfUser,
} from '#contract/admin'
import { foldText } from '#contract/common'
import type { Db, Queryable } from '../../db/database'
import { appUser, mail, space, spaceUser } from '../../db/schema'
import { folded } from '../../db/schema/columns'
import type { Deps } from '../../deps'
import { ApiError, notFound } from '../../errors'
import { lockAccount, refuseTaken } from '../accounts/users'
import { difference, loggedFields, note } from '../audit/note'
import type { Person } from '../common/caller'
import { type Columns, DIRECTIONS, rowOf, timeColumn } from '../common/columns'
import { isLastingAdmin, isMember } from '../common/membership'
import { notifyOfAddressChange } from '../mail/changes'
import { checkVersion, type IfMatch, incrementVersion } from '../resources/version'
import { removeSpace } from '../spaces/spaces'

/**
 * Whether a space is deleted with its owner: a personal one without a device and without other members.
 * @param used ids of the personal spaces that have a device; devices are stored with their space, people on every node
 */
const goesWithOwner = (used: readonly string[]) => sql<boolean>`(space.type = 'personal'
  and space.id <> all(${sql.param([...used])}::uuid[])
  and not exists (select from space_user o
    where o.space_id = space.id and o.user_id <> space.owner_id and ${sql.raw(isMember('o'))}))`

const spaces = (used: readonly string[]): SQL<SpaceOfUser[]> => sql`coalesce((
  select json_agg(json_build_object('id', space.id, 'name', space.name, 'role', m.role, 'fate', case
      when space.owner_id = app_user.id and ${goesWithOwner(used)} then 'deleted'
      when m.role = 'admin' and not exists (select from space_user o where o.space_id = space.id
        and o.user_id <> app_user.id and ${sql.raw(isLastingAdmin('o'))}) then 'withoutAdmin'
      else 'stays' end) order by space.name, space.id)
  from space_user m join space on space.id = m.space_id
  where m.user_id = app_user.id and ${sql.raw(isMember('m'))}), '[]')`

const columns = (used: readonly string[]) =>
  ({
    id: appUser.id,
    email: appUser.email,
    system_role: appUser.systemRole,
    firstname: appUser.firstname,
    lastname: appUser.lastname,
    middlename: appUser.middlename,
    company: appUser.company,
    is_verified: appUser.isVerified,
    created_at: timeColumn(appUser.createdAt),
    spaces: spaces(used),
    version: appUser.version,
  }) satisfies Columns<AdminUser>

/** Ids of the personal spaces of people that have a device. */
async function usedSpaces(db: Queryable, userIds: readonly string[]): Promise<string[]> {
  const own = await db
    .select({ id: space.id })
    .from(space)
    .where(and(sql`${space.ownerId} = any(${sql.param([...userIds])}::uuid[])`, eq(space.type, 'personal')))
  const ids = own.map(({ id }) => id)
  const { rows } = await db.execute<{ id: string }>(
    sql`select distinct space_id as id from device where space_id = any(${sql.param(ids)}::uuid[])`,
  )
  return rows.map(({ id }) => id)
}

const SORTS: Record<AdminUserListQuery['sort_by'], AnyPgColumn | SQL> = {
  id: appUser.id,
  email: sql`${appUser.email} collate "C"`,
  system_role: appUser.systemRole,
  firstname: sql`${folded(appUser.firstname)} collate "C"`,
  lastname: sql`${folded(appUser.lastname)} collate "C"`,
}

const searched = sql`concat_ws(' ', ${appUser.email}, ${appUser.firstname}, ${appUser.middlename},
  ${appUser.lastname}, ${appUser.company})`

const matches = ({ text, system_role }: AdminUserFilters) =>
  and(
    text ? sql`strpos(${folded(searched)}, ${foldText(text)}) > 0` : undefined,
    system_role && eq(appUser.systemRole, system_role),
  )

/** A page of all people; those without a name come last when sorted by name. Rules, "Admin area". */
export async function listPeople(
  db: Db,
  { limit, offset, sort_by, order_by, ...filters }: AdminUserListQuery,
): Promise<AdminUser[]> {
  const direction = DIRECTIONS[order_by]
  const order = [sql`${SORTS[sort_by]} ${direction} nulls last`, sql`${appUser.id} ${direction}`]
  // A separate query, because PostgreSQL would also read the spaces of skipped people.
  const page = await db
    .select({ id: appUser.id })
    .from(appUser)
    .where(matches(filters))
    .orderBy(...order)
    .limit(limit)
    .offset(offset)
  const ids = page.map(({ id }) => id)
  return db
    .select(columns(await usedSpaces(db, ids)))
    .from(appUser)
    .where(sql`${appUser.id} = any(${sql.param(ids)}::uuid[])`)
    .orderBy(...order)
}

/** Number of people that match the filters. */
export const countPeople = async (db: Db, filters: AdminUserFilters): Promise<{ count: number }> => ({
  count: await db.$count(appUser, matches(filters)),
})

/** A person, with their spaces. @throws ApiError 404 */
export async function readPerson(db: Queryable, userId: string): Promise<AdminUser> {
  const [found] = await db
    .select(columns(await usedSpaces(db, [userId])))
    .from(appUser)
    .where(eq(appUser.id, userId))
  if (!found) throw notFound()
  return found
}

const ADMINS_LOCK = 0x5fac_e906

/** Serializes all changes of who is a system administrator. Take it before any other lock. */
const lockAdmins = async (tx: Queryable) => tx.execute(sql`select pg_advisory_xact_lock(${ADMINS_LOCK})`)

/**
 * People who never verified their address do not count: they cannot sign in.
 * @throws ApiError 409 if nobody else is a system administrator
 */
async function keepAnAdmin(tx: Queryable, { id, system_role, is_verified }: AdminUser) {
  if (system_role !== 'admin' || !is_verified) return
  const others = and(ne(appUser.id, id), eq(appUser.systemRole, 'admin'), eq(appUser.isVerified, true))
  if ((await tx.$count(appUser, others)) === 0) throw new ApiError(409, ADMIN_USER_ERRORS.lastAdmin)
}

/** The logged fields of a person. */
const noted = (person: AdminUser) => loggedFields(adminUserEntity, person)

const checkPerson = (tx: Queryable, caller: Person, ifMatch: IfMatch, { id, version }: AdminUser) =>
  checkVersion(tx, caller, ifMatch, { spaceId: null, targetId: id, version })

/**
 * Changes a person; fields that are not given are kept. Links that were sent to the previous address stop working, sessions stay; another
 * role applies from the next call on. Rules, "Admin area".
 * @throws ApiError 404, 409 for the e-mail address of another person, or for the last system administrator, 412
 */
export async function updatePerson(
  deps: Pick<Deps, 'db' | 'now'>,
  caller: Person,
  userId: string,
  input: AdminUserUpdate,
  ifMatch: IfMatch = null,
): Promise<AdminUser> {
  return deps.db.transaction(async (tx) => {
    await lockAdmins(tx)
    await lockAccount(tx, userId)
    const before = await readPerson(tx, userId)
    if (input.system_role === 'user') await keepAnAdmin(tx, before)
    await checkPerson(tx, caller, ifMatch, before)
    const changed = { ...rowOf(appUser, input), ...incrementVersion(appUser) }
    await refuseTaken(async () => tx.update(appUser).set(changed).where(eq(appUser.id, userId)))
    const after = await readPerson(tx, userId)
    await note(tx, deps, caller, {
      action: 'account.update',
      spaceId: null,
      target: { id: after.id, name: after.email },
      ...difference(noted(before), noted(after)),
      version: after.version,
    })
    if (before.email !== after.email)
      await notifyOfAddressChange(tx, deps, caller, userId, { before: before.email, after: after.email })
    return after
  })
}

/** Removes the personal space of a person, if it is deleted with them. */
async function removePersonalSpace(tx: Queryable, userId: string) {
  const [own] = await tx
    .select({ id: space.id })
    .from(space)
    .where(and(eq(space.ownerId, userId), eq(space.type, 'personal')))
  if (!own) return
  // From here on no device can be added, and no invitation accepted.
  await tx.select({ id: space.id }).from(space).where(eq(space.id, own.id)).for('update')
  await tx.select({ id: spaceUser.userId }).from(spaceUser).where(eq(spaceUser.spaceId, own.id)).for('update')
  const used = await usedSpaces(tx, [userId])
  const [found] = await tx
    .select({ goes: goesWithOwner(used) })
    .from(space)
    .where(eq(space.id, own.id))
  if (found?.goes) await removeSpace(tx, own.id)
}

/**
 * Deletes a person, who is signed out immediately. The personal space is deleted too, if it has no device and no other members; other
 * spaces stay. Rules, "Admin area".
 * @throws ApiError 404, 409 for the caller and for the last system administrator, 412
 */
export async function deletePerson(
  deps: Pick<Deps, 'db' | 'now'>,
  caller: Person,
  userId: string,
  ifMatch: IfMatch = null,
): Promise<void> {
  if (userId.toLowerCase() === caller.userId) throw new ApiError(409, ADMIN_USER_ERRORS.self)
  await deps.db.transaction(async (tx) => {
    await lockAdmins(tx)
    const isMember = sql`${space.id} in (select space_id from space_user where user_id = ${userId})`
    const isOwn = eq(space.ownerId, userId)
    // Spaces, e-mails and the account are locked in the same order as in a removal from a space.
    await tx
      .select({ id: space.id })
      .from(space)
      .where(or(isMember, isOwn))
      .orderBy(space.id)
      .for('no key update')
    const ofOwnSpace = sql`${mail.spaceId} in (select id from space where ${isOwn} and type = 'personal')`
    await tx
      .select({ id: mail.id })
      .from(mail)
      .where(or(eq(mail.userId, userId), ofOwnSpace))
      .for('update')
    await removePersonalSpace(tx, userId)
    await lockAccount(tx, userId, 'update')
    const person = await readPerson(tx, userId)
    await keepAnAdmin(tx, person)
    await checkPerson(tx, caller, ifMatch, person)
    // The other spaces lose their owner.
    await tx.update(space).set(incrementVersion(space)).where(isOwn)
    // Sessions, factors, identities, memberships, e-mails and links are deleted with it.
    await tx.delete(appUser).where(eq(appUser.id, userId))
    await note(tx, deps, caller, {
      action: 'account.delete',
      spaceId: null,
      target: { id: person.id, name: person.email },
      before: noted(person),
    })
  })
}
