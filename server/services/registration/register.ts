import { and, eq } from 'drizzle-orm'
import type { z } from 'zod'
import { HIDDEN } from '#contract/audit'
import type { mailLinkSchema, registrationSchema } from '#contract/registration'
import type { Queryable } from '../../db/database'
import { appUser, mailLink } from '../../db/schema'
import type { Deps } from '../../deps'
import { ApiError } from '../../errors'
import { takeCode } from '../accounts/oidc/codes'
import { forgetIdentities, linkIdentity } from '../accounts/oidc/identities'
import { hashPassword, ofStranger } from '../accounts/passwordHash'
import { requireNewPassword, requirePasswordLogin, requireSignUp } from '../accounts/rules'
import { ensurePersonalSpace, findOrCreateAccount, lockAccount, readLockedAccount } from '../accounts/users'
import { type AccountActor, noteAccount } from '../audit/note'
import type { Origin } from '../common/caller'
import { deadLink } from '../mail/links'
import { addMail, forgetLinks } from '../mail/queue'
import { countAttempt, countRegistration, forgetAttempts } from '../rateLimit'
import { incrementVersion } from '../resources/version'
import { findInvitation } from '../spaces/offers'
import { acceptFor } from '../spaces/people'
import { type Admit, namesOf, registerExternal } from './external'

type Registration = z.output<typeof registrationSchema>
type Proof = z.output<typeof mailLinkSchema>

/** @throws ApiError 400 */
function readProof({ id, token, email }: Registration): Proof {
  if (email === null) throw new ApiError(400, 'email is required')
  if (id === null) throw new ApiError(400, 'id is required')
  if (token === null) throw new ApiError(400, 'token is required')
  return { id, token, email }
}

const isExternal = ({ provider }: Pick<Registration, 'provider'>) => provider !== 'password'

/**
 * Registers an address with a password; an e-mail with a verification link follows. An account that is not verified gets the new password,
 * and earlier links no longer work. A verified one stays as it is, and its owner is notified by e-mail. The answer, the work and its time
 * are the same for all three, so that nobody learns who has an account. Rules, "Sign-up".
 * @throws ApiError 400, 403 if accounts are created by invitation or passwords are switched off, 429
 */
export async function register(deps: Deps, registration: Registration, origin: Origin): Promise<void> {
  requireSignUp(deps)
  return registerSomebody(deps, registration, origin)
}

async function registerSomebody(
  deps: Deps,
  registration: Registration,
  origin: Origin,
  admit?: Admit,
): Promise<void> {
  const { address, language, userAgent } = origin
  if (isExternal(registration)) return registerExternal(deps, registration, origin, admit)
  requirePasswordLogin(deps)
  const { email } = registration
  if (email === null) throw new ApiError(400, 'email is required')
  const { data: password } = registration
  await requireNewPassword(deps, password, 'data')
  await countRegistration(deps, email, address)
  const passwordHash = await hashPassword(password, ofStranger(origin))
  await deps.db.transaction(async (tx) => {
    const userId = await findOrCreateAccount(tx, email, language)
    const account = await readLockedAccount(tx, userId)
    const spaceId = await admit?.(tx)
    await forgetIdentities(tx, userId)
    const isUnverified = and(eq(appUser.id, userId), eq(appUser.isVerified, false))
    await tx
      .update(appUser)
      .set({ passwordHash, ...(language && { language }) })
      .where(isUnverified)
    await ensurePersonalSpace(tx, userId, email)
    await forgetLinks(tx, userId, ['verification'])
    await addMail(tx, deps, { kind: account?.isVerified ? 'registered' : 'verification', userId, spaceId })
    const actor = { account: { id: userId, email }, method: null, origin: { address, userAgent } }
    const after = account?.isVerified ? null : { email, password: HIDDEN }
    await noteAccount(tx, deps, actor, 'account.register', { after })
  })
  deps.dueMail.ring()
}

/**
 * Completes the registration that an invitation began. A link that was mailed proves the address: this sets the password or links the
 * identity of a provider, replacing what anyone else has set, creates the personal space, and accepts the invitation to `space_id` if the
 * link is for it. A copied link only allows the person to register, even where accounts are created by invitation: the answer is the same
 * whether the address has an account or not. Rules, "Sign-up".
 * @throws ApiError 400, 401 for a link or a code that does not work, 403 if passwords are switched off, 409 for an identity that is linked
 * already, 429
 */
export async function completeRegistration(
  deps: Deps,
  registration: Registration,
  origin: Origin,
): Promise<void> {
  const { address, language } = origin
  const { provider, data } = registration
  const proof = readProof(registration)
  if (!isExternal(registration)) requirePasswordLogin(deps)
  const password = isExternal(registration) ? null : data
  if (password !== null) await requireNewPassword(deps, password, 'data')
  await countAttempt(deps, proof.email, address)
  const { isMailed, userId } = await findInvitation(deps.db, deps, proof)
  if (!isMailed) return registerSomebody(deps, registration, origin, (tx) => useCopied(tx, deps, proof))
  const passwordHash = password === null ? null : await hashPassword(password, ofStranger(origin))
  const person = password === null ? await takeCode(deps.db, deps, { provider, code: data }, origin) : null
  await deps.db.transaction(async (tx) => {
    await lockAccount(tx, userId)
    const { email, spaceId, isVerified } = await findInvitation(tx, deps, proof)
    if (isVerified) throw deadLink()
    await tx.delete(mailLink).where(eq(mailLink.userId, userId))
    await ensurePersonalSpace(tx, userId, email)
    await forgetIdentities(tx, userId)
    await tx
      .update(appUser)
      .set({
        passwordHash,
        isVerified: true,
        ...namesOf(person),
        ...(language && { language }),
        ...incrementVersion(appUser),
      })
      .where(eq(appUser.id, userId))
    if (person) await linkIdentity(tx, deps, userId, person)
    const accepted = spaceId === registration.space_id?.toLowerCase() ? spaceId : null
    if (accepted !== null) await acceptFor(tx, { spaceId: accepted, accountId: userId })
    const actor: AccountActor = { account: { id: userId, email }, method: 'link', origin }
    const after = { email, ...(person ? { provider } : { password: HIDDEN }), is_verified: true }
    await noteAccount(tx, deps, actor, 'account.register', { spaceId: accepted, after })
    await forgetAttempts({ db: tx }, email, address)
  })
}

/** Uses up a copied link, with all others of the account. @returns the space of the invitation @throws ApiError 401 */
async function useCopied(tx: Queryable, deps: Pick<Deps, 'now'>, proof: Proof): Promise<string> {
  const { userId, spaceId } = await findInvitation(tx, deps, proof)
  await tx.delete(mailLink).where(and(eq(mailLink.userId, userId), eq(mailLink.isMailed, false)))
  return spaceId
}
