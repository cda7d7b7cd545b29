import type { Login } from '#contract/auth'
import { AUTH_ERRORS, SECOND_FACTORS_HEADER } from '#contract/auth/errors'
import { clearSession, setToken, storeUser } from '../../../authProvider/session'
import { ApiError, type Client, isUnreachable, NO_ANSWER, reasonOf } from '../../../dataProvider/client'
import type { PublicKey } from '../../../i18n'

/** Where a browser keeps that somebody has signed in with a passkey in it. */
export const PASSKEY_USED_KEY = 'passkeyUsed'

/** Why a sign-in failed. `text` is a message key or the server's own sentence. Rules, "Sign-in". */
export interface LoginFailure {
  title: PublicKey
  text?: string
  /** When to try again, after too many attempts. */
  seconds?: string
}

/** What the page before this one knows: the e-mail address, what to do before the sign-in, and that it was the start. */
export function knownState() {
  const state: unknown = window.history.state
  if (typeof state !== 'object' || state === null) return {}
  return {
    isStart: 'isStart' in state && state.isStart === true,
    email: 'email' in state && typeof state.email === 'string' ? state.email : undefined,
    note: 'note' in state && typeof state.note === 'string' ? state.note : undefined,
  }
}

/** After how many seconds the server allows another attempt after too many. */
export function secondsToWait(error: unknown): string | undefined {
  if (!(error instanceof ApiError) || error.status !== 429) return undefined
  return /(\d+) seconds/.exec(error.body)?.[1]
}

/**
 * Keeps a fresh token and loads the profile that belongs to it. Rules, "Sign-in".
 * Errors: ApiError; then nothing is kept.
 */
export async function startSession(client: Client, token: string, remember: boolean) {
  const [{ profileApi }, { callEndpoint }] = await Promise.all([
    import('#contract/profile/profile'),
    import('../../../dataProvider/call'),
  ])
  setToken(token, remember)
  try {
    storeUser(await callEndpoint(client, profileApi.get))
  } catch (error) {
    clearSession()
    throw error
  }
}

/** Signs in with e-mail and password. Errors: ApiError. */
export async function signIn(client: Client, login: Login, remember: boolean) {
  const { tokenAnswerSchema } = await import('#contract/auth/credentials')
  clearSession()
  const answer = await client.call(tokenAnswerSchema, 'POST', '/auth/login', { body: login, anonymous: true })
  await startSession(client, answer.access_token, remember)
}

/**
 * The second factors of an account whose password was right, `app` and `passkey`; none when the server does not say which.
 * Undefined when no second factor is needed.
 */
export function neededFactors(error: unknown): string[] | undefined {
  if (!(error instanceof ApiError && error.status === 403 && error.body === AUTH_ERRORS.secondFactor))
    return undefined
  return error.headers?.get(SECOND_FACTORS_HEADER)?.split(', ') ?? []
}

/** What to tell the person about a failed sign-in. */
export function failureOf(error: unknown): LoginFailure {
  if (error instanceof ApiError && !isUnreachable(error)) {
    if (error.body === AUTH_ERRORS.notVerified)
      return { title: 'login.errors.notVerified', text: 'login.errors.notVerifiedHint' }
    if (error.status === 401) return { title: 'login.errors.credentials' }
  }
  const seconds = secondsToWait(error)
  if (seconds !== undefined) return { title: 'login.errors.title', seconds }
  return { title: 'login.errors.title', text: isUnreachable(error) ? NO_ANSWER : reasonOf(error) }
}
