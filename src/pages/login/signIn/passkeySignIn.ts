import { WebAuthnAbortService } from '@simplewebauthn/browser'
import { authApi, type PasskeyProof, tokenAnswerSchema } from '#contract/auth'
import { MINUTE } from '#contract/common/durations'
import { passkeyNote, signWithPasskey } from '../../../authProvider/passkey'
import { clearSession } from '../../../authProvider/session'
import { ApiError, type Client, UserFacingError } from '../../../dataProvider/client'
import { localKeeper } from '../../../storage'
import { PASSKEY_USED_KEY, startSession } from './signIn'

/**
 * Signs in with a passkey.
 * @returns a note for the person if no passkey was used although nothing failed
 * Errors: those of `signWithPasskey`
 */
export async function signInWithPasskey(
  client: Client,
  remember: boolean,
  translate: Parameters<typeof passkeyNote>[1],
): Promise<string | undefined> {
  try {
    await signInWith(client, await signWithPasskey(client), remember)
    return undefined
  } catch (error) {
    const passkeyText = passkeyNote(error, translate)
    if (passkeyText === undefined) throw error
    return passkeyText
  }
}

/** Signs in with a signed challenge; this browser offers passkeys from then on. Errors: ApiError, UserFacingError. */
async function signInWith(client: Client, body: PasskeyProof, remember: boolean): Promise<void> {
  clearSession()
  try {
    const { path } = authApi.passkeyLogin
    const answer = await client.call(tokenAnswerSchema, 'POST', path, { body, anonymous: true })
    await startSession(client, answer.access_token, remember)
    localKeeper.setItem(PASSKEY_USED_KEY, 'true')
  } catch (error) {
    if (error instanceof ApiError && error.status === 401)
      throw new UserFacingError('login.passkey.refused', { cause: error })
    throw error
  }
}

/** Milliseconds after which it gets a new challenge, before the server forgets the old one. */
const RENEW_AFTER = 4 * MINUTE

const stopAsking = () => WebAuthnAbortService.cancelCeremony()

/**
 * Offers this browser's passkeys in the e-mail field, until the signal aborts.
 * @param onDone the person has signed in with one
 * Errors: ApiError; UserFacingError if the server refuses the chosen passkey
 */
export async function offerPasskeys(
  client: Client,
  remember: boolean,
  signal: AbortSignal,
  onDone: () => void,
): Promise<void> {
  for (;;) {
    let isRenewed = false
    const renewal = setTimeout(() => {
      isRenewed = true
      stopAsking()
    }, RENEW_AFTER)
    signal.addEventListener('abort', stopAsking)
    // It rejects when it is stopped, and when the person uses the button, which asks for a passkey itself.
    const proof = await signWithPasskey(client, { isOffered: true }).catch(() => null)
    clearTimeout(renewal)
    signal.removeEventListener('abort', stopAsking)
    if (signal.aborted || (proof === null && !isRenewed)) return
    if (proof === null) continue
    await signInWith(client, proof, remember)
    return onDone()
  }
}
