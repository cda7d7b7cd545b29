import OpenIcon from '@mui/icons-material/InfoOutlined'
import { IconButton, Link, styled } from '@mui/material'
import { Link as RouterLink } from 'react-router-dom'
import type { Delivery } from '#contract/connectors'
import { useAddresses } from '../../../dataProvider/SpaceProvider'
import { useTranslate } from '../../../i18n/translate'
import { RetryButton } from './RetryButton'
import { useDeliveryName } from './useDeliveryName'

/** Type of the message, which leads to it while it is kept. */
export function MessageLink({ delivery: { message_id, message_type } }: { delivery: Delivery }) {
  const translate = useTranslate()
  const to = useAddresses().record('messages', message_id)
  if (message_type === null) return translate('connectors.deliveries.messageGone')
  return (
    <Link component={RouterLink} to={to} underline="hover">
      {translate(`messages.types.${message_type}`)}
    </Link>
  )
}

/** Name of the device, which leads to it. */
export function DeviceLink({ delivery: { device_id, device_name } }: { delivery: Delivery }) {
  return (
    <Link component={RouterLink} to={useAddresses().record('devices', device_id)} underline="hover">
      {device_name}
    </Link>
  )
}

// The icons, not the edges of their buttons, stand under the title of the column.
const Icons = styled('div')({ display: 'flex', marginInline: -5 })

/** Leads to the delivery, and tries it again. */
export function RowActions({ delivery }: { delivery: Delivery }) {
  const label = useDeliveryName()(delivery)
  const open = useTranslate()('connectors.deliveries.open', { label })
  return (
    <Icons>
      <IconButton
        component={RouterLink}
        to={useAddresses().delivery(delivery.connector_id, delivery.id)}
        size="small"
        aria-label={open}
        title={open}
      >
        <OpenIcon fontSize="small" />
      </IconButton>
      <RetryButton delivery={delivery} label={label} />
    </Icons>
  )
}
