import RetryIcon from '@mui/icons-material/Replay'
import SendIcon from '@mui/icons-material/Send'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useListContext } from 'react-admin'
import { z } from 'zod'
import { connectorsApi, type Delivery, SEND_CAPABILITY } from '#contract/connectors'
import { ConfirmDialog, ReasonButton, useFailureToast } from '../../../components/page'
import { readChoices } from '../../../components/table/address'
import { useSelectedRows } from '../../../components/table/selection/useSelectedRows'
import { toast } from '../../../components/toast/toasts'
import { useCapability } from '../../../config'
import { usePermission } from '../../../dataProvider/account'
import { useAnswers } from '../../../dataProvider/answers'
import { useSpaceport } from '../../../dataProvider/queries'
import { resolveRanges } from '../../../dataProvider/ranges'
import { type MessageKey } from '../../../i18n/translate'
import { msg, useTranslate } from './texts'

/** Reloads all visible deliveries, and the operation of their connector. */
function useRefetchDeliveries() {
  const { invalidate } = useAnswers()
  return () => invalidate(connectorsApi.deliveries, connectorsApi.delivery, connectorsApi.operation)
}

/** Why a delivery cannot be retried; null if it can. */
function obstacleOf({ state, message_type, alert, test }: Delivery): MessageKey | null {
  if (test && !alert) return msg('connectors.deliveries.retry.test')
  if (state === 'pending' || state === 'delivered') return msg(`connectors.deliveries.retry.${state}`)
  return message_type === null && !alert ? msg('connectors.deliveries.retry.gone') : null
}

interface RetryButtonProps {
  delivery: Delivery
  /** Name of the delivery, for a button with only an icon. */
  label?: string
}

/** Sends waiting deliveries now: some of a connector, or all. */
export function useSendNow(connectorId: string) {
  const translate = useTranslate()
  const { ask } = useSpaceport()
  const refetch = useRefetchDeliveries()
  return useMutation({
    mutationFn: (ids?: readonly string[]) =>
      ask(connectorsApi.send, { params: { connectorId }, body: ids ? { delivery_id: [...ids] } : {} }),
    onSuccess: ({ count }) =>
      toast({
        kind: count > 0 ? 'success' : 'info',
        title: translate(
          count > 0 ? 'connectors.deliveries.sendAll.done' : 'connectors.deliveries.sendAll.none',
          {
            smart_count: count,
          },
        ),
      }),
    onError: useFailureToast(),
    onSettled: () => void refetch(),
  })
}

/** Retries a failed or cancelled delivery, or sends a waiting one now. */
export function RetryButton({ delivery, label }: RetryButtonProps) {
  const translate = useTranslate()
  const canUpdate = usePermission('space:connector:update')
  const isSent = useCapability(SEND_CAPABILITY) && delivery.state === 'pending' && !delivery.test
  const { ask } = useSpaceport()
  const refetch = useRefetchDeliveries()
  const retry = useMutation({
    mutationFn: () =>
      ask(connectorsApi.retry, {
        params: { connectorId: delivery.connector_id, deliveryId: delivery.id },
      }),
    onSuccess: () => toast({ kind: 'success', title: translate('connectors.deliveries.retry.done') }),
    onError: useFailureToast(),
    onSettled: () => void refetch(),
  })
  const send = useSendNow(delivery.connector_id)
  const reason = (isSent ? null : obstacleOf(delivery)) ?? (canUpdate ? null : 'common.notPermitted')
  const props = {
    reason: reason && translate(reason),
    loading: retry.isPending || send.isPending,
    onClick: () => (isSent ? send.mutate([delivery.id]) : retry.mutate()),
  }
  const texts = isSent ? 'send' : 'retry'
  const Icon = isSent ? SendIcon : RetryIcon
  if (label === undefined)
    return (
      <ReasonButton {...props} variant="contained" startIcon={<Icon />}>
        {translate(`connectors.deliveries.${texts}.label`)}
      </ReasonButton>
    )
  return (
    <ReasonButton
      {...props}
      size="small"
      color="inherit"
      aria-label={translate(`connectors.deliveries.${texts}.of`, { label })}
      sx={{ minWidth: 0, p: 0.5 }}
    >
      <Icon fontSize="small" />
    </ReasonButton>
  )
}

