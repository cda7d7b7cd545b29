import { and, eq } from 'drizzle-orm'
import type { Confirmation, PasskeyProof } from '#contract/auth'
import { appUser, authSession, identity } from '../../../db/schema'
import type { Deps } from '../../../deps'
import { ApiError } from '../../../errors'
import { note } from '../../audit/note'
import type { Person } from '../../common/caller'
import { countGuess, forgetGuesses } from '../../rateLimit'
import { type ProviderCode, takeCode } from '../oidc/codes'
import { isPassword, ofAccount } from '../passwordHash'
import { requirePasswordLogin } from '../rules'
import { checkSecondFactor } from '../secondFactor/check'
import { verifyPasskey } from '../secondFactor/passkeys'

/** 409, because 401 and 403 would blame the session and sign the console out. */
const refused = (sentence: string) => new ApiError(409, sentence)

/**
 * Records that the person of a session has confirmed their identity again. It requires the same as a sign-in: the password, and the second
 * factor of an account that has one. A passkey is enough if it verifies the person itself, and a provider if it asked for the sign-in
 * again.
 * @throws ApiError 409 for wrong credentials (`AUTH_ERRORS.secondFactor` if a second factor is missing), 429
 */
export async function confirm(deps: Deps, caller: Person, confirmation: Confirmation): Promise<void> {
  const { db, now } = deps
  try {
    if ('password' in confirmation) await checkPassword(deps, caller, confirmation)
    else if ('passkey' in confirmation) await checkPasskey(deps, caller, confirmation.passkey)
    else await checkProvider(deps, caller, confirmation)
  } catch (error) {
    if (error instanceof ApiError && (error.status === 401 || error.status === 403))
      throw refused(error.message)
    throw error
  }
  await db.transaction(async (tx) => {
    await tx.update(authSession).set({ confirmedAt: now() }).where(eq(authSession.jti, caller.jti))
    const target = { id: caller.jti, name: caller.email }
    await note(tx, deps, caller, { action: 'session.confirm', spaceId: null, target })
  })
}

async function checkPassword(
  deps: Deps,
  { userId, origin }: Person,
  given: Extract<Confirmation, { password: string }>,
) {
  requirePasswordLogin(deps)
  await countGuess(deps, userId)
  const [user] = await deps.db
    .select({ passwordHash: appUser.passwordHash })
    .from(appUser)
    .where(eq(appUser.id, userId))
  if (!(await isPassword(user?.passwordHash, given.password, ofAccount(userId, origin))))
    throw refused('the password is wrong')
  await forgetGuesses(deps, userId)
  await checkSecondFactor(deps.db, deps, userId, given)
}

async function checkPasskey(deps: Deps, { userId }: Person, passkey: PasskeyProof) {
  requirePasswordLogin(deps)
  const proof = await verifyPasskey(deps.db, deps, passkey)
  if (proof.userId !== userId) throw refused('the passkey belongs to another account')
  if (!proof.isUserVerified)
    throw refused('the passkey did not ask for a PIN or a fingerprint: use it with your password')
}

async function checkProvider(
  deps: Pick<Deps, 'db' | 'now' | 'providers'>,
  { userId, origin }: Person,
  code: ProviderCode,
) {
  const { provider, identityId, isConfirmation } = await takeCode(deps.db, deps, code, origin)
  const isTheirs = and(
    eq(identity.userId, userId),
    eq(identity.provider, provider),
    eq(identity.identityId, identityId),
  )
  const [linked] = await deps.db.select({ id: identity.id }).from(identity).where(isTheirs)
  if (!linked) throw refused('this sign-in belongs to another account')
  if (!isConfirmation) throw refused('the provider did not ask who you are')
}
