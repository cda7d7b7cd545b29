import type { OAuthProvider } from '#contract/auth'
import { addresses } from '../addresses'
import { UserFacingError } from '../dataProvider/client'
import { beginErrand, takeErrand } from './errands'
import { type OAuthReturn, readReturn } from './oauthReturn'

/** Width and height of the popup, in pixels. Rules, "Providers". */
const SIZE = 500
/** Polling interval for the popup's return, in milliseconds. Rules, "Providers". */
const POLL_EVERY = 700

/** The query with which the popup returned; undefined while it is elsewhere. */
function returnedWith(popup: Window): string | undefined {
  try {
    const { origin, pathname, search } = popup.location
    const isBack = origin === window.location.origin && pathname.replace(/\/$/, '') === addresses.callback
    return isBack ? search : undefined
  } catch {
    // A popup at another origin does not reveal its address.
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

/** Waits for the popup to return and resolves with its query. Errors: UserFacingError when it is closed or aborted. */
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
 * Lets the person sign in at a provider in a popup. Call it from a click handler, or the browser blocks the popup.
 * Rules, "Providers".
 * @param confirm makes the provider ask for a sign-in even if it knows the person
 * @returns the code for the server, valid once
 * Errors: UserFacingError when the popup is blocked or closed, or returns with an error.
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
    // An unfinished sign-in cannot be finished later.
    takeErrand()
  }
}
