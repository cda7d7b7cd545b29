import { useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useLocale } from 'react-admin'
import type { Delivery } from '#contract/connectors'
import { formatTime } from '../../../components/page/TimeText'
import { useSpaceport } from '../../../dataProvider/useSpaceport'
import { useTranslate } from '../../../i18n/translate'

/** Interval between requests for a pending delivery, in milliseconds. */
const POLL_INTERVAL = 2000

/** A delivery with its attempts, fetched again while it is pending and the page is visible. */
export function useDelivery({ connector_id, id }: Pick<Delivery, 'connector_id' | 'id'>) {
  const { getDelivery } = useSpaceport()
  return useQuery({
    queryKey: ['deliveries', 'detail', connector_id, id],
    queryFn: ({ signal }) => getDelivery(connector_id, id, signal),
    refetchInterval: ({ state }) => state.data?.state === 'pending' && POLL_INTERVAL,
  })
}

/** The name of a delivery: the type of its message, the device and the time. */
export function useDeliveryName() {
  const translate = useTranslate()
  const locale = useLocale()
  return useCallback(
    ({ message_type, device_name, created_at }: Delivery) =>
      translate('connectors.deliveries.rowLabel', {
        type: message_type
          ? translate(`messages.types.${message_type}`)
          : translate('connectors.deliveries.message'),
        device: device_name,
        time: formatTime(Date.parse(created_at), locale),
      }),
    [translate, locale],
  )
}
