import { MUTES_CAPABILITY } from '#contract/alerts/capability'
import { CONFIGURATION_CAPABILITY } from '#contract/devices'
import { useCapability } from '../../config'
import { ORDER_KINDS } from './order'

/** What the server can order. */
export function useOrderKinds() {
  const hasSettings = useCapability(CONFIGURATION_CAPABILITY)
  const hasMutes = useCapability(MUTES_CAPABILITY)
  return ORDER_KINDS.filter((kind) => (kind !== 'settings' || hasSettings) && (kind !== 'mute' || hasMutes))
}
