import { connectorsApi } from '#contract/connectors'
import { useConfig } from '../../config'

/** Whether the server tells of each delivery. */
export const useListsDeliveries = () => useConfig().capabilities.includes(connectorsApi.deliveries.capability)

/** Address of one delivery, on a server that tells of each. */
export const deliveryLink = (spaceId: string, connectorId: string, deliveryId: string) =>
  `/space/${spaceId}/connectors/${connectorId}/deliveries/${deliveryId}`
