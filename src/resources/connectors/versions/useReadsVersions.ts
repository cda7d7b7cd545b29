import { VERSIONS_CAPABILITY } from '#contract/connectors'
import { useCapability } from '../../../config'
import { usePermission } from '../../../dataProvider/account'

/** Whether the server tells this person what code a connector had: it is of the audit log. */
export function useReadsVersions(): boolean {
  const isOffered = useCapability(VERSIONS_CAPABILITY)
  const mayRead = usePermission('space:audit:read')
  return isOffered && mayRead
}
