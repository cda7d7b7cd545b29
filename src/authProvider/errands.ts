import type { OAuthProvider } from '#contract/auth'
import { sessionKeeper } from '../storage'
import { keptOutcome } from './session'

/** The purpose of a return from a provider. */
export type Errand =
  | { kind: 'signIn'; remember: boolean }
  /** `invitation` is completed by this registration. */
  | {
      kind: 'signUp'
      invitation: { id: string; token: string; email: string } | null
      spaceId: string | null
    }
  /** The window that opened this one reads its address. */
  | { kind: 'popup' }

const STATE = 'oauthState'
const ERRAND = 'oauthErrand'
/** Storage key of the position in the history at which the person left. */
const LEFT_AT = 'oauthLeftAt'
/** Browsers keep at least this many history entries of a tab. From there on, the length shows no position. */
const HISTORY_MAX = 50

/**
 * The address of a provider's sign-in with a new state: the provider's name, a dot and a random id. This tab keeps the
 * state; windows that it opens get a copy. Rules, "Providers".
 * @param confirm makes the provider ask for a sign-in even if it knows the person
 */
export function beginErrand({ provider, url }: OAuthProvider, errand: Errand, confirm = false): string {
  // Pages served over plain HTTP have no `randomUUID`.
  const state = `${provider}.${crypto.getRandomValues(new Uint32Array(4)).join('')}`
  sessionKeeper.setItem(STATE, state)
  sessionKeeper.setItem(ERRAND, JSON.stringify(errand))
  const address = url.replace(/\{state\}|%7Bstate%7D/i, encodeURIComponent(state))
  return confirm ? `${address}${address.includes('?') ? '&' : '?'}confirm=1` : address
}

/** Takes the state and its purpose, each only once. */
export function takeErrand(): { state: string | null; errand: Errand } {
  const [state, errand] = [sessionKeeper.getItem(STATE), sessionKeeper.getItem(ERRAND)]
  sessionKeeper.removeItem(STATE)
  sessionKeeper.removeItem(ERRAND)
  return { state, errand: parse(errand) }
}

/** Only this tab can have written the value. */
function parse(errand: string | null): Errand {
  try {
    return JSON.parse(errand ?? '')
  } catch {
    return { kind: 'signIn', remember: false }
  }
}

/** Length of the history when this page left; null if it has not left. */
function placeIn(state: unknown): number | null {
  return typeof state === 'object' && state !== null && LEFT_AT in state ? Number(state[LEFT_AT]) : null
}

/** Reloads a page from the back/forward cache, which has missed the outcome of the sign-in. */
function reloadForOutcome({ persisted }: PageTransitionEvent) {
  if (persisted && keptOutcome() !== null) window.location.reload()
}

/**
 * Leaves for a provider's sign-in. It first pushes the page to the history again: nothing is ahead of it then, so its
 * position is known. A person who comes back and leaves again finds that entry.
 */
export function leaveFor(provider: OAuthProvider, errand: Errand) {
  const { history } = window
  const place = placeIn(history.state) ?? history.length + 1
  if (placeIn(history.state) === null) history.pushState({ ...history.state, [LEFT_AT]: place }, '')
  sessionKeeper.setItem(LEFT_AT, String(place))
  // The same function is added only once, however often the person leaves.
  window.addEventListener('pageshow', reloadForOutcome)
  window.location.assign(beginErrand(provider, errand))
}

/**
 * Goes back to the page that left for the provider: the provider's pages are used up and must not stay in the history.
 * @returns false if the position of that page is unknown; then nothing happens
 */
export function returnFromProvider(): boolean {
  const place = Number(sessionKeeper.getItem(LEFT_AT))
  sessionKeeper.removeItem(LEFT_AT)
  const { length } = window.history
  if (place === 0 || length <= place || length >= HISTORY_MAX) return false
  window.history.go(place - length - 1)
  return true
}
