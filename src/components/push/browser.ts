import type { PushInput } from '#contract/push'
import { isStorageBlocked } from '../../storage'
import { forgetOwner } from './owner'

const WORKER = '/push.js'

/** Whether this browser can show push messages, and what the person has allowed. */
export function pushState(): NotificationPermission | 'unsupported' {
  const isThere = 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window
  // Its worker is refused with the storage.
  return isThere && !isStorageBlocked() ? Notification.permission : 'unsupported'
}

/** Tells when the person allows notifications in the settings of the browser, or blocks them. @returns what ends that */
export function watchPermission(tell: () => void): () => void {
  const over = new AbortController()
  const watch = async () => {
    const status = await navigator.permissions.query({ name: 'notifications' })
    status.addEventListener('change', tell, { signal: over.signal })
  }
  // A browser that cannot tell is asked when something else happens.
  if ('permissions' in navigator) watch().catch(() => undefined)
  return () => over.abort()
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

/** Takes back what this browser's push service knows. */
export async function unsubscribe(): Promise<void> {
  forgetOwner()
  await (await currentSubscription())?.unsubscribe()
}
