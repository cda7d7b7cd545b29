import { startRegistration } from '@simplewebauthn/browser'
import Bowser from 'bowser'
import type { NewPasskey, PasskeyCreation } from '#contract/secondFactor'
import { atAddress } from '../../../authProvider/passkey'

export { passkeyNote } from '../../../authProvider/passkey'

/**
 * Lets the browser create a passkey.
 * Errors: those of the browser; one named `InvalidStateError` if the device already has a passkey of the account.
 */
export async function createPasskey(optionsJSON: PasskeyCreation): Promise<NewPasskey> {
  const made = await atAddress(optionsJSON.rp.id, () => startRegistration({ optionsJSON }))
  return { ...made, clientExtensionResults: { ...made.clientExtensionResults } }
}

/** Names of the browser and the system, from the user agent. */
export function thisDevice(): { browser: string | undefined; system: string | undefined } {
  const { browser, os } = Bowser.parse(navigator.userAgent)
  return { browser: browser.name, system: os.name }
}
