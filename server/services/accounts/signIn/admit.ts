import { and, eq } from 'drizzle-orm'
import type { SignInMethod } from '#contract/sessions'
import { appUser } from '../../../db/schema'
import type { Deps } from '../../../deps'
import { ApiError, notVerified } from '../../../errors'
import type { Origin } from '../../common/caller'
import { noteLanguage } from '../users'
import { remindToVerify } from '../verification'
import { rememberBrowser } from './browsers'
import { beginSession } from './tokens'

type Account = Pick<
  typeof appUser.$inferSelect,
  'id' | 'email' | 'systemRole' | 'isVerified' | 'language' | 'passwordHash'
>

/**
 * Refuses a person whose address is not verified, and sends them another verification e-mail.
 * @throws ApiError 403
 */
export async function requireVerified(
  deps: Pick<Deps, 'db' | 'now' | 'dueMail'>,
  { id, isVerified }: Pick<Account, 'id' | 'isVerified'>,
): Promise<void> {
  if (isVerified) return
  await remindToVerify(deps, id)
  throw notVerified()
}

/**
 * Signs in a person who has proved their identity, and returns the token. A new password ends all sessions, so none may begin meanwhile
 * with the old password.
 * @param browser the id by which the person's browser is known from now on
 * @throws ApiError 401 if the password was changed meanwhile, or the account deleted
 */
export async function admit(
  deps: Pick<Deps, 'db' | 'now' | 'signingKey'>,
  user: Account,
  how: { method: SignInMethod; provider?: string },
  origin: Origin,
  browser?: string,
): Promise<string> {
  await noteLanguage(deps.db, user, origin.language)
  return deps.db.transaction(async (tx) => {
    const isSame =
      how.method === 'password' && user.passwordHash !== null
        ? eq(appUser.passwordHash, user.passwordHash)
        : undefined
    const [held] = await tx
      .select({ id: appUser.id })
      .from(appUser)
      .where(and(eq(appUser.id, user.id), isSame))
      .for('share')
    if (!held) throw new ApiError(401, 'the account was changed in the meantime, try again')
    const { jti, token } = await beginSession(deps, tx, user, how, origin)
    if (browser !== undefined) await rememberBrowser({ ...deps, db: tx }, user.id, browser, jti)
    return token
  })
}
