import RetryIcon from '@mui/icons-material/Replay'
import { useState } from 'react'
import type { Delivery } from '#contract/connectors'
import { ReasonButton, useFailureToast, wasDenied } from '../../../components/page'
import { toast } from '../../../components/toast/toasts'
import { usePermission } from '../../../dataProvider/account'
import { useSpaceport } from '../../../dataProvider/useSpaceport'
import { useTranslate } from '../../../i18n/translate'
import { useRefetchDeliveries } from './useDelivery'

/** Why a delivery cannot be tried again, as a message key; null when it can. */
export function obstacleOf({ state, message_type }: Delivery): string | null {
  if (state === 'pending' || state === 'delivered') return `connectors.deliveries.retry.${state}`
  return message_type === null ? 'connectors.deliveries.retry.gone' : null
}

/** Tries a delivery again, and tells that it does. */
function useRetry({ connector_id, id }: Delivery) {
  const translate = useTranslate()
  const { retryDelivery } = useSpaceport()
  const refetch = useRefetchDeliveries()
  const showFailure = useFailureToast()
  const [isBusy, setBusy] = useState(false)
  const retry = async () => {
    setBusy(true)
    try {
      if (wasDenied(await retryDelivery(connector_id, id))) return
      toast({ kind: 'success', title: translate('connectors.deliveries.retry.done') })
    } catch (error) {
      showFailure(error)
    } finally {
      setBusy(false)
      void refetch()
    }
  }
  return { isBusy, retry }
}

interface RetryButtonProps {
  delivery: Delivery
  /** What the delivery is called, for a button that shows its icon alone. */
  label?: string
}

/** Tries a delivery again that has failed or was cancelled. */
export function RetryButton({ delivery, label }: RetryButtonProps) {
  const translate = useTranslate()
  const canUpdate = usePermission('space:connector:update')
  const { isBusy, retry } = useRetry(delivery)
  const obstacle = obstacleOf(delivery)
  const reason = obstacle ?? (canUpdate ? null : 'common.notPermitted')
  const props = { reason: reason && translate(reason), loading: isBusy, onClick: () => void retry() }
  if (label === undefined)
    return (
      <ReasonButton {...props} variant="contained" startIcon={<RetryIcon />}>
        {translate('connectors.deliveries.retry.label')}
      </ReasonButton>
    )
  return (
    <ReasonButton
      {...props}
      size="small"
      color="inherit"
      aria-label={translate('connectors.deliveries.retry.of', { label })}
      sx={{ minWidth: 0, p: 0.5 }}
    >
      <RetryIcon fontSize="small" />
    </ReasonButton>
  )
}
