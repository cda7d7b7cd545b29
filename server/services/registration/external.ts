import { and, eq } from 'drizzle-orm'
import type { z } from 'zod'
import type { registrationSchema } from '#contract/registration'
import type { Queryable } from '../../db/database'
import { appUser, mailLink } from '../../db/schema'
import type { Deps } from '../../deps'
import { ApiError } from '../../errors'
import { type ExternalPerson, takeCode } from '../accounts/oidc/codes'
import { forgetIdentities, isLinked, linkIdentity, refuseLinked } from '../accounts/oidc/identities'
import { ensurePersonalSpace, findOrCreateAccount, readLockedAccount } from '../accounts/users'
import { type AccountActor, noteAccount } from '../audit/note'
import type { Origin } from '../common/caller'
import { addMail, forgetLinks } from '../mail/queue'
import { countAttemptFrom, countRegistration } from '../rateLimit'
import { incrementVersion } from '../resources/version'

type Registration = Pick<z.output<typeof registrationSchema>, 'provider' | 'data' | 'email'>

/**
 * Checks and uses up the permission to register, after the lock of the account.
 * @returns the space of the invitation that allows it
 */
export type Admit = (tx: Queryable) => Promise<string>

/** Whether the provider says that the person owns the address. */
const vouchesFor = ({ email, isEmailVerified }: ExternalPerson, address: string): boolean =>
  isEmailVerified && email === address

/** The names from the provider. */
export const namesOf = (person: Pick<ExternalPerson, 'firstname' | 'lastname'> | null) => ({
  ...(person?.firstname && { firstname: person.firstname }),
  ...(person?.lastname && { lastname: person.lastname }),
})

/** @throws ApiError 400 */
function addressOf({ name }: { name: string }, person: ExternalPerson, wanted: string | null): string {
  if (person.email === null)
    throw new ApiError(400, `${name} does not say which e-mail address you have, and an account needs one`)
  if (wanted !== null && wanted !== person.email)
    throw new ApiError(400, `email must be the address that ${name} knows`)
  return person.email
}

/**
 * Registers a person who has signed in at an external provider, with the provider's address. If the provider vouches for the address, the
 * account is verified immediately; otherwise an e-mail with a verification link follows. An account that is not verified belongs to the
 * last person who registers. Rules, "Sign-up".
 * @throws ApiError 400 without an address, 401 for a code that does not work, 409 for an identity that is linked already, or a verified
 * address that has an account; 429
 */
export async function registerExternal(
  deps: Pick<Deps, 'db' | 'now' | 'dueMail' | 'providers'>,
  { provider: id, data: code, email: wanted }: Registration,
  origin: Origin,
  admit?: Admit,
): Promise<void> {
  const { address, language, userAgent } = origin
  await countAttemptFrom(deps, address)
  const person = await takeCode(deps.db, deps, { provider: id, code }, origin)
  const email = addressOf(deps.providers.find(id) ?? { name: id }, person, wanted)
  await countRegistration(deps, email, address)
  const isVerified = vouchesFor(person, email)
  await deps.db.transaction(async (tx) => {
    const userId = await findOrCreateAccount(tx, email, language)
    const isTaken = (await readLockedAccount(tx, userId))?.isVerified ?? false
    const spaceId = await admit?.(tx)
    // The provider vouches that this person reads the mailbox, so the answer reveals nothing new.
    if (isTaken && isVerified)
      throw new ApiError(
        409,
        (await isLinked(tx, userId, person))
          ? 'you have an account already: sign in with this identity'
          : 'an account with this address exists: sign in and link the provider in your profile',
      )
    // Other callers must not learn it from the answer or its duration: what follows is the same, and a verified account stays unchanged.
    await refuseLinked(tx, userId, person)
    await ensurePersonalSpace(tx, userId, email)
    await forgetIdentities(tx, userId)
    if (!isTaken) await linkIdentity(tx, deps, userId, person)
    await tx
      .update(appUser)
      .set({
        passwordHash: null,
        isVerified,
        ...namesOf(person),
        ...(language && { language }),
        ...incrementVersion(appUser),
      })
      .where(and(eq(appUser.id, userId), eq(appUser.isVerified, false)))
    await forgetLinks(tx, userId, ['verification'])
    if (isVerified) await tx.delete(mailLink).where(eq(mailLink.userId, userId))
    else await addMail(tx, deps, { kind: isTaken ? 'registered' : 'verification', userId, spaceId })
    const actor: AccountActor = {
      account: { id: userId, email },
      method: 'provider',
      provider: id,
      origin: { address, userAgent },
    }
    const after = isTaken ? null : { email, provider: id, is_verified: isVerified }
    await noteAccount(tx, deps, actor, 'account.register', { after })
  })
  deps.dueMail.ring()
}
