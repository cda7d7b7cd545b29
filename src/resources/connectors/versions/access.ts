import { type Connector, VERSIONS_CAPABILITY } from '#contract/connectors'
import { useCapability } from '../../../config'
import { usePermission } from '../../../dataProvider/account'
import { useAddresses } from '../../../dataProvider/SpaceProvider'

/** Whether the server offers versions and the person may read them; they are part of the audit log. */
export function useReadsVersions(): boolean {
  const isOffered = useCapability(VERSIONS_CAPABILITY)
  const mayRead = usePermission('space:audit:read')
  return isOffered && mayRead
}

/** Address of a version of the code, or of all versions; it opens over the current code. */
export function useVersionAddress(id: Connector['id']) {
  const { record } = useAddresses()
  return (version: number | 'all') => record('connectors', id, { tab: 'advanced', version: String(version) })
}
