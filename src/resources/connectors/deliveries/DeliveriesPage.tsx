import { DeliveryList } from './DeliveryList'
import { OfConnector } from './OfConnector'

/** Deliveries of a connector: a page of servers that tell of each. */
export default function DeliveriesPage() {
  return <OfConnector>{(connector) => <DeliveryList key={connector.id} connector={connector} />}</OfConnector>
}
