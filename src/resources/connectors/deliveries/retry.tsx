import RetryIcon from '@mui/icons-material/Replay'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useListContext } from 'react-admin'
import { z } from 'zod'
import { connectorsApi, type Delivery } from '#contract/connectors'
import { ConfirmDialog, ReasonButton, useFailureToast } from '../../../components/page'
import { readChoices } from '../../../components/table/address'
import { toast } from '../../../components/toast/toasts'
import { usePermission } from '../../../dataProvider/account'
import { useSpaceport } from '../../../dataProvider/queries'
import { resolveRanges } from '../../../dataProvider/ranges'
import { type MessageKey } from '../../../i18n/translate'
import { msg, useTranslate } from './texts'

/** Fetches all visible deliveries again. */
function useRefetchDeliveries() {
  const queryClient = useQueryClient()
  return () => queryClient.invalidateQueries({ queryKey: ['deliveries'] })
}

/** Why a delivery cannot be retried; null when it can. */
function obstacleOf({ state, message_type, alert, test }: Delivery): MessageKey | null {
  if (test && !alert) return msg('connectors.deliveries.retry.test')
  if (state === 'pending' || state === 'delivered') return msg(`connectors.deliveries.retry.${state}`)
  return message_type === null && !alert ? msg('connectors.deliveries.retry.gone') : null
}

interface RetryButtonProps {
  delivery: Delivery
  /** Name of the delivery, for a button that shows only its icon. */
  label?: string
}

/** Retries a delivery that failed or was cancelled. */
export function RetryButton({ delivery, label }: RetryButtonProps) {
  const translate = useTranslate()
  const canUpdate = usePermission('space:connector:update')
  const { ask } = useSpaceport()
  const refetch = useRefetchDeliveries()
  const { mutate, isPending } = useMutation({
    mutationFn: () =>
      ask(connectorsApi.retry, {
        params: { connectorId: delivery.connector_id, deliveryId: delivery.id },
      }),
    onSuccess: () => toast({ kind: 'success', title: translate('connectors.deliveries.retry.done') }),
    onError: useFailureToast(),
    onSettled: () => void refetch(),
  })
  const reason = obstacleOf(delivery) ?? (canUpdate ? null : 'common.notPermitted')
  const props = { reason: reason && translate(reason), loading: isPending, onClick: () => mutate() }
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

const isoTime = z.string().optional().catch(undefined)
const timeSchema = z
  .object({ start: isoTime, end: isoTime })
  .transform(({ start, end }) => ({ ...(start && { after: start }), ...(end && { before: end }) }))

/** What a filter allows at this moment besides states: the times of an attempt, in ISO, and replays. */
function whichOf(filter: Record<string, unknown>) {
  const replays = readChoices(filter.replay_id)
  const time = timeSchema.safeParse(resolveRanges(filter).attempted_at).data ?? {}
  return { ...time, ...(replays && { replay_id: replays }) }
}

/** Retries all failed deliveries that match the list's filter, after it has counted them and asked. */
export function RetryAllButton({ connectorId }: { connectorId: string }) {
  const translate = useTranslate()
  const { filterValues } = useListContext()
  const canUpdate = usePermission('space:connector:update')
  const { ask } = useSpaceport()
  const refetch = useRefetchDeliveries()
  const showFailure = useFailureToast()
  const [found, setFound] = useState<number | null>(null)

  const states = readChoices(filterValues.state)
  const obstacle =
    states && !states.includes('failed') ? msg('connectors.deliveries.retryAll.noFailed') : null
  const reason = canUpdate ? obstacle : 'common.notPermitted'

  const params = { connectorId }
  const { mutate: countFailed, isPending: isCounting } = useMutation({
    mutationFn: () =>
      ask(connectorsApi.deliveryCount, { params, query: { ...whichOf(filterValues), state: ['failed'] } }),
    onSuccess: ({ count }) => {
      if (count === 0) toast({ kind: 'info', title: translate('connectors.deliveries.retryAll.none') })
      else setFound(count)
    },
    onError: showFailure,
  })
  const retryAll = async () => {
    try {
      const { count } = await ask(connectorsApi.retryAll, { params, body: whichOf(filterValues) })
      toast({
        kind: 'success',
        title: translate('connectors.deliveries.retryAll.done', { smart_count: count }),
      })
    } catch (error) {
      showFailure(error)
    }
    await refetch()
    setFound(null)
  }
  const values = { smart_count: found ?? 0 }
  return (
    <>
      <ReasonButton
        reason={reason && translate(reason)}
        variant="outlined"
        loading={isCounting}
        onClick={() => countFailed()}
      >
        {translate('connectors.deliveries.retryAll.label')}
      </ReasonButton>
      <ConfirmDialog
        open={found !== null}
        title={translate('connectors.deliveries.retryAll.title', values)}
        confirmLabel={translate('connectors.deliveries.retry.label')}
        onConfirm={retryAll}
        onClose={() => setFound(null)}
      >
        {translate('connectors.deliveries.retryAll.text', values)}{' '}
        {filterValues.attempted_at !== undefined && translate('connectors.deliveries.retryAll.ofTime')}
        {filterValues.replay_id !== undefined && translate('connectors.deliveries.retryAll.ofReplay')}
      </ConfirmDialog>
    </>
  )
}
