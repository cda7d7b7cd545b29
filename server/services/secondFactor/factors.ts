import { and, eq, isNotNull, sql } from 'drizzle-orm'
import type { Queryable } from '../../db/database'
import { appUser, authenticator, identity, passkey, serverSetting } from '../../db/schema'
import type { Deps } from '../../deps'
import { ApiError, badToken } from '../../errors'

/** Locks an account until the end of the transaction, so that what protects it changes one thing after the other. */
export async function lockAccount(tx: Queryable, userId: string): Promise<void> {
  const locked = await tx
    .select({ id: appUser.id })
    .from(appUser)
    .where(eq(appUser.id, userId))
    .for('no key update')
  if (locked.length === 0) throw badToken()
}

/**
 * Refuses a removal within a transaction when what is left of the account is too little: no second factor where this
 * server requires one, or no way to sign in.
 * @throws ApiError 409
 */
export async function checkFactorsLeft(
  tx: Queryable,
  { settings }: Pick<Deps, 'settings'>,
  userId: string,
): Promise<void> {
  const of = (table: typeof authenticator | typeof passkey | typeof identity) => eq(table.userId, userId)
  const [user] = await tx
    .select({
      systemRole: appUser.systemRole,
      hasPassword: sql<boolean>`${isNotNull(appUser.passwordHash)}`,
      rule: serverSetting.value,
    })
    .from(appUser)
    .leftJoin(serverSetting, eq(serverSetting.name, 'second_factor'))
    .where(eq(appUser.id, userId))
  if (!user) throw badToken()
  const passkeys = await tx.$count(passkey, of(passkey))
  const apps = await tx.$count(authenticator, and(of(authenticator), isNotNull(authenticator.secret)))
  const isRequired = user.rule === 'everyone' || (user.rule === 'admins' && user.systemRole === 'admin')
  if (isRequired && passkeys + apps === 0)
    throw new ApiError(409, 'this server requires a second factor, and this is the last one')
  // Where only external providers are used, nothing here signs anybody in.
  const isWayIn = !settings.console.passwordLogin || user.hasPassword || passkeys > 0
  if (!isWayIn && (await tx.$count(identity, of(identity))) === 0)
    throw new ApiError(409, 'this is the last way to sign in')
}
