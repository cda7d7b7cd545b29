import type { OAuthProvider } from '#contract/auth'
import { sessionKeeper } from '../storage'

/** Where the state value is kept until the provider sends the person back. Spec 1, section 4. */
const OAUTH_STATE_KEY = 'oauthState'

/** Leaves for the provider's sign-in. The state is the provider's name, a dot and a random id. Spec 1, section 4. */
export function startOAuth({ provider, url }: OAuthProvider) {
  const state = `${provider}.${crypto.randomUUID()}`
  sessionKeeper.setItem(OAUTH_STATE_KEY, state)
  window.location.assign(url.replace(/\{state\}|%7Bstate%7D/i, encodeURIComponent(state)))
}
