import { useSpaceId } from '../../dataProvider/SpaceProvider'

/** Addresses of one connector's pages. */
export function useConnectorLinks(connectorId: string) {
  const detail = `/space/${useSpaceId()}/connectors/${connectorId}`
  return { detail, edit: `${detail}?edit=true`, deliveries: `${detail}/deliveries` }
}
