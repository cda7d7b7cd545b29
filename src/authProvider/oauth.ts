import type { OAuthProvider } from '#contract/auth'
import { addresses } from '../addresses'
import { UserFacingError } from '../dataProvider/client'
import { beginErrand, takeErrand } from './errands'
import { type OAuthReturn, readReturn } from './oauthReturn'

/** Width and height of the window, in pixels. Rules, "Providers". */
const SIZE = 500
/** How often the window is asked whether it has come back, in milliseconds. Rules, "Providers". */
const POLL_EVERY = 700

/** The query with which the window came back; undefined while it is elsewhere. */
function returnedWith(popup: Window): string | undefined {
  try {
    const { origin, pathname, search } = popup.location
    const isBack = origin === window.location.origin && pathname.replace(/\/$/, '') === addresses.callback
    return isBack ? search : undefined
  } catch {
    // Pages of other origins do not reveal their address.
    return undefined
  }
}

function openPopup(address: string): Window {
  const left = Math.max(0, window.screenX + (window.outerWidth - SIZE) / 2)
  const top = Math.max(0, window.screenY + (window.outerHeight - SIZE) / 2)
  const popup = window.open(address, '_blank', `popup,width=${SIZE},height=${SIZE},left=${left},top=${top}`)
  if (!popup) throw new UserFacingError('page.popup.blocked')
  return popup
}

/** Waits until the window comes back, and answers its query. Errors: UserFacingError when it is closed, or given up. */
function queryOf(popup: Window, signal: AbortSignal | undefined): Promise<string> {
  return new Promise((resolve, reject) => {
    const giveUp = () => {
      clearInterval(timer)
      reject(new UserFacingError('page.popup.closed'))
    }
    const timer = setInterval(() => {
      const returned = returnedWith(popup)
      if (returned === undefined) return popup.closed ? giveUp() : undefined
      clearInterval(timer)
      resolve(returned)
    }, POLL_EVERY)
    signal?.addEventListener('abort', giveUp)
  })
}

/**
 * Lets the person sign in at a provider, in a window of its own. Call it while a click is handled, or the browser blocks the
 * window. Rules, "Providers".
 * @param confirm asks even a person whom the provider knows to sign in again
 * @returns the code that the server takes, once
 * Errors: UserFacingError when the window is blocked or closed, or came back with an error.
 */
export async function askProvider(
  provider: OAuthProvider,
  { confirm = false, signal }: { confirm?: boolean; signal?: AbortSignal } = {},
): Promise<OAuthReturn> {
  const address = beginErrand(provider, { kind: 'popup' }, confirm)
  let popup: Window | undefined
  try {
    popup = openPopup(address)
    const search = await queryOf(popup, signal)
    return readReturn(search, takeErrand().state)
  } finally {
    popup?.close()
    // A sign-in that was not finished cannot be finished later.
    takeErrand()
  }
}
