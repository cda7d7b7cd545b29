import { and, eq, inArray } from 'drizzle-orm'
import type { Queryable } from '../../db/database'
import { appUser, identity, passkey } from '../../db/schema'
import type { Deps } from '../../deps'

/**
 * Whether an account can sign in: at a provider that this server knows, or, where passwords are allowed, with a password
 * or a passkey.
 */
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
