import type { Message } from '../messages'
import type { Connector, Trigger } from './connector'

/** Why a message does not trigger a connector; the first that applies. */
export type Mismatch = 'disabled' | 'direction' | 'trigger' | 'tag'

type Routed = Pick<Connector, 'enabled' | 'direction' | 'triggers'> & { tags: readonly { id: string }[] }
type Tagged = { tags: readonly { id: string }[] }

/** Whether a trigger names a type of message. */
const names = (trigger: Trigger, type: Message['type']) =>
  trigger === type || (trigger === 'codec' && (type === 'encoder' || type === 'decoder'))

/** Tags of a connector that a device has as well. */
export const sharedTags = <Tag extends { id: string }>(
  connector: { tags: readonly Tag[] },
  device: Tagged,
): Tag[] => connector.tags.filter(({ id }) => device.tags.some((tag) => tag.id === id))

/**
 * Why a message of a device does not trigger a connector; null when it does: the connector is enabled, is for the
 * message's direction and type, and shares a tag with the device. Facts, "The connector job".
 */
export function mismatchOf(
  connector: Routed,
  { type, direction }: Pick<Message, 'type' | 'direction'>,
  device: Tagged,
): Mismatch | null {
  if (!connector.enabled) return 'disabled'
  if (connector.direction !== direction) return 'direction'
  if (!connector.triggers.some((trigger) => names(trigger, type))) return 'trigger'
  return sharedTags(connector, device).length > 0 ? null : 'tag'
}
