import { AUTH_ERRORS } from '#contract/auth/errors'

/** What happens to the session when a secured call is denied. */
type Denial =
  | { forget: 'everything'; rememberPath: true; goTo: '/login' }
  | { forget: 'tokens'; rememberPath: false; goTo: '/login' }
  | { forget: 'nothing'; rememberPath: false; goTo: '/spaces' }
  | { forget: 'nothing'; rememberPath: true; goTo: '/profile/security' }

interface DeniedCall {
  status: number
  body: string
  /** When the call was sent, in milliseconds since 1970. */
  sentAt: number
}

interface SessionState {
  hasToken: boolean
  /** When access was first denied; null if it was not. */
  retrySetAt: number | null
}

/**
 * The four rules for 401 and 403, and one for people who must set up a second factor; null for other errors. Rules,
 * "Denied calls".
 * Calls that were under way when the retry flag was set belong to the same denial and don't count as a second one.
 */
export function ruleFor(call: DeniedCall, session: SessionState): Denial | null {
  if (call.status !== 401 && call.status !== 403) return null
  if (call.body === AUTH_ERRORS.badToken) return { forget: 'everything', rememberPath: true, goTo: '/login' }
  if (call.body === AUTH_ERRORS.noSecondFactor && session.hasToken)
    return { forget: 'nothing', rememberPath: true, goTo: '/profile/security' }
  if (session.retrySetAt !== null && call.sentAt > session.retrySetAt)
    return { forget: 'tokens', rememberPath: false, goTo: '/login' }
  if (session.hasToken) return { forget: 'nothing', rememberPath: false, goTo: '/spaces' }
  return { forget: 'everything', rememberPath: true, goTo: '/login' }
}
