import { useState } from 'react'
import { type Alert, alertsApi } from '#contract/alerts'
import { lazyPart, PartFrame } from '../lazyPart'
import { PermissionButton } from '../page'
import { useAcknowledgeMode } from '../page/addressMode'
import { useTranslate } from './texts'

const AcknowledgeDialog = lazyPart(() => import('./AcknowledgeDialog'))

interface Acknowledged {
  alert: Pick<Alert, 'id' | 'rule_name'>
}

function Dialog({ alert, onClose }: Acknowledged & { onClose: () => void }) {
  return (
    <PartFrame onClose={onClose}>
      <AcknowledgeDialog alert={alert} onClose={onClose} />
    </PartFrame>
  )
}

/** Says, in a list, that somebody looks after an alert. */
export function AcknowledgeButton({ alert }: Acknowledged) {
  const translate = useTranslate()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <PermissionButton
        permission={alertsApi.acknowledge.permission}
        variant="outlined"
        size="small"
        aria-label={translate('alerts.acknowledge.of', { name: alert.rule_name })}
        onClick={() => setOpen(true)}
      >
        {translate('alerts.acknowledge.action')}
      </PermissionButton>
      {isOpen && <Dialog alert={alert} onClose={() => setOpen(false)} />}
    </>
  )
}

/** The same on the page of the alert, as the main thing to do there. */
export function AcknowledgeMainButton({ alert }: Acknowledged) {
  const translate = useTranslate()
  const { acknowledging, startAcknowledging, stopAcknowledging } = useAcknowledgeMode()
  return (
    <>
      <PermissionButton
        permission={alertsApi.acknowledge.permission}
        variant="contained"
        onClick={startAcknowledging}
      >
        {translate('alerts.acknowledge.action')}
      </PermissionButton>
      {acknowledging && <Dialog alert={alert} onClose={stopAcknowledging} />}
    </>
  )
}
