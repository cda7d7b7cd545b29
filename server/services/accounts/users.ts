import { and, eq, inArray, not, sql } from 'drizzle-orm'
import { ADMIN_USER_ERRORS } from '#contract/admin'
import { type Language, suggestName } from '#contract/common'
import type { SystemRole } from '#contract/permissions'
import { type Locale, type Profile, type ProfileUpdate, profileEntity } from '#contract/profile'
import { type Db, type Queryable, violatedConstraint } from '../../db/database'
import { appUser, identity, passkey, space, spaceUser } from '../../db/schema'
import type { Deps } from '../../deps'
import { ApiError, badToken } from '../../errors'
import { difference, loggedFields, noteOwn } from '../audit/note'
import type { Person } from '../common/caller'
import { type Columns, rowOf } from '../common/columns'
import { newId } from '../common/ids'
import { waitAnew } from '../notices/settings'
import { checkVersion, type IfMatch, incrementVersion } from '../resources/version'
import { hashPassword } from './passwordHash'

export interface NewUser {
  /** In lower case. */
  email: string
  password?: string
  isVerified?: boolean
  systemRole?: SystemRole
  firstname?: string | null
  lastname?: string | null
  language?: Language | null
}

/** Stores the language of a person's console, in which they get e-mails; null keeps the previous one. */
export async function noteLanguage(
  db: Queryable,
  { id, language: before }: { id: string; language: Language | null },
  language: Language | null,
): Promise<void> {
  if (language !== null && language !== before)
    await db.update(appUser).set({ language }).where(eq(appUser.id, id))
}

/** Stores the language and the time zone of the browser in which a person uses the console, if they have changed. */
export async function noteLocale(db: Db, userId: string, { language, timezone }: Locale): Promise<void> {
  const isOther = sql`(${appUser.language}, ${appUser.browserTimezone}) is distinct from (${language}, ${timezone})`
  await db
    .update(appUser)
    .set({ language, browserTimezone: timezone })
    .where(and(eq(appUser.id, userId), isOther))
}

/**
 * Creates a person with their personal space. Rules, "Sign-up".
 * @returns the id of the person
 * @throws ApiError 409 if the e-mail address is taken
 */
export async function createUser(db: Queryable, { password, ...user }: NewUser): Promise<string> {
  const userId = newId()
  const passwordHash = password === undefined ? null : await hashPassword(password)
  await db.transaction(async (tx) => {
    await refuseTaken(async () => tx.insert(appUser).values({ ...user, id: userId, passwordHash }))
    await insertPersonalSpace(tx, userId, user.email)
  })
  return userId
}

/** Stores an account. @throws ApiError 409 if its e-mail address is taken */
export async function refuseTaken(store: () => Promise<unknown>): Promise<void> {
  try {
    await store()
  } catch (error) {
    if (violatedConstraint(error) !== 'app_user_email_unique') throw error
    throw new ApiError(409, ADMIN_USER_ERRORS.emailTaken)
  }
}

/** Id of the account of an address, locked until the transaction ends. A new one has no password. */
export async function findOrCreateAccount(
  tx: Queryable,
  email: string,
  language: Language | null,
): Promise<string> {
  for (;;) {
    await tx.insert(appUser).values({ id: newId(), email, language }).onConflictDoNothing()
    const [found] = await tx
      .select({ id: appUser.id })
      .from(appUser)
      .where(eq(appUser.email, email))
      .for('key share')
    // If there is none, it was deleted meanwhile, with the last space that it was invited to.
    if (found) return found.id
  }
}

/** Whether an account has a sign-in method: a password, or an identity at a provider. */
const isClaimed = sql<boolean>`(app_user.password_hash is not null
  or exists (select from identity where identity.user_id = app_user.id))`

/**
 * Locks an account until the transaction ends; a second call for it waits here. Rows that refer to it may be inserted meanwhile, unless it
 * is locked for its removal (`update`).
 * @returns whether there is one
 */
export async function lockAccount(
  tx: Queryable,
  userId: string,
  strength: 'no key update' | 'update' = 'no key update',
): Promise<boolean> {
  const held = await tx.select({ id: appUser.id }).from(appUser).where(eq(appUser.id, userId)).for(strength)
  return held.length > 0
}

/** An account, locked until the transaction ends; undefined if it was deleted. */
export async function readLockedAccount(tx: Queryable, userId: string, strength?: 'update') {
  await lockAccount(tx, userId, strength)
  // A separate statement, because the one that waits does not see what was linked meanwhile.
  const [account] = await tx
    .select({ isClaimed, isVerified: appUser.isVerified })
    .from(appUser)
    .where(eq(appUser.id, userId))
  return account
}

