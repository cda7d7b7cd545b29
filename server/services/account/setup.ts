import { eq } from 'drizzle-orm'
import type { z } from 'zod'
import { HIDDEN } from '#contract/audit'
import type { setupSchema } from '#contract/auth'
import type { Db, Queryable } from '../../db/database'
import { appUser, setupToken } from '../../db/schema'
import type { Deps } from '../../deps'
import { ApiError } from '../../errors'
import { noteAccount } from '../audit'
import type { Origin } from '../caller'
import { hashOf, makeSecret } from '../oneTime'
import { countAttempt } from '../signIn/rateLimit'
import { giveToken } from '../signIn/tokens'
import { createUser } from './users'

const hasAdmin = async (db: Queryable) => (await db.$count(appUser, eq(appUser.systemRole, 'admin'))) > 0

/** Creates a one-time token for the first system admin; undefined when there is one. Only its hash is stored. */
export async function makeSetupToken(db: Db): Promise<string | undefined> {
  return db.transaction(async (tx) => {
    if (await hasAdmin(tx)) return undefined
    const token = makeSecret()
    await tx.insert(setupToken).values({ hash: hashOf(token) })
    return token
  })
}

/**
 * Creates the first system admin, signs them in and deletes all setup tokens.
 * @throws ApiError 401 when the token is wrong or used, 409 when the e-mail address is taken, 429
 */
export async function setUp(
  deps: Deps,
  { token, email, password }: z.output<typeof setupSchema>,
  { address, language, userAgent }: Origin,
): Promise<string> {
  await countAttempt(deps, 'setup', address)
  return deps.db.transaction(async (tx) => {
    // Of two concurrent calls, the second waits for the rows and finds none.
    const deleted = await tx.delete(setupToken).returning({ hash: setupToken.hash })
    const wanted = hashOf(token)
    if (!deleted.some(({ hash }) => hash.equals(wanted)) || (await hasAdmin(tx)))
      throw new ApiError(401, 'the link to set up the server is wrong or was used already')
    const uid = await createUser(tx, { email, password, isVerified: true, systemRole: 'admin', language })
    await noteAccount(
      tx,
      deps,
      { account: { id: uid, email }, method: 'link', origin: { address, userAgent } },
      'account.register',
      { after: { email, password: HIDDEN, system_role: 'admin' } },
    )
    return giveToken(deps, tx, { uid, sys: 'admin' }, { method: 'link', address, userAgent })
  })
}
