import { authApi, type PasskeyProof, passkeyRequestSchema } from '#contract/auth'
import { type Client, UserFacingError } from '../dataProvider/client'
import type { PublicKey } from '../i18n'

/** The server's passkeys belong to its own address, but the console is open at another one. */
class WrongAddressError extends UserFacingError {
  /** @param host name of the host where passkeys work */
  constructor(
    readonly host: string,
    options: ErrorOptions,
  ) {
    super(`Passkeys work at ${host} only.`, options)
  }
}

/** Calls the browser's passkey API. Errors: WrongAddressError instead of a `SecurityError`. */
export async function atAddress<Result>(host: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof Error && error.name === 'SecurityError')
      throw new WrongAddressError(host, { cause: error })
    throw error
  }
}

/**
 * Lets the person sign in with a passkey.
 * @param isSecondFactor the password was given too, so the device need not verify the person
 * @param isOffered the browser offers passkeys in the e-mail field instead of asking at once
 * Errors: ApiError, WrongAddressError, or a browser error; see `passkeyNote`.
 */
export async function signWithPasskey(
  client: Client,
  { isSecondFactor = false, isOffered = false } = {},
): Promise<PasskeyProof> {
  const { startAuthentication } = await import('@simplewebauthn/browser')
  const { path } = authApi.passkeyOptions
  const options = await client.call(passkeyRequestSchema, 'POST', path, { anonymous: true })
  const optionsJSON = isSecondFactor ? { ...options, userVerification: 'preferred' as const } : options
  const signed = await atAddress(options.rpId, () =>
    startAuthentication({ optionsJSON, useBrowserAutofill: isOffered }),
  )
  return { ...signed, clientExtensionResults: { ...signed.clientExtensionResults } }
}

/** Names of the errors when the person closed the browser's dialog or has no passkey there. */
const CANCELLED = new Set(['NotAllowedError', 'AbortError'])

/**
 * What to say when no passkey was used but nothing failed: the person cancelled, or must go to another address.
 * Undefined for a failure.
 */
export function passkeyNote(
  error: unknown,
  translate: (key: PublicKey, values?: Record<string, unknown>) => string,
): string | undefined {
  if (error instanceof WrongAddressError) return translate('login.passkey.elsewhere', { host: error.host })
  return error instanceof Error && CANCELLED.has(error.name) ? translate('login.second.noPasskey') : undefined
}