/**
 * Removes an account that was never used, has no invitation any more, and refuses no sender. The statements are always the same, so that
 * their duration does not reveal who has one. Call it after a lock of the account: others may invite it at the same time.
 */
export async function removeUnused(tx: Queryable, userId: string): Promise<void> {
  const isInvited = sql`exists (select from space_user where space_user.user_id = app_user.id)`
  const refuses = sql`exists (select from refused_sender where refused_sender.user_id = app_user.id)`
  const unused = await tx
    .select({ id: appUser.id })
    .from(appUser)
    .where(
      and(
        eq(appUser.id, userId),
        eq(appUser.isVerified, false),
        not(isClaimed),
        not(isInvited),
        not(refuses),
      ),
    )
  const ids = unused.map(({ id }) => id)
  await tx.delete(appUser).where(sql`${appUser.id} = any(${sql.param(ids)}::uuid[])`)
}

const personalName = (email: string) => suggestName(email.replace(/@.*/, ''))

/** Stores the personal space of a person, with a name made of their e-mail address. */
const insertPersonalSpace = async (tx: Queryable, ownerId: string, email: string): Promise<string> =>
  insertSpace(tx, { name: personalName(email), type: 'personal', ownerId })

/** Stores the personal space of a person who is not verified yet and has none. It is always one statement. */
export async function ensurePersonalSpace(tx: Queryable, ownerId: string, email: string): Promise<void> {
  await tx.execute(sql`
    with made as (
      insert into space (id, name, type, owner_id)
      select ${newId()}::uuid, ${personalName(email)}, 'personal', u.id from app_user u
      where u.id = ${ownerId} and not u.is_verified
        and not exists (select from space s where s.owner_id = u.id and s.type = 'personal')
      returning id, owner_id
    )
    insert into space_user (space_id, user_id, role) select id, owner_id, 'admin' from made`)
}

/** Stores a space whose owner is its admin. Returns its id. */
export async function insertSpace(
  tx: Queryable,
  values: Pick<typeof space.$inferInsert, 'name' | 'type'> & { ownerId: string },
): Promise<string> {
  const spaceId = newId()
  await tx.insert(space).values({ ...values, id: spaceId })
  await tx.insert(spaceUser).values({ spaceId, userId: values.ownerId, role: 'admin' })
  return spaceId
}

const PROFILE = {
  id: appUser.id,
  email: appUser.email,
  system_role: appUser.systemRole,
  firstname: appUser.firstname,
  lastname: appUser.lastname,
  middlename: appUser.middlename,
  company: appUser.company,
  timezone: appUser.timezone,
  picture: appUser.picture,
  version: appUser.version,
} satisfies Columns<Profile>

/** The profile of a person. Rules, "Profile". */
export async function readProfile(db: Db, userId: string): Promise<Profile> {
  const [profile] = await db.select(PROFILE).from(appUser).where(eq(appUser.id, userId))
  if (!profile) throw badToken()
  return profile
}

/** Updates the profile of a person; fields that are not given are kept. Rules, "Profile". @throws ApiError 412 */
export async function updateProfile(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  caller: Person,
  input: ProfileUpdate,
  ifMatch: IfMatch = null,
): Promise<Profile> {
  const isTheirs = eq(appUser.id, caller.userId)
  return db.transaction(async (tx) => {
    const [before] = await tx.select(PROFILE).from(appUser).where(isTheirs).for('no key update')
    if (!before) throw badToken()
    const current = { spaceId: null, targetId: caller.userId, version: before.version }
    await checkVersion(tx, caller, ifMatch, current)
    const [profile] = await tx
      .update(appUser)
      .set({ ...rowOf(appUser, input), ...incrementVersion(appUser) })
      .where(isTheirs)
      .returning(PROFILE)
    if (!profile) throw badToken()
    if (profile.timezone !== before.timezone) await waitAnew(tx, caller.userId, now())
    const changes = difference(loggedFields(profileEntity, before), loggedFields(profileEntity, profile))
    await noteOwn(tx, { now }, caller, 'profile.update', { ...changes, version: profile.version })
    return profile
  })
}

/** Whether an account can sign in: at a provider that this server knows, or, if passwords are allowed, with a password or a passkey. */
export async function hasWayIn(
  tx: Queryable,
  { providers, settings }: Pick<Deps, 'providers' | 'settings'>,
  userId: string,
): Promise<boolean> {
  if (settings.console.passwordLogin) {
    const [user] = await tx.select({ hash: appUser.passwordHash }).from(appUser).where(eq(appUser.id, userId))
    if (user?.hash) return true
    if ((await tx.$count(passkey, eq(passkey.userId, userId))) > 0) return true
  }
  const known = providers.list().map(({ id }) => id)
  const identities = and(eq(identity.userId, userId), inArray(identity.provider, known))
  return (await tx.$count(identity, identities)) > 0
}
