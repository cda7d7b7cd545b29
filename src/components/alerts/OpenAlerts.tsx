import { AlertTitle, Link, Alert as Notice } from '@mui/material'
import type { ReactNode } from 'react'
import { Link as RouterLink } from 'react-router-dom'
import type { Alert } from '#contract/alerts'
import { useAddresses } from '../../dataProvider/SpaceProvider'
import { Lasting, WorstText } from './cells'
import { assigneeOf, episodesOf, type SubjectEpisode } from './episodes'
import { Sentence } from './Sentence'
import { useTranslate } from './texts'
import { type AlertSubject, filterOfSubject, useAlertsOf } from './useAlerts'

/** The open episode of a device or connector. */
const stillSo = (alert: Alert, id: string) =>
  episodesOf(alert).find((one) => one.id === id && one.ended_at === null)

/** When the episode began, and its worst value. */
function Evidence({ own }: { own: SubjectEpisode }) {
  const translate = useTranslate()
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
  /** Shown in their place while they load. */
  place?: ReactNode
}

/** Open alerts with an open episode of a device or connector; nothing if there are none. */
export default function OpenAlerts({ of, place = null }: OpenAlertsProps) {
  const translate = useTranslate()
  const addresses = useAddresses()
  const { data = [], isLoading } = useAlertsOf(of, 'open')
  const id = 'deviceId' in of ? of.deviceId : of.connectorId
  const open = data.flatMap((alert) => {
    const own = stillSo(alert, id)
    return own ? [{ alert, own }] : []
  })
  const all = 'deviceId' in of ? 'alerts.banner.all' : 'alerts.banner.allOfConnector'
  if (isLoading) return place
  if (open.length === 0) return null
  return (
    <Notice
      severity="warning"
      sx={{ mb: 3, '& .MuiAlert-message': { minWidth: 0, overflowWrap: 'anywhere' } }}
    >
      <AlertTitle>{translate('alerts.banner.title', { smart_count: open.length })}</AlertTitle>
      {open.map(({ alert, own }) => (
        <div key={alert.id}>
          <Link component={RouterLink} to={addresses.record('alerts', alert.id)} color="inherit">
            {alert.rule_name}
          </Link>
          <Evidence own={own} />. <Sentence condition={alert.condition} />.
          {alert.acknowledged_at !== null && (
            <>
              {' '}
              <span>
                {translate('alerts.acknowledgedBy', {
                  name: assigneeOf(alert) ?? translate('alerts.someone'),
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
