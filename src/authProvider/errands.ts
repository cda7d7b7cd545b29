import type { OAuthProvider } from '#contract/auth'
import { sessionKeeper } from '../storage'
import { keptOutcome } from './session'

/** The purpose of the return from a provider. */
export type Errand =
  | { kind: 'signIn'; remember: boolean }
  /** `invitation` completes the registration that one began. */
  | {
      kind: 'signUp'
      invitation: { id: string; token: string; email: string } | null
      spaceId: string | null
    }
  /** The window that opened this one reads its address. */
  | { kind: 'popup' }

const STATE = 'oauthState'
const ERRAND = 'oauthErrand'
/** Where the browser's history was when the person left. */
const LEFT_AT = 'oauthLeftAt'
/** Browsers keep so many steps of a tab, or more. From then on their number tells no place. */
const HISTORY_MAX = 50

/**
 * The address of a provider's sign-in, with a new state: the provider's name, a dot and a random id. It is kept in this tab, and
 * windows that this tab opens have a copy. Rules, "Providers".
 * @param confirm asks even a person whom the provider knows to sign in again
 */
export function beginErrand({ provider, url }: OAuthProvider, errand: Errand, confirm = false): string {
  // Pages that came without encryption have no `randomUUID`.
  const state = `${provider}.${crypto.getRandomValues(new Uint32Array(4)).join('')}`
  sessionKeeper.setItem(STATE, state)
  sessionKeeper.setItem(ERRAND, JSON.stringify(errand))
  const address = url.replace(/\{state\}|%7Bstate%7D/i, encodeURIComponent(state))
  return confirm ? `${address}${address.includes('?') ? '&' : '?'}confirm=1` : address
}

/** Takes the state and its purpose; both can be taken once. */
export function takeErrand(): { state: string | null; errand: Errand } {
  const [state, errand] = [sessionKeeper.getItem(STATE), sessionKeeper.getItem(ERRAND)]
  sessionKeeper.removeItem(STATE)
  sessionKeeper.removeItem(ERRAND)
  return { state, errand: parse(errand) }
}

/** Only this tab can have written it. */
function parse(errand: string | null): Errand {
  try {
    return JSON.parse(errand ?? '')
  } catch {
    return { kind: 'signIn', remember: false }
  }
}

/** How many steps the history had when this page left; null for a page that has not left. */
function placeIn(state: unknown): number | null {
  return typeof state === 'object' && state !== null && LEFT_AT in state ? Number(state[LEFT_AT]) : null
}

/**
 * Leaves for a provider's sign-in. Before that the page is repeated in the history: nothing is ahead of it then, so that its place is
 * known. Who comes back and leaves again finds it there.
 */
export function leaveFor(provider: OAuthProvider, errand: Errand) {
  const { history } = window
  const place = placeIn(history.state) ?? history.length + 1
  if (placeIn(history.state) === null) history.pushState({ ...history.state, [LEFT_AT]: place }, '')
  sessionKeeper.setItem(LEFT_AT, String(place))
  // A page that the browser has kept has missed what the sign-in came to.
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted && keptOutcome() !== null) window.location.reload()
  })
  window.location.assign(beginErrand(provider, errand))
}

/**
 * Goes back to the page that left for the provider: what the provider has shown is used up, and must not be behind the next page.
 * @returns false where the place of that page is not known; then nothing happens
 */
export function returnFromProvider(): boolean {
  const place = Number(sessionKeeper.getItem(LEFT_AT))
  sessionKeeper.removeItem(LEFT_AT)
  const { length } = window.history
  if (place === 0 || length <= place || length >= HISTORY_MAX) return false
  window.history.go(place - length - 1)
  return true
}