/** Sends the waiting deliveries among the selected ones now. */
export function SendSelected({ connectorId }: { connectorId: string }) {
  const translate = useTranslate()
  const canUpdate = usePermission('space:connector:update')
  const { selected } = useSelectedRows<Delivery>()
  const { mutate, isPending } = useSendNow(connectorId)
  const waiting = selected.filter(({ state, test }) => state === 'pending' && !test).map(({ id }) => id)
  const obstacle = waiting.length === 0 ? msg('connectors.deliveries.sendAll.none') : null
  const reason = canUpdate ? obstacle : 'common.notPermitted'
  return (
    <ReasonButton
      reason={reason && translate(reason)}
      size="small"
      loading={isPending}
      startIcon={<SendIcon />}
      onClick={() => mutate(waiting)}
    >
      {translate('connectors.deliveries.send.label')}
    </ReasonButton>
  )
}

const isoTime = z.string().optional().catch(undefined)
const timeSchema = z
  .object({ start: isoTime, end: isoTime })
  .transform(({ start, end }) => ({ ...(start && { after: start }), ...(end && { before: end }) }))

/** Current value of the filter without states: times of an attempt, in ISO, and replays. */
function whichOf(filter: Record<string, unknown>) {
  const replays = readChoices(filter.replay_id)
  const time = timeSchema.safeParse(resolveRanges(filter).attempted_at).data ?? {}
  return { ...time, ...(replays && { replay_id: replays }) }
}

/** Actions on all deliveries of a state. */
const ALL = {
  retryAll: { call: connectorsApi.retryAll, state: 'failed', confirm: 'retry' },
  sendAll: { call: connectorsApi.send, state: 'pending', confirm: 'send' },
} as const

interface AllButtonProps {
  connectorId: string
  /** Set if only deliveries of one device are listed. */
  deviceId: string | undefined
  /** Retries failed deliveries, or sends waiting ones. */
  kind: keyof typeof ALL
}

/** Retries or sends all deliveries that match the filter. It counts them and asks for confirmation first. */
export function AllButton({ connectorId, deviceId, kind }: AllButtonProps) {
  const translate = useTranslate()
  const { filterValues } = useListContext()
  const canUpdate = usePermission('space:connector:update')
  const { ask } = useSpaceport()
  const refetch = useRefetchDeliveries()
  const showFailure = useFailureToast()
  const [found, setFound] = useState<number | null>(null)
  const close = () => setFound(null)
  const { call, state, confirm } = ALL[kind]

  const states = readChoices(filterValues.state)
  const obstacle = states && !states.includes(state) ? msg(`connectors.deliveries.${kind}.leftOut`) : null
  const reason = canUpdate ? obstacle : 'common.notPermitted'

  const params = { connectorId }
  const which = () => ({ ...whichOf(filterValues), ...(deviceId && { device_id: deviceId }) })
  const { mutate: countAll, isPending: isCounting } = useMutation({
    mutationFn: () => ask(connectorsApi.deliveryCount, { params, query: { ...which(), state: [state] } }),
    onSuccess: ({ count }) => {
      if (count === 0) toast({ kind: 'info', title: translate(`connectors.deliveries.${kind}.none`) })
      else setFound(count)
    },
    onError: showFailure,
  })
  const run = async () => {
    try {
      const { count } = await ask(call, { params, body: which() })
      const title = translate(`connectors.deliveries.${kind}.done`, { smart_count: count })
      toast({ kind: 'success', title })
    } catch (error) {
      showFailure(error)
    }
    await refetch()
    close()
  }
  const values = { smart_count: found ?? 0 }
  return (
    <>
      <ReasonButton
        reason={reason && translate(reason)}
        variant="outlined"
        loading={isCounting}
        onClick={() => countAll()}
      >
        {translate(`connectors.deliveries.${kind}.label`)}
      </ReasonButton>
      <ConfirmDialog
        open={found !== null}
        title={translate(`connectors.deliveries.${kind}.title`, values)}
        confirmLabel={translate(`connectors.deliveries.${confirm}.label`)}
        onConfirm={run}
        onClose={close}
        isHarmless
      >
        {[
          translate(`connectors.deliveries.${kind}.text`, values),
          filterValues.attempted_at !== undefined && translate('connectors.deliveries.retryAll.ofTime'),
          filterValues.replay_id !== undefined && translate('connectors.deliveries.retryAll.ofReplay'),
          deviceId !== undefined && translate('connectors.deliveries.retryAll.ofDevice'),
        ]
          .filter(Boolean)
          .join(' ')}
      </ConfirmDialog>
    </>
  )
}
