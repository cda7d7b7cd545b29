import { useSpaceId } from '../../dataProvider/SpaceProvider'

/** Addresses of one connector's pages, and of the list. */
export function useConnectorLinks(connectorId: string) {
  const list = `/space/${useSpaceId()}/connectors`
  const detail = `${list}/${connectorId}`
  return { list, detail, edit: `${detail}?edit=true`, deliveries: `${detail}/deliveries` }
}
