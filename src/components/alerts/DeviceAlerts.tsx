import { AlertTitle, Link, Alert as Notice } from '@mui/material'
import { Link as RouterLink } from 'react-router-dom'
import type { Alert } from '#contract/alerts'
import { useAddresses } from '../../dataProvider/SpaceProvider'
import { Lasting, WorstText } from './cells'
import { Sentence } from './Sentence'
import { useTranslate } from './texts'
import { useAlertsOf } from './useAlerts'

/** What is so of the device: since when, and its worst value. */
function Evidence({ alert, deviceId }: { alert: Alert; deviceId: string }) {
  const translate = useTranslate()
  const own = alert.devices.find(({ device_id, ended_at }) => device_id === deviceId && ended_at === null)
  if (!own) return null
  return (
    <>
      {', '}
      <span>
        {translate('alerts.banner.since')} <Lasting from={own.since} until={null} />
      </span>
      {own.worst !== null && (
        <>
          {' ('}
          <WorstText episode={own} />
          {')'}
        </>
      )}
    </>
  )
}

/** The open alerts of a device; nothing while there is none. */
export default function DeviceAlerts({ deviceId }: { deviceId: string }) {
  const translate = useTranslate()
  const addresses = useAddresses()
  const { data = [] } = useAlertsOf(deviceId, 'open')
  if (data.length === 0) return null
  return (
    <Notice
      severity="warning"
      sx={{ mb: 3, '& .MuiAlert-message': { minWidth: 0, overflowWrap: 'anywhere' } }}
    >
      <AlertTitle>{translate('alerts.banner.title', { smart_count: data.length })}</AlertTitle>
      {data.map((alert) => (
        <div key={alert.id}>
          <Link component={RouterLink} to={addresses.record('alerts', alert.id)} color="inherit">
            {alert.rule_name}
          </Link>
          <Evidence alert={alert} deviceId={deviceId} />. <Sentence condition={alert.condition} />.
        </div>
      ))}
      <Link component={RouterLink} to={addresses.list('alerts', { deviceId })} color="inherit">
        {translate('alerts.banner.all')}
      </Link>
    </Notice>
  )
}
