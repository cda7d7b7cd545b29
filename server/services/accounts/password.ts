import { and, eq, gt, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { MINUTE } from '#contract/common/durations'
import type { passwordChangeSchema, passwordStateSchema } from '#contract/profile'
import type { forgotPasswordSchema, mailLinkSchema, resetPasswordSchema } from '#contract/registration'
import type { Queryable } from '../../db/database'
import { appUser, authSession } from '../../db/schema'
import type { Deps } from '../../deps'
import { ApiError, badToken } from '../../errors'
import { type AccountActor, noteAccount, noteAddress, noteOwn, replaced } from '../audit/note'
import type { Origin, Person } from '../common/caller'
import { notifyOwner } from '../mail/changes'
import { checkLink, deadLink } from '../mail/links'
import { addMailTo, forgetLinks } from '../mail/queue'
import {
  countAttempt,
  countAttemptFrom,
  countForgotten,
  countGuess,
  forgetAttemptFrom,
  forgetAttempts,
  forgetGuesses,
  mayMailReset,
} from '../rateLimit'
import { incrementVersion } from '../resources/version'
import { forgetIdentities } from './oidc/identities'
import { hashPassword, isPassword, ofAccount, ofStranger } from './passwordHash'
import { requireNewPassword, requirePasswordLogin } from './rules'
import { revokeTokens } from './signIn/tokens'
import { ensurePersonalSpace, lockAccount } from './users'

/**
 * Sends an e-mail with a link that sets a new password, if the address has an account. The answer, the work and its time are the same if it
 * has none, and if the mailbox has got five in an hour. Rules, "New password".
 * @throws ApiError 403 if passwords are switched off, 429 for too many calls from one network address
 */
export async function forgotPassword(
  deps: Pick<Deps, 'db' | 'now' | 'dueMail' | 'settings'>,
  { email }: z.output<typeof forgotPasswordSchema>,
  origin: Pick<Origin, 'address' | 'userAgent'>,
): Promise<void> {
  requirePasswordLogin(deps)
  await countForgotten(deps, origin.address)
  await deps.db.transaction(async (tx) => {
    if (!(await mayMailReset({ db: tx, now: deps.now }, email))) return
    await addMailTo(tx, deps, 'reset', email)
    await noteAddress(tx, deps, 'password.forgot', email, origin)
  })
  deps.dueMail.ring()
}

/**
 * Checks that the link of a reset e-mail works, without using it up.
 * @throws ApiError 401 for a link that does not work, 403 if passwords are switched off, 429
 */
export async function checkReset(
  deps: Pick<Deps, 'db' | 'now' | 'settings'>,
  proof: z.output<typeof mailLinkSchema>,
  address: string,
): Promise<void> {
  requirePasswordLogin(deps)
  await countAttemptFrom(deps, address)
  await checkLink(deps.db, deps, 'reset', proof)
  await forgetAttemptFrom(deps, address)
}

/**
 * Sets a new password with the link of a reset e-mail, which also proves the address. All sessions end; a second factor stays. Rules, "New
 * password".
 * @throws ApiError 400 for a password against the rule, 401 for a link that does not work, 403 if passwords are switched off, 429
 */
export async function resetPassword(
  deps: Pick<Deps, 'db' | 'now' | 'dueMail' | 'settings'>,
  { password, ...proof }: z.output<typeof resetPasswordSchema>,
  origin: Origin,
): Promise<void> {
  requirePasswordLogin(deps)
  const { id: userId, email } = proof
  const { address } = origin
  const actor: AccountActor = { account: { id: userId, email }, method: 'link', origin }
  await countAttempt(deps, email, address)
  await checkLink(deps.db, deps, 'reset', proof)
  await requireNewPassword(deps, password)
  const passwordHash = await hashPassword(password, ofStranger(origin))
  await deps.db.transaction(async (tx) => {
    if (!(await lockAccount(tx, userId))) throw deadLink()
    await checkLink(tx, deps, 'reset', proof)
    await ensurePersonalSpace(tx, userId, email)
    await forgetIdentities(tx, userId)
    await tx
      .update(appUser)
      .set({ passwordHash, isVerified: true, ...incrementVersion(appUser) })
      .where(eq(appUser.id, userId))
    await endOld(tx, deps, { userId, by: 'link', origin }, null)
    await noteAccount(tx, deps, actor, 'password.reset', replaced('password'))
    await forgetAttempts({ db: tx }, email, address)
  })
  deps.dueMail.ring()
}

/** Ends the sessions of the previous password, and notifies the owner. @param kept the session that stays, if any */
async function endOld(
  tx: Queryable,
  deps: Pick<Deps, 'now'>,
  by: Parameters<typeof notifyOwner>[2],
  kept: string | null,
) {
  const { userId } = by
  await forgetLinks(tx, userId, ['reset', 'verification'])
  await revokeTokens(tx, deps, userId, kept)
  await notifyOwner(tx, deps, by, 'password')
}

/** Milliseconds after a sign-in with a one-time link within which a password is set without the current one. */
const AFTER_LINK = 15 * MINUTE

async function readPassword({ db, now }: Pick<Deps, 'db' | 'now'>, { userId, jti }: Person) {
  const ofSession = eq(authSession.jti, jti)
  const since = new Date(now().getTime() - AFTER_LINK)
  const byLink = and(ofSession, eq(authSession.method, 'link'), gt(authSession.createdAt, since))
  const [found] = await db
    .select({ passwordHash: appUser.passwordHash, isByLink: sql<boolean>`${byLink}` })
    .from(appUser)
    .innerJoin(authSession, ofSession)
    .where(eq(appUser.id, userId))
  if (!found) throw badToken()
  const { passwordHash, isByLink } = found
  return { passwordHash, asksCurrent: passwordHash !== null && !isByLink }
}

/** What a change of the password requires. */
export async function readPasswordState(
  deps: Pick<Deps, 'db' | 'now'>,
  caller: Person,
): Promise<z.input<typeof passwordStateSchema>> {
  const { asksCurrent } = await readPassword(deps, caller)
  return { asks_current: asksCurrent }
}

const wrong = () => new ApiError(409, 'the current password is wrong')

/**
 * Changes the password, or sets the first one. All other sessions end, and the owner is notified by e-mail.
 * @throws ApiError 400 without the current password or for one against the rule, 403 if passwords are switched off, 409 if it is wrong, 429
 */
export async function changePassword(
  deps: Pick<Deps, 'db' | 'now' | 'dueMail' | 'settings'>,
  caller: Person,
  { current_password: current, password }: z.output<typeof passwordChangeSchema>,
): Promise<void> {
  requirePasswordLogin(deps)
  const { userId, jti } = caller
  await countGuess(deps, userId)
  const { passwordHash: before, asksCurrent } = await readPassword(deps, caller)
  if (asksCurrent && current === null) throw new ApiError(400, 'current_password is required')
  if (
    asksCurrent &&
    current !== null &&
    !(await isPassword(before, current, ofAccount(userId, caller.origin)))
  )
    throw wrong()
  await requireNewPassword(deps, password)
  const passwordHash = await hashPassword(password, ofAccount(userId, caller.origin))
  await deps.db.transaction(async (tx) => {
    // Another call may have changed it meanwhile.
    const asChecked = sql`${appUser.passwordHash} is not distinct from ${before}`
    const changed = await tx
      .update(appUser)
      .set({ passwordHash })
      .where(and(eq(appUser.id, userId), asChecked))
      .returning({ id: appUser.id })
    if (changed.length === 0) throw wrong()
    await endOld(tx, deps, { ...caller, by: 'owner' }, jti)
    await noteOwn(tx, deps, caller, 'password.change', replaced('password'))
    await forgetGuesses({ db: tx }, userId)
  })
  deps.dueMail.ring()
}
