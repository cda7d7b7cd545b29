import { Link } from '@mui/material'
import { Link as RouterLink } from 'react-router-dom'
import { DAY } from '#contract/common/durations'
import { type Device, STATE_CAPABILITY } from '#contract/devices'
import { FIRST_MESSAGE_AT, messagesApi } from '#contract/messages'
import { useCapability } from '../../config'
import { usePermission } from '../../dataProvider/account'
import { useAnswer } from '../../dataProvider/answers'
import { useAddresses } from '../../dataProvider/SpaceProvider'
import { TimeText, useNow } from '../page'
import { DeviceStateText, OpenAlertsLink } from './State'
import { useTranslate } from './texts'
import { every } from './words'

interface DeviceProps {
  device: Device
}

/** Polling interval for waiting downlinks and the clock, in milliseconds. */
const INTERVAL = 15_000

/** "3 downlinks are waiting.", as a link; nothing if there are none. */
function Waiting({ device: { id, created_at } }: DeviceProps) {
  const translate = useTranslate()
  const addresses = useAddresses()
  const now = useNow(null)
  const down_state = ['pending']
  const { data } = useAnswer(messagesApi.count, {
    query: { device_id: id, down_state, after: FIRST_MESSAGE_AT },
    refetchInterval: INTERVAL,
  })
  if (!data?.count) return null
  // Covers every message since the device was created.
  const days = Math.ceil((now - Date.parse(created_at)) / DAY) + 1
  const filter = { down_state, created_at: { relative: `${Math.min(days, 9999)}d` } }
  return (
    <>
      {' '}
      <Link component={RouterLink} to={addresses.list('messages', { deviceId: id, filter })}>
        {translate('contact.waiting', { smart_count: data.count })}
      </Link>
    </>
  )
}

/** "Silent for 6 days, usually every 30 minutes. 3 downlinks are waiting." Nothing for a device that was moved away. */
export function ContactSentence({ device }: DeviceProps) {
  const translate = useTranslate()
  const addresses = useAddresses()
  const isKnown = useCapability(STATE_CAPABILITY)
  const canRead = usePermission('space:message:read')
  const { id, contact } = device
  if (!isKnown || !contact) return null
  const { usual_interval } = contact
  return (
    <>
      <Link
        component={RouterLink}
        to={addresses.list('messages', { deviceId: id })}
        color="inherit"
        underline="hover"
      >
        <DeviceStateText device={device} />
      </Link>
      <span>
        {usual_interval === null
          ? '.'
          : translate('contact.usually', { every: every(usual_interval, translate) })}
      </span>
      <OpenAlertsLink device={device} after=" " said="contact.alertsAreOpen" />
      {canRead && <Waiting device={device} />}
    </>
  )
}

function Expected({ at, usual }: { at: string; usual: number }) {
  const translate = useTranslate()
  const isOver = Date.parse(at) < useNow(INTERVAL)
  return (
    <>
      <span>{`${translate(isOver ? 'contact.wasExpected' : 'contact.expected')}:`}</span>{' '}
      <TimeText value={at} relative />
      <span>{`, ${every(usual, translate)}. ${translate('contact.waits')}`}</span>
    </>
  )
}

/** When a device is next expected; its downlinks wait until then. */
export function NextContact({ device: { contact, moved_at } }: DeviceProps) {
  const translate = useTranslate()
  const isKnown = useCapability(STATE_CAPABILITY)
  if (moved_at) return null
  if (!isKnown || !contact) return <span>{translate('contact.notKnown')}</span>
  const { expected_at, usual_interval } = contact
  if (!expected_at || usual_interval === null) return <span>{translate('contact.nextUnknown')}</span>
  return <Expected at={expected_at} usual={usual_interval} />
}
