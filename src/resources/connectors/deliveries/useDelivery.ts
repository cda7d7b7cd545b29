import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { Delivery } from '#contract/connectors'
import { useSpaceport } from '../../../dataProvider/useSpaceport'

/** Time between two looks at a delivery that is under way, in milliseconds. */
const POLL_INTERVAL = 2000

type DeliveryRef = Pick<Delivery, 'connector_id' | 'id'>

/** A delivery with its attempts; it is looked at again for as long as it is under way and the page is seen. */
export function useDelivery({ connector_id, id }: DeliveryRef) {
  const { getDelivery } = useSpaceport()
  return useQuery({
    queryKey: ['deliveries', 'detail', connector_id, id],
    queryFn: ({ signal }) => getDelivery(connector_id, id, signal),
    refetchInterval: ({ state }) => state.data?.state === 'pending' && POLL_INTERVAL,
  })
}

/** Asks for all deliveries that are shown again, after some of them were changed. */
export function useRefetchDeliveries() {
  const queryClient = useQueryClient()
  return () => queryClient.invalidateQueries({ queryKey: ['deliveries'] })
}

/** Whether an attempt is being made, or is about to be. */
export const isUnderWay = ({ state, next_attempt_at }: Delivery, now: number): boolean =>
  state === 'pending' && next_attempt_at !== null && Date.parse(next_attempt_at) <= now
