import { MUTES_CAPABILITY } from '#contract/alerts/capability'
import { useCapability } from '../../config'
import { ORDER_KINDS } from './order'

/** Name in `/config.json` of the configurations that devices report and are wished to have. */
export const CONFIGURATION_CAPABILITY = 'configuration'

/** What the server can order. */
export function useOrderKinds() {
  const hasSettings = useCapability(CONFIGURATION_CAPABILITY)
  const hasMutes = useCapability(MUTES_CAPABILITY)
  return ORDER_KINDS.filter((kind) => (kind !== 'settings' || hasSettings) && (kind !== 'mute' || hasMutes))
}
