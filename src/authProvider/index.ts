import type { AuthProvider } from 'react-admin'
import { type SystemRole, systemRoleSchema } from '#contract/permissions'
import { addresses } from '../addresses'
import { claimsIn } from '../claims'
import { ApiError } from '../dataProvider/client'
import { ruleFor } from './rules'
import {
  clearRetry,
  clearSession,
  clearTokens,
  getRetry,
  getToken,
  rememberPath,
  setRetry,
  setSignOutReason,
} from './session'

/** Key of the text that says that access was refused; `NotificationBridge` adds to what. */
export const REFUSED = 'page.refused.title'

const here = () => window.location.pathname + window.location.search + window.location.hash

/** System role from the token, for the time until the profile is there. */
export const roleInToken = (token: string | null): SystemRole =>
  systemRoleSchema.catch('user').parse(claimsIn(token).sys)

/** Calls of the page before are denied also when the person is where the second factor is set up already. */
const isThere = (goTo: string) => goTo === addresses.security && window.location.pathname === goTo

/** Carries out the rule for a denied call, and answers where to go; null when it was none. Rules, "Denied calls". */
function handleDenied(error: unknown): '/login' | '/spaces' | '/profile/security' | null {
  if (!(error instanceof ApiError)) return null
  const retry = getRetry()
  const hasToken = getToken() !== null
  const denial = ruleFor(error, { hasToken, retrySetAt: retry?.at ?? null })
  if (!denial) return null
  if (denial.rememberPath && !isThere(denial.goTo)) rememberPath(here())
  if (denial.forget === 'everything') clearSession()
  if (denial.forget === 'tokens') clearTokens()
  if (denial.goTo === '/login' && hasToken)
    setSignOutReason(denial.forget === 'everything' ? 'expired' : 'refused')
  if (denial.goTo === '/spaces') {
    if (!retry) setRetry(here())
  } else clearRetry()
  return denial.goTo
}

/** The login page does the signing in; this is what react-admin needs of a signed-in console. */
export const authProvider: AuthProvider = {
  login: async () => undefined,
  async checkAuth() {
    if (getToken()) return
    rememberPath(here())
    throw new Error('signed out')
  },
  async checkError(error) {
    const goTo = handleDenied(error)
    if (goTo)
      throw Object.assign(new Error('denied'), {
        message: goTo === '/spaces' && REFUSED,
        logoutUser: goTo === '/login',
        redirectTo: isThere(goTo) ? undefined : goTo,
      })
  },
  async logout() {
    clearSession()
    return '/login'
  },
}
