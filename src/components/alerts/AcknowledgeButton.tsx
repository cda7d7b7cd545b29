import { useState } from 'react'
import { type Alert, alertsApi } from '#contract/alerts'
import { useKnownPermission } from '../../dataProvider/account'
import { useAcknowledgeMode } from '../address/addressMode'
import { lazyPart, PartFrame } from '../lazyPart'
import { PermissionButton } from '../page'
import { useTranslate } from './texts'

const AcknowledgeDialog = lazyPart(() => import('./AcknowledgeDialog'))

const PERMISSION = alertsApi.acknowledge.permission

/** Nobody looks after it yet. */
const isWaiting = ({ acknowledged_at, ended_at }: Alert) => acknowledged_at === null && ended_at === null

function Dialog({ alert, onClose }: { alert: Alert; onClose: () => void }) {
  return (
    <PartFrame onClose={onClose}>
      <AcknowledgeDialog seen={alert} onClose={onClose} />
    </PartFrame>
  )
}

/** Says, in a list, that somebody looks after an alert. What is typed stays when somebody else does meanwhile. */
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

/** The same on the page of the alert, as the main thing to do there. */
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
