import { ALERTS_CAPABILITY } from '#contract/alerts/capability'
import { OPERATIONS_CAPABILITY } from '#contract/connectors'
import { useCapability } from '../../../config'
import type { Destination } from './destination'

/** Destinations that this server supports: some need alerts, others variables for functions. */
export function useOffered() {
  const hasAlerts = useCapability(ALERTS_CAPABILITY)
  const hasVariables = useCapability(OPERATIONS_CAPABILITY)
  return ({ group, fields }: Destination) =>
    (hasAlerts || group !== 'alerts') && (hasVariables || fields.every(({ kind }) => kind !== 'variable'))
}
