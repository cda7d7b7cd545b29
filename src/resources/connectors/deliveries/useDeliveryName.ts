import { useCallback } from 'react'
import { useLocale } from 'react-admin'
import type { Delivery } from '#contract/connectors'
import { formatTime } from '../../../components/page/TimeText'
import { useTranslate } from '../../../i18n/translate'

/** What a delivery is called: the type of its message, the device and the time. */
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
