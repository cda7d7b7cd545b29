import { authApi, type PasskeyProof, passkeyRequestSchema } from '#contract/auth'
import type { Client } from '../dataProvider/client'

/**
 * Lets the person sign with a passkey.
 * Errors: ApiError; an error named `NotAllowedError` when the person cancels or has none.
 */
export async function signWithPasskey(client: Client): Promise<PasskeyProof> {
  const { startAuthentication } = await import('@simplewebauthn/browser')
  const { path } = authApi.passkeyOptions
  const optionsJSON = await client.call(passkeyRequestSchema, 'POST', path, { anonymous: true })
  const { clientExtensionResults, ...proof } = await startAuthentication({ optionsJSON })
  return { ...proof, clientExtensionResults: { ...clientExtensionResults } }
}
