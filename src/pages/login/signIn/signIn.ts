import type { Login } from '#contract/auth'
import { AUTH_ERRORS, SECOND_FACTORS_HEADER } from '#contract/auth/errors'
import { clearSession, setToken, storeUser } from '../../../authProvider/session'
import { ApiError, type Client, isUnreachable, NO_ANSWER, reasonOf } from '../../../dataProvider/client'
import type { PublicKey } from '../../../i18n'

/** Key under which a browser stores that somebody has signed in with a passkey. */
export const PASSKEY_USED_KEY = 'passkeyUsed'

/** Why a sign-in failed. `text` is a message key or the server's sentence. Rules, "Sign-in". */
export interface LoginFailure {
  title: PublicKey
  text?: string
  /** Seconds until the next attempt, after too many. */
  seconds?: string
}

/** State from the previous page: the e-mail address, a note for the sign-in, and whether it was the start page. */
export function knownState() {
  const state: unknown = window.history.state
  if (typeof state !== 'object' || state === null) return {}
  return {
    isStart: 'isStart' in state && state.isStart === true,
    email: 'email' in state && typeof state.email === 'string' ? state.email : undefined,
    note: 'note' in state && typeof state.note === 'string' ? state.note : undefined,
  }
}

/** Seconds until the server allows another attempt after too many; undefined otherwise. */
export function secondsToWait(error: unknown): string | undefined {
  if (!(error instanceof ApiError) || error.status !== 429) return undefined
  return /(\d+) seconds/.exec(error.body)?.[1]
}

/**
 * Stores a new token and loads its profile. Rules, "Sign-in".
 * Errors: ApiError; then nothing is stored.
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
 * Second factors of an account whose password was right, `app` and `passkey`; empty if the server does not name them.
 * Undefined if no second factor is needed.
 */
export function neededFactors(error: unknown): string[] | undefined {
  if (!(error instanceof ApiError && error.status === 403 && error.body === AUTH_ERRORS.secondFactor))
    return undefined
  return error.headers?.get(SECOND_FACTORS_HEADER)?.split(', ') ?? []
}

/** Texts for a failed sign-in. */
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
