import { and, asc, eq } from 'drizzle-orm'
import type { Db } from '../../db/database'
import { appUser } from '../../db/schema'
import type { Deps } from '../../deps'
import type { Origin } from '../common/caller'
import { deadLink, makeToken, takeLink } from '../mail/links'
import { countAttempt } from '../rateLimit'
import { beginSession } from './signIn/tokens'

/** Why no link is created, as a sentence for the operator. */
export class RecoveryError extends Error {}

const COLUMNS = {
  userId: appUser.id,
  email: appUser.email,
  systemRole: appUser.systemRole,
  isVerified: appUser.isVerified,
}

/** The system administrator with the address; without an address the first one. */
async function findAdmin(db: Db, email: string | null) {
  const verified = and(eq(appUser.systemRole, 'admin'), eq(appUser.isVerified, true))
  const [found] = await db
    .select(COLUMNS)
    .from(appUser)
    .where(email === null ? verified : eq(appUser.email, email))
    .orderBy(asc(appUser.createdAt), asc(appUser.id))
    .limit(1)
  if (!found)
    throw new RecoveryError(
      email === null
        ? 'There is no system administrator yet. Use the link that the server prints at its start.'
        : `There is no account with the address ${email}.`,
    )
  if (found.systemRole !== 'admin')
    throw new RecoveryError(
      `${found.email} is no system administrator. This way back is for system administrators only; everybody else sets a new password by e-mail.`,
    )
  if (!found.isVerified)
    throw new RecoveryError(
      `${found.email} has not verified the address yet. Set a new password by e-mail: that verifies it too.`,
    )
  return found
}

/**
 * Creates a one-time token that signs in a system administrator within 15 minutes. Only its hash is stored.
 * @param email in lower case; null for the first administrator
 * @throws RecoveryError if there is no such administrator
 */
export async function makeRecoveryToken(
  db: Db,
  email: string | null,
  at: Date,
): Promise<{ email: string; token: string; expiresAt: Date }> {
  const { userId, email: to } = await findAdmin(db, email)
  const made = await makeToken(db, { kind: 'recovery', userId, email: to, isMailed: false }, at)
  return { email: to, ...made }
}

/**
 * Signs in a system administrator with the token that the machine's own shell printed.
 * @throws ApiError 401 if it is wrong, has expired, was used, or the person is no longer an administrator, 429
 */
export async function recover(
  deps: Pick<Deps, 'db' | 'now' | 'signingKey'>,
  token: string,
  origin: Pick<Origin, 'address' | 'userAgent'>,
): Promise<string> {
  await countAttempt(deps, 'recovery', origin.address)
  return deps.db.transaction(async (tx) => {
    const link = await takeLink(tx, deps, 'recovery', token)
    if (!link) throw deadLink()
    const [admin] = await tx
      .select({ id: appUser.id, email: appUser.email, systemRole: appUser.systemRole })
      .from(appUser)
      .where(and(eq(appUser.id, link.userId), eq(appUser.email, link.email), eq(appUser.systemRole, 'admin')))
    if (!admin) throw deadLink()
    const begun = await beginSession(deps, tx, admin, { method: 'link' }, origin)
    return begun.token
  })
}
