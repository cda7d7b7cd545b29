import { eq } from 'drizzle-orm'
import type { Login } from '#contract/auth'
import { appUser } from '../../../db/schema'
import type { Deps } from '../../../deps'
import { ApiError } from '../../../errors'
import { Lane } from '../../../lane'
import type { Origin } from '../../common/caller'
import { countSignIn } from '../../rateLimit'
import { isPassword, isSamePassword, ofAccount, ofStranger } from '../passwordHash'
import { requirePasswordLogin } from '../rules'
import { checkSecondFactor } from '../secondFactor/check'
import { admit, requireVerified } from './admit'
import { isKnownBrowser } from './browsers'

/** Whether a caller who may not be on this machine tries a public password. */
const isRefused = (
  { knownLogins, loopback }: Deps['settings'],
  { email, password }: Login,
  { isFromHere }: Origin,
): boolean =>
  knownLogins.some((known) => known.email === email && isSamePassword(known.password, password)) &&
  !(loopback && isFromHere())

/**
 * Lane of sign-ins until the password is checked, each with several statements: a crowd that begins together must not take all connections
 * to the database.
 */
const beginnings = new Lane({ all: 2, each: 1, places: 8 })

/**
 * Returns a token for the right password, and the second factor of an account that has one. A person who is not verified gets another
 * verification e-mail. Rules, "Sign-in".
 * @throws ApiError 401, 403 for an unverified person, a refused demo account, a missing second factor, or if passwords are switched off,
 * 429
 */
export async function signIn(deps: Deps, login: Login, origin: Origin): Promise<string> {
  const { email, password } = login
  const { address, gone } = origin
  requirePasswordLogin(deps)
  const { isKnown, forget, user } = await beginnings.run(address, gone, async () => {
    const counted = await countSignIn(deps, login, address, isKnownBrowser)
    const [found] = await deps.db.select().from(appUser).where(eq(appUser.email, email))
    return { user: found, ...counted }
  })
  const matches = await isPassword(
    user?.passwordHash,
    password,
    isKnown ? ofAccount(email, origin) : ofStranger(origin),
  )
  if (!user || !matches) throw new ApiError(401, 'the e-mail address or the password is wrong')
  if (isRefused(deps.settings, login, origin))
    throw new ApiError(
      403,
      'the known passwords of the demo work on this machine only and through no proxy, unless the server is started with DEMO=1',
    )
  await requireVerified(deps, user)
  // A caller who knows the password may continue: guesses at the second factor are counted separately.
  await forget()
  await checkSecondFactor(deps.db, deps, user.id, login)
  return admit(deps, user, { method: 'password' }, origin, login.browser)
}
