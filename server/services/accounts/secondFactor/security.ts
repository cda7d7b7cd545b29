import { eq } from 'drizzle-orm'
import type { Security } from '#contract/secondFactor'
import type { Db } from '../../../db/database'
import { appUser } from '../../../db/schema'
import { badToken } from '../../../errors'
import { isSecondFactorRequired } from '../../settings'
import { readAuthenticatorSince } from './authenticator'
import { listPasskeys } from './passkeys'
import { countCodes } from './recoveryCodes'

/** The second factors of the account of a person. */
export async function readSecurity(db: Db, userId: string): Promise<Security> {
  const [user] = await db.select({ hash: appUser.passwordHash }).from(appUser).where(eq(appUser.id, userId))
  if (!user) throw badToken()
  const since = await readAuthenticatorSince(db, userId)
  return {
    has_password: user.hash !== null,
    authenticator_since: since?.toISOString() ?? null,
    passkeys: await listPasskeys(db, userId),
    recovery_codes: await countCodes(db, userId),
    is_required: await isSecondFactorRequired(db, userId),
  }
}
