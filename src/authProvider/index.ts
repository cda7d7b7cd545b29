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

/** Text key for refused access; `NotificationBridge` adds the page. */
export const REFUSED = 'page.refused.title'

const here = () => window.location.pathname + window.location.search + window.location.hash

/** System role from the token, used until the profile is loaded. */
export const roleInToken = (token: string | null): SystemRole =>
  systemRoleSchema.catch('user').parse(claimsIn(token).sys)

/** Calls of the previous page are also denied while the person is already setting up the second factor. */
const isThere = (goTo: string) => goTo === addresses.security && window.location.pathname === goTo

/** Applies the rule for a denied call. Returns where to go; null if it was not denied. Rules, "Denied calls". */
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

/** The login page signs people in; this covers the rest that react-admin needs. */
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
