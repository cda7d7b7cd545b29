import { pushApi } from '#contract/push'
import type { SpaceportDataProvider } from '../../dataProvider'
import { currentSubscription, pushState, subscribe } from './browser'
import { isKept, isOwner, keepOwner } from './owner'

/**
 * Switches push messages on again if the person had switched them on in this browser before their last sign-in, whose
 * end switched them off. Never fails: the page about notifications shows the state.
 */
export async function renewPush(
  ask: SpaceportDataProvider['ask'],
  userId: string,
  signIn: string,
): Promise<void> {
  if (!isOwner(userId) || isKept(userId, signIn)) return
  if (pushState() !== 'granted') return
  try {
    const { public_key, browsers } = await ask(pushApi.read)
    const isOn =
      browsers.some(({ is_current, confirmed_at }) => is_current && confirmed_at !== null) &&
      (await currentSubscription())
    if (!isOn) await ask(pushApi.add, { body: await subscribe(public_key) })
    keepOwner(userId, signIn)
  } catch {
    // The next visit tries again.
  }
}
