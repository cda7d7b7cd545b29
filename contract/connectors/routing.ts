import { isOfType, type Message } from '../messages'
import type { Connector } from './connector'

/** Why a message may not trigger a connector. */
const MISMATCHES = ['disabled', 'direction', 'trigger', 'tag'] as const
export type Mismatch = (typeof MISMATCHES)[number]

type Routed = Pick<Connector, 'enabled' | 'direction' | 'triggers'> & { tags: readonly { id: string }[] }
type Tagged = { tags: readonly { id: string }[] }

/** Tags that a connector and a device share. */
export const sharedTags = <Tag extends { id: string }>(
  connector: { tags: readonly Tag[] },
  device: Tagged,
): Tag[] => connector.tags.filter(({ id }) => device.tags.some((tag) => tag.id === id))

/**
 * All reasons why a message of a device does not trigger a connector. None if it does: the connector is enabled, is for the message's
 * direction and type, and shares a tag with the device. Rules, "Connectors".
 */
export function mismatchesOf(
  connector: Routed,
  { type, direction }: Pick<Message, 'type' | 'direction'>,
  device: Tagged,
): Mismatch[] {
  const fits: Record<Mismatch, boolean> = {
    disabled: connector.enabled,
    direction: connector.direction === direction,
    trigger: isOfType(type, connector.triggers),
    tag: sharedTags(connector, device).length > 0,
  }
  return MISMATCHES.filter((reason) => !fits[reason])
}

/** Whether a connector is only for the alerts of rules that name it: no message can trigger it. */
export const isForAlerts = ({ triggers }: { triggers: readonly unknown[] }): boolean => triggers.length === 0

/** The first of these reasons; null if the message triggers the connector. */
export const mismatchOf = (...route: Parameters<typeof mismatchesOf>): Mismatch | null =>
  mismatchesOf(...route)[0] ?? null
