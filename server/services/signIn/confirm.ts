import { eq } from 'drizzle-orm'
import type { Confirmation } from '#contract/auth'
import { appUser, authSession } from '../../db/schema'
import type { Deps } from '../../deps'
import { ApiError, badToken } from '../../errors'
import type { Origin, Person } from '../caller'
import { isPassword } from './passwords'
import { countAttempt, forgetAttempts } from './rateLimit'

/** A refusal: 401 and 403 would say that the session is at fault, and sign the console out. */
const refused = (sentence: string) => new ApiError(409, sentence)

/**
 * Notes that the person of a session has shown once more who they are. It takes what a sign-in takes: beside the
 * password the second factor of an account that has one.
 * @throws ApiError 409 for what is wrong (`AUTH_ERRORS.secondFactor` when a code is missing), 429
 */
export async function confirm(
  deps: Deps,
  caller: Person,
  confirmation: Confirmation,
  { address }: Pick<Origin, 'address'>,
): Promise<void> {
  const { db, now } = deps
  const [user] = await db
    .select({ email: appUser.email, passwordHash: appUser.passwordHash })
    .from(appUser)
    .where(eq(appUser.id, caller.userId))
  if (!user) throw badToken()
  await countAttempt(deps, user.email, address)
  try {
    await check(deps, caller, user.passwordHash, confirmation)
  } catch (error) {
    if (error instanceof ApiError && (error.status === 401 || error.status === 403))
      throw refused(error.message)
    throw error
  }
  await forgetAttempts(deps, user.email, address)
  await db.update(authSession).set({ confirmedAt: now() }).where(eq(authSession.jti, caller.jti))
}

/** @throws ApiError when it does not show that it is the person */
async function check(
  deps: Deps,
  { userId }: Person,
  passwordHash: string | null,
  confirmation: Confirmation,
): Promise<void> {
  if ('password' in confirmation) {
    if (!(await isPassword(passwordHash, confirmation.password))) throw refused('the password is wrong')
    return
  }
  throw refused('this is not offered')
}
