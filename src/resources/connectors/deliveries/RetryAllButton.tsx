import { useState } from 'react'
import { useListContext } from 'react-admin'
import { ConfirmDialog, ReasonButton, useFailureToast } from '../../../components/page'
import { readChoices } from '../../../components/table/address'
import { toast } from '../../../components/toast/toasts'
import { usePermission } from '../../../dataProvider/account'
import { useTranslate } from '../../../i18n/translate'
import { useRetryAll } from './useRetryAll'

/** Tries all failed deliveries again that the list's filter lets through. Their number is asked for and shown first. */
export function RetryAllButton({ connectorId }: { connectorId: string }) {
  const translate = useTranslate()
  const { filterValues } = useListContext()
  const canUpdate = usePermission('space:connector:update')
  const showFailure = useFailureToast()
  const { isOfTime, count, retryAll } = useRetryAll(connectorId, filterValues)
  const [isCounting, setCounting] = useState(false)
  const [found, setFound] = useState<number | null>(null)

  const states = readChoices(filterValues.state)
  const obstacle = states && !states.includes('failed') ? 'connectors.deliveries.retryAll.noFailed' : null
  const reason = canUpdate ? obstacle : 'common.notPermitted'

  const ask = async () => {
    setCounting(true)
    try {
      const number = await count()
      if (number === 0) toast({ kind: 'info', title: translate('connectors.deliveries.retryAll.none') })
      else if (Number.isFinite(number)) setFound(number)
    } catch (error) {
      showFailure(error)
    } finally {
      setCounting(false)
    }
  }
  const confirm = async () => {
    await retryAll()
    setFound(null)
  }
  const text = (key: string) =>
    translate(`connectors.deliveries.retryAll.${key}`, { smart_count: found ?? 0 })
  return (
    <>
      <ReasonButton
        reason={reason && translate(reason)}
        variant="outlined"
        loading={isCounting}
        onClick={() => void ask()}
      >
        {text('label')}
      </ReasonButton>
      <ConfirmDialog
        open={found !== null}
        title={text('title')}
        confirmLabel={text('confirm')}
        onConfirm={confirm}
        onClose={() => setFound(null)}
      >
        {text('text')} {isOfTime && text('ofTime')}
      </ConfirmDialog>
    </>
  )
}
