import type { PushInput } from '#contract/push'
import { claimsIn, getToken } from '../../authProvider/session'
import { localKeeper as keeper } from '../../storage'

/** Whose push messages this browser shows, and since which sign-in: it is switched on again after their next one. */
const OWNER = 'pushOwner'
const WORKER = '/push.js'

/** Whether push messages can be switched on in this browser, or why not. */
export function pushSupport(): 'possible' | 'unsupported' | 'denied' {
  const isThere = 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window
  if (!isThere) return 'unsupported'
  return Notification.permission === 'denied' ? 'denied' : 'possible'
}

const registration = () => navigator.serviceWorker.getRegistration(WORKER)

/** What this browser's push service knows it by; null where nobody has asked for push messages. */
export const currentSubscription = async () =>
  (await (await registration())?.pushManager.getSubscription()) ?? null

const bytesOf = (text: string) =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0))

const isOfKey = ({ options: { applicationServerKey: key } }: PushSubscription, wanted: Uint8Array) =>
  key !== null && String(new Uint8Array(key)) === String(wanted)

/**
 * Asks the push service of this browser to take messages. The person must have allowed notifications.
 * Errors: it cannot.
 */
export async function subscribe(publicKey: string): Promise<PushInput> {
  await navigator.serviceWorker.register(WORKER)
  const { pushManager } = await navigator.serviceWorker.ready
  const key = bytesOf(publicKey)
  let subscription = await pushManager.getSubscription()
  if (subscription && !isOfKey(subscription, key)) {
    await subscription.unsubscribe()
    subscription = null
  }
  subscription ??= await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key })
  const { endpoint, keys: { p256dh = '', auth = '' } = {} } = subscription.toJSON()
  return { endpoint: endpoint ?? '', keys: { p256dh, auth } }
}

/** Which sign-in this is, among those of the account; empty where the server does not say. */
export const signInId = (): string => {
  const { jti } = claimsIn(getToken())
  return typeof jti === 'string' ? jti : ''
}

/** Whether the person has switched push messages on in this browser. */
export const isOwner = (userId: string) => keeper.getItem(OWNER)?.split(' ')[0] === userId
/** Whether they were switched on in this sign-in: what is off since then, somebody has switched off. */
export const isKept = (userId: string, signIn: string) => keeper.getItem(OWNER) === `${userId} ${signIn}`
export const keepOwner = (userId: string, signIn: string) => keeper.setItem(OWNER, `${userId} ${signIn}`)

/** Takes back what this browser's push service knows. */
export async function unsubscribe(): Promise<void> {
  keeper.removeItem(OWNER)
  await (await currentSubscription())?.unsubscribe()
}
