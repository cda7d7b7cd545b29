import { authApi, tokenAnswerSchema } from '#contract/auth'
import { signWithPasskey } from '../../authProvider/passkey'
import { clearSession } from '../../authProvider/session'
import { ApiError, type Client, UserFacingError } from '../../dataProvider/client'
import { startSession } from './signIn'

export { passkeyNote } from '../../authProvider/passkey'

/** Signs in with a passkey. Errors: those of `signWithPasskey`. */
export async function signInWithPasskey(client: Client, remember: boolean): Promise<void> {
  const body = await signWithPasskey(client)
  clearSession()
  try {
    const { path } = authApi.passkeyLogin
    const answer = await client.call(tokenAnswerSchema, 'POST', path, { body, anonymous: true })
    await startSession(client, answer.access_token, remember)
  } catch (error) {
    if (error instanceof ApiError && error.status === 401)
      throw new UserFacingError('login.passkey.refused', { cause: error })
    throw error
  }
}
