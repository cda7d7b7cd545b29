import { type Connector, VERSIONS_CAPABILITY } from '#contract/connectors'
import { useCapability } from '../../../config'
import { usePermission } from '../../../dataProvider/account'
import { useAddresses } from '../../../dataProvider/SpaceProvider'

/** Whether the server tells this person what code a connector had: it is of the audit log. */
export function useReadsVersions(): boolean {
  const isOffered = useCapability(VERSIONS_CAPABILITY)
  const mayRead = usePermission('space:audit:read')
  return isOffered && mayRead
}

/** Where a version of a connector's code is, or all of them: over the code that it has now. */
export function useVersionAddress(id: Connector['id']) {
  const { record } = useAddresses()
  return (version: number | 'all') => record('connectors', id, { tab: 'advanced', version: String(version) })
}
