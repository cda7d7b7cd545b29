import type { Login } from '#contract/auth'
import { AUTH_ERRORS } from '#contract/auth/errors'
import { clearSession, setToken, storeUser } from '../../authProvider/session'
import { ApiError, type Client, isSilent, NO_ANSWER, reasonOf } from '../../dataProvider/client'

/** A sign-in that failed: message keys, and the server's own sentence where it says more. Spec 1, section 8. */
export interface LoginFailure {
  title: string
  hint?: string
  body?: string
}

/**
 * Keeps a fresh token and loads the profile that belongs to it. Spec 1, section 4.
 * Errors: ApiError; then nothing is kept.
 */
export async function startSession(client: Client, token: string, remember: boolean) {
  const { profileSchema } = await import('#contract/profile')
  setToken(token, remember)
  try {
    storeUser(await client.call(profileSchema, 'GET', '/profile'))
  } catch (error) {
    clearSession()
    throw error
  }
}

/** Signs in with e-mail and password. Errors: ApiError. */
export async function signIn(client: Client, login: Login, remember: boolean) {
  const { tokenAnswerSchema } = await import('#contract/auth')
  clearSession()
  const answer = await client.call(tokenAnswerSchema, 'POST', '/auth/login', { body: login, anonymous: true })
  await startSession(client, answer.access_token, remember)
}

/** What to say of a sign-in that failed. */
export function failureOf(error: unknown): LoginFailure {
  const title = 'login.errors.title'
  if (!(error instanceof ApiError)) return { title, hint: reasonOf(error) }
  const { status, body, message } = error
  if (isSilent(error)) return { title, hint: NO_ANSWER }
  if (body === AUTH_ERRORS.notVerified)
    return { title: 'login.errors.notVerified', hint: 'login.errors.notVerifiedHint' }
  if (status === 401) return { title: 'login.errors.credentials' }
  return { title, body: message }
}
