import { AlertTitle, Link, Alert as Notice } from '@mui/material'
import { Link as RouterLink } from 'react-router-dom'
import type { Alert } from '#contract/alerts'
import { useAddresses } from '../../dataProvider/SpaceProvider'
import { Lasting, WorstText } from './cells'
import { foundIn } from './episodes'
import { Sentence } from './Sentence'
import { useTranslate } from './texts'
import { type AlertSubject, filterOfSubject, useAlertsOf } from './useAlerts'

/** What is so of the device or connector: since when, and its worst value. */
function Evidence({ alert, id }: { alert: Alert; id: string }) {
  const translate = useTranslate()
  const own = foundIn(alert).find((one) => one.id === id && one.ended_at === null)
  if (!own) return null
  return (
    <>
      <span>{', '}</span>
      <span>
        {translate('alerts.banner.since')} <Lasting from={own.since} until={null} />
      </span>
      {own.worst !== null && (
        <>
          <span>{' ('}</span>
          <WorstText episode={own} />
          <span>{')'}</span>
        </>
      )}
    </>
  )
}

interface OpenAlertsProps {
  of: AlertSubject
}

/** The open alerts of a device, or of a connector; nothing while there is none. */
export default function OpenAlerts({ of }: OpenAlertsProps) {
  const translate = useTranslate()
  const addresses = useAddresses()
  const { data = [] } = useAlertsOf(of, 'open')
  const all = 'deviceId' in of ? 'alerts.banner.all' : 'alerts.banner.allOfConnector'
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
          <Evidence alert={alert} id={'deviceId' in of ? of.deviceId : of.connectorId} />.{' '}
          <Sentence condition={alert.condition} />.
          {alert.acknowledged_at !== null && (
            <>
              {' '}
              <span>
                {translate('alerts.lookedAfter', {
                  name: alert.acknowledged_by ?? translate('alerts.someone'),
                })}
              </span>
            </>
          )}
        </div>
      ))}
      <Link
        component={RouterLink}
        to={addresses.list('alerts', { filter: filterOfSubject(of) })}
        color="inherit"
      >
        {translate(all)}
      </Link>
    </Notice>
  )
}
