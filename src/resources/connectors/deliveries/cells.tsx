import { Link, styled } from '@mui/material'
import { useCallback } from 'react'
import { useLocale } from 'react-admin'
import { Link as RouterLink } from 'react-router-dom'
import { type Attempt, connectorsApi, type DeliveredAlert, type Delivery } from '#contract/connectors'
import { formatTime, useClock } from '../../../clock'
import { useFailureText } from '../../../components/failure/useFailureText'
import { msg as messageMsg } from '../../../components/message/texts'
import { StateText } from '../../../components/page'
import { useAnswer } from '../../../dataProvider/answers'
import { useAddresses } from '../../../dataProvider/SpaceProvider'
import { durationText } from '../values'
import { useTranslate } from './texts'

/** Milliseconds between two polls of a pending delivery. */
const POLL_INTERVAL = 2000

/** A delivery with its attempts, polled while it is pending and the page is visible. */
export const useDelivery = ({ connector_id, id }: Pick<Delivery, 'connector_id' | 'id'>) =>
  useAnswer(connectorsApi.delivery, {
    params: { connectorId: connector_id, deliveryId: id },
    refetchInterval: ({ state }) => state.data?.state === 'pending' && POLL_INTERVAL,
  })

/** Name of a delivery: the message type and device, or the alert, and the time. */
export function useDeliveryName() {
  const translate = useTranslate()
  const clock = useClock()
  return useCallback(
    ({ message_type, device_name, alert, test: isTest, created_at }: Delivery) => {
      const time = formatTime(Date.parse(created_at), clock)
      if (alert) {
        const { test, event, rule } = alert
        const what = test
          ? rule.name
          : translate(`connectors.deliveries.alert.rowLabel.${event}`, { name: rule.name })
        return translate('connectors.deliveries.alert.at', { what, time })
      }
      const name = message_type
        ? translate(messageMsg(`message.types.${message_type}`))
        : translate('connectors.deliveries.ofMessage')
      const type = isTest ? translate('connectors.deliveries.ofTest', { type: name }) : name
      return translate('connectors.deliveries.rowLabel', { type, device: device_name ?? '', time })
    },
    [translate, clock],
  )
}

interface DeliveryProps {
  delivery: Delivery
}

/** The event of an alert, with a link to the alert. */
function AlertLink({ alert }: { alert: DeliveredAlert }) {
  const translate = useTranslate()
  const { record, list } = useAddresses()
  // A test is named as one. A rule that was not saved has the id of the test.
  const ofTest = alert.rule.id === alert.id ? list('alert-rules') : record('alert-rules', alert.rule.id)
  return (
    <Link component={RouterLink} to={alert.test ? ofTest : record('alerts', alert.id)} underline="hover">
      {alert.test
        ? alert.rule.name
        : translate(`connectors.deliveries.alert.${alert.event}`, { name: alert.rule.name })}
    </Link>
  )
}

/** The alert, or the type of the message, with a link to it unless it was removed. */
export function SubjectLink({ delivery: { message_id, message_type, alert, test } }: DeliveryProps) {
  const translate = useTranslate()
  const { record } = useAddresses()
  if (alert) return <AlertLink alert={alert} />
  if (message_type === null) return <span>{translate('connectors.deliveries.messageGone')}</span>
  const name = translate(messageMsg(`message.types.${message_type}`))
  const type = test ? translate('connectors.deliveries.ofTest', { type: name }) : name
  // A message written for a test is not stored.
  if (message_id === null) return type
  return (
    <Link component={RouterLink} to={record('messages', message_id)} underline="hover">
      {type}
    </Link>
  )
}

/** Name of the device, as a link; for an alert of several devices or of connectors, their number. */
export function DeviceLink({ delivery: { device_id, device_name, alert } }: DeliveryProps) {
  const translate = useTranslate()
  const { record } = useAddresses()
  if (device_id === null) {
    if (!alert) return null
    return (
      <span>
        {alert.connector_count > 0
          ? translate('connectors.deliveries.alert.connectors', { smart_count: alert.connector_count })
          : translate('connectors.deliveries.alert.devices', { smart_count: alert.device_count })}
      </span>
    )
  }
  return (
    <Link component={RouterLink} to={record('devices', device_id)} underline="hover" sx={{ fontWeight: 600 }}>
      {device_name}
    </Link>
  )
}

const TONES = { pending: 'waiting', delivered: 'good', failed: 'bad', cancelled: 'none' } as const

export function DeliveryState({ state }: Pick<Delivery, 'state'>) {
  const words = useTranslate()(`connectors.deliveries.states.${state}`)
  return <StateText tone={TONES[state]}>{words}</StateText>
}

/**
 * Result of an attempt: the failure with the receiver's requested wait, or the status of the response. A broker has no
 * status.
 */
export function Outcome({
  status,
  retry_after = null,
  isSent,
  ...failure
}: Pick<Attempt, 'status' | 'error' | 'error_code' | 'error_detail'> &
  Partial<Pick<Attempt, 'retry_after'>> & { isSent: boolean }) {
  const translate = useTranslate()
  const locale = useLocale()
  const reason = useFailureText()(failure)
  if (reason !== null && retry_after !== null)
    return (
      <span>{`${reason}; ${translate('connectors.deliveries.asks', { time: durationText(retry_after, locale) })}`}</span>
    )
  if (reason !== null) return reason
  if (status !== null) return <span>{translate('connectors.deliveries.tries.status', { status })}</span>
  return (
    <span>
      {translate(isSent ? 'connectors.deliveries.tries.published' : 'connectors.deliveries.returnedNull')}
    </span>
  )
}

/** Starts with a capital letter; texts of failures are parts of sentences. */
export const Sentence = styled('span')({
  display: 'inline-block',
  '&::first-letter': { textTransform: 'uppercase' },
  // Aligns the label of a field with the first line.
  'dd &': { display: 'block' },
  'td &, .line &': {
    maxWidth: '100%',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    verticalAlign: 'bottom',
  },
})

/** Earlier failed attempts of a delivery, and the reason. */
function EarlierFailures({ failures }: { failures: NonNullable<Delivery['failures']> }) {
  const translate = useTranslate()
  const clock = useClock()
  return (
    <span title={formatTime(Date.parse(failures.created_at), clock)}>
      {' · '}
      <StateText tone="bad">
        <span>{translate('connectors.deliveries.failures', { smart_count: failures.attempts })}</span>
        {': '}
        <Outcome {...failures} isSent />
      </StateText>
    </span>
  )
}

/** Result of a delivery's last attempt, and of earlier failed ones in the filtered time. */
export function Result({ delivery }: DeliveryProps) {
  const translate = useTranslate()
  const { attempts, failures, last_attempt_at, error, state, waits_for } = delivery
  // A function that returns null leaves no error.
  if (state === 'cancelled' && (attempts === 0 || error !== null))
    return <span>{translate('connectors.deliveries.skipped')}</span>
  if (waits_for !== null && attempts === 0)
    return <span>{translate('connectors.deliveries.line.waits')}</span>
  if (attempts === 0) return <span>{translate('connectors.deliveries.noAttempt')}</span>
  return (
    <Sentence>
      <Outcome {...delivery} isSent={state === 'delivered'} />
      {failures && (error === null || failures.created_at !== last_attempt_at) && (
        <EarlierFailures failures={failures} />
      )}
    </Sentence>
  )
}
