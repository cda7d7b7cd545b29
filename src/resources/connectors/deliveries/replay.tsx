import ReplayIcon from '@mui/icons-material/HistoryOutlined'
import { Link } from '@mui/material'
import { Link as RouterLink } from 'react-router-dom'
import { formatSpan, formatTime, useClock } from '../../../clock'
import { isMissing } from '../../../dataProvider/client'
import { useAddresses } from '../../../dataProvider/SpaceProvider'
import { useReplay } from '../replays/useReplays'
import { useDelivery } from './cells'
import { useTranslate } from './texts'

/** Marks a delivery of a replay in a list. */
export function ReplayMark() {
  const translate = useTranslate()
  const title = translate('connectors.deliveries.replay')
  return <ReplayIcon titleAccess={title} sx={{ fontSize: 16, ml: 0.75, verticalAlign: 'text-bottom' }} />
}

/** Link to the replay of a delivery. */
export function ReplayLink({ connectorId, replayId }: { connectorId: string; replayId: string }) {
  const translate = useTranslate()
  const clock = useClock()
  const { record } = useAddresses()
  const { data, error } = useReplay(connectorId, replayId)
  if (!data) return <span>{isMissing(error) ? translate('connectors.deliveries.gone') : '…'}</span>
  const span = formatSpan(Date.parse(data.after), Date.parse(data.before), clock)
  return (
    <Link component={RouterLink} to={record('connectors', connectorId)} underline="hover">
      {translate('connectors.deliveries.replayOf', { span })}
    </Link>
  )
}

/** Link to the delivery that this one repeats. */
export function RepeatedLink({ connectorId, deliveryId }: { connectorId: string; deliveryId: string }) {
  const translate = useTranslate()
  const clock = useClock()
  const { delivery } = useAddresses()
  const { data, error } = useDelivery({ connector_id: connectorId, id: deliveryId })
  if (isMissing(error)) return <span>{translate('connectors.deliveries.gone')}</span>
  return (
    <Link component={RouterLink} to={delivery(connectorId, deliveryId)} underline="hover">
      {data
        ? translate('connectors.deliveries.repeatsOf', {
            time: formatTime(Date.parse(data.created_at), clock),
          })
        : deliveryId}
    </Link>
  )
}
