import { useState } from 'react'
import { type Alert, alertsApi } from '#contract/alerts'
import { ALERT_ASSIGNMENT_CAPABILITY } from '#contract/alerts/capability'
import { useCapability } from '../../config'
import { useKnownPermission } from '../../dataProvider/account'
import { useAcknowledgeMode } from '../address/addressMode'
import { lazyPart, PartFrame } from '../lazyPart'
import { PermissionButton } from '../page'
import { useTranslate } from './texts'

const AcknowledgeDialog = lazyPart(() => import('./AcknowledgeDialog'))

const PERMISSION = alertsApi.acknowledge.permission

/** Whether the alert is open and not acknowledged. */
const isWaiting = ({ acknowledged_at, ended_at }: Alert) => acknowledged_at === null && ended_at === null

function Dialog({ alert, onClose }: { alert: Alert; onClose: () => void }) {
  return (
    <PartFrame onClose={onClose}>
      <AcknowledgeDialog seen={alert} onClose={onClose} />
    </PartFrame>
  )
}

/** Acknowledges an alert from a list. The typed note stays if somebody else acknowledges it meanwhile. */
export function AcknowledgeButton({ alert }: { alert: Alert }) {
  const translate = useTranslate()
  const [asked, setAsked] = useState<Alert>()
  return (
    <>
      {isWaiting(alert) && (
        <PermissionButton
          permission={PERMISSION}
          variant="outlined"
          size="small"
          aria-label={translate('alerts.acknowledge.of', { name: alert.rule_name })}
          onClick={() => setAsked(alert)}
        >
          {translate('alerts.acknowledge.action')}
        </PermissionButton>
      )}
      {asked && <Dialog alert={asked} onClose={() => setAsked(undefined)} />}
    </>
  )
}

/** Assigns an alert that somebody has acknowledged to another person. */
export function AssignButton({ alert }: { alert: Alert }) {
  const translate = useTranslate()
  const isOffered = useCapability(ALERT_ASSIGNMENT_CAPABILITY)
  const [asked, setAsked] = useState<Alert>()
  return (
    <>
      {isOffered && alert.acknowledged_at !== null && alert.ended_at === null && (
        <PermissionButton permission={PERMISSION} variant="outlined" onClick={() => setAsked(alert)}>
          {translate('alerts.assign.action')}
        </PermissionButton>
      )}
      {asked && <Dialog alert={asked} onClose={() => setAsked(undefined)} />}
    </>
  )
}

/** The same as the main button on the alert's page. */
export function AcknowledgeMainButton({ alert }: { alert: Alert }) {
  const translate = useTranslate()
  const { acknowledging, startAcknowledging, stopAcknowledging } = useAcknowledgeMode()
  const isPermitted = useKnownPermission(PERMISSION)
  const [seen] = useState(alert)
  return (
    <>
      {isWaiting(alert) && (
        <PermissionButton permission={PERMISSION} variant="contained" onClick={startAcknowledging}>
          {translate('alerts.acknowledge.action')}
        </PermissionButton>
      )}
      {acknowledging && isPermitted && isWaiting(seen) && <Dialog alert={seen} onClose={stopAcknowledging} />}
    </>
  )
}
