import type { Delivery } from '#contract/connectors'
import { Loaded } from '../../../components/page'
import { Attempts } from './Attempts'
import { useDelivery } from './useDelivery'

/** What the row of a delivery expands to: every attempt. */
export function DeliveryDetails({ delivery }: { delivery: Delivery }) {
  return <Loaded query={useDelivery(delivery)}>{({ tries }) => <Attempts tries={tries} />}</Loaded>
}
