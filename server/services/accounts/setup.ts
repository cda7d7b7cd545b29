import { setTimeout as sleep } from 'node:timers/promises'
import { eq, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { HIDDEN } from '#contract/audit'
import type { setupSchema } from '#contract/auth'
import { DAY } from '#contract/common/durations'
import type { Queryable } from '../../db/database'
import { appUser, setupToken } from '../../db/schema'
import type { Deps } from '../../deps'
import { ApiError } from '../../errors'
import { noteAccount } from '../audit/note'
import type { Origin } from '../common/caller'
import { hashOf, makeSecret } from '../common/oneTime'
import { countAttempt, countAttemptFrom, forgetAttemptFrom } from '../rateLimit'
import { requireNewPassword } from './rules'
import { giveToken } from './signIn/tokens'
import { createUser } from './users'

const hasAdmin = async (db: Queryable) => (await db.$count(appUser, eq(appUser.systemRole, 'admin'))) > 0

/** Milliseconds for which the configuration waits for the database. */
const SOON = 1000

/**
 * Returns a function that says whether this server still needs its first administrator. An existing one stays, so from then on the database
 * is not read; while it is away, the answer is no. Simultaneous callers share one query.
 */
export function watchFirstAdmin({ db }: Pick<Deps, 'db'>): () => Promise<boolean> {
  let needsOne = true
  let looking: Promise<boolean> | undefined
  const look = async () => {
    try {
      needsOne = !(await hasAdmin(db))
      return needsOne
    } catch {
      return false
    } finally {
      looking = undefined
    }
  }
  return async () => needsOne && Promise.race([(looking ??= look()), sleep(SOON, false, { ref: false })])
}

const SETUP_LOCK = 0x5fac_e90a

/**
 * Creates a one-time token for the first system admin, which works for a day; undefined if there is one. Tokens of earlier starts end, also
 * of other copies of the server: the last printed one works. Only its hash is stored.
 */
export async function makeSetupToken({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<string | undefined> {
  return db.transaction(async (tx) => {
    // Two copies that start at the same time would each keep the other's token.
    await tx.execute(sql`select pg_advisory_xact_lock(${SETUP_LOCK})`)
    await tx.delete(setupToken)
    if (await hasAdmin(tx)) return undefined
    const token = makeSecret()
    await tx.insert(setupToken).values({ hash: hashOf(token), createdAt: now() })
    return token
  })
}

/** Checks that a token is that of the last start. @throws ApiError 401 */
function checkToken(token: string, stored: readonly (typeof setupToken.$inferSelect)[], at: Date) {
  const wanted = hashOf(token)
  const found = stored.find(({ hash }) => hash.equals(wanted))
  if (!found)
    throw new ApiError(
      401,
      'the link to set up the server is wrong, was used already, or ended when the server was started again',
    )
  if (found.createdAt.getTime() + DAY <= at.getTime())
    throw new ApiError(
      401,
      'the link to set up the server has expired: start the server again, and it prints a new one',
    )
}

/**
 * Checks that a setup token works, without using it up.
 * @throws ApiError 401 if the token is wrong, used, of an earlier start, or a day old, 429
 */
export async function checkSetup(
  deps: Pick<Deps, 'db' | 'now'>,
  token: string,
  address: string,
): Promise<void> {
  await countAttemptFrom(deps, address)
  const stored = (await hasAdmin(deps.db)) ? [] : await deps.db.select().from(setupToken)
  checkToken(token, stored, deps.now())
  await forgetAttemptFrom(deps, address)
}

/**
 * Creates the first system admin, signs them in and deletes all setup tokens.
 * @throws ApiError 400 for a password against the rule, 401 if the token is wrong, used, of an earlier start, or a day old, 409 if the
 * e-mail address is taken, 429
 */
export async function setUp(
  deps: Pick<Deps, 'db' | 'now' | 'settings' | 'signingKey'>,
  { token, email, password }: z.output<typeof setupSchema>,
  { address, language, userAgent }: Origin,
): Promise<string> {
  await countAttempt(deps, 'setup', address)
  await requireNewPassword(deps, password)
  return deps.db.transaction(async (tx) => {
    // Of two concurrent calls, the second waits for the rows and finds none.
    const deleted = await tx.delete(setupToken).returning()
    checkToken(token, (await hasAdmin(tx)) ? [] : deleted, deps.now())
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
