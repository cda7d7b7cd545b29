import type { PushInput } from '#contract/push'
import { isStorageBlocked } from '../../storage'
import { forgetOwner } from './owner'

const WORKER = '/push.js'

/** Whether this browser supports push messages, and what the person has permitted. */
export function pushState(): NotificationPermission | 'unsupported' {
  const isThere = 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window
  // Blocking storage also blocks the service worker.
  return isThere && !isStorageBlocked() ? Notification.permission : 'unsupported'
}

/** Calls back when the browser's permission for notifications changes. Returns a function that stops. */
export function watchPermission(onChange: () => void): () => void {
  const over = new AbortController()
  const watch = async () => {
    const status = await navigator.permissions.query({ name: 'notifications' })
    status.addEventListener('change', onChange, { signal: over.signal })
  }
  // Browsers without this event are checked on other occasions.
  if ('permissions' in navigator) watch().catch(() => undefined)
  return () => over.abort()
}

const registration = () => navigator.serviceWorker.getRegistration(WORKER)

/** The subscription at this browser's push service; null if there is none. */
export const currentSubscription = async () =>
  (await (await registration())?.pushManager.getSubscription()) ?? null

const bytesOf = (text: string) =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0))

const isOfKey = ({ options: { applicationServerKey: key } }: PushSubscription, wanted: Uint8Array) =>
  key !== null && String(new Uint8Array(key)) === String(wanted)

/**
 * Subscribes this browser to push messages. The person must have permitted notifications.
 * Errors: the browser cannot subscribe.
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

/** Ends this browser's subscription. */
export async function unsubscribe(): Promise<void> {
  forgetOwner()
  await (await currentSubscription())?.unsubscribe()
}
