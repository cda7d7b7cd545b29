import BellIcon from '@mui/icons-material/NotificationsNone'
import { Link, styled } from '@mui/material'
import { type ReactNode, useState } from 'react'
import { Link as RouterLink } from 'react-router-dom'
import { type Device, type DeviceContact, type DeviceState, stateAt } from '#contract/devices'
import { formatRelative, formatTime, serverNow, useClock } from '../../clock'
import { useAddresses } from '../../dataProvider/SpaceProvider'
import { StateText } from '../value/StateText'
import { useNow } from '../value/TimeText'
import { fieldLabel } from '../words/fieldLabel'
import { useTranslate } from './texts'
import { lastingSince, STATE_TONES } from './words'

/** How often the state is updated, in milliseconds. */
const INTERVAL = 15_000

const LAST_SEEN = fieldLabel('devices', 'last_seen')

const Bell = styled(BellIcon)(({ theme }) => ({ fontSize: 16, color: theme.palette.error.main }))

interface DeviceProps {
  device: Device
}

/** The text of a state; its mark is a bell while an alert is open. */
function Marked({ device, state, children }: DeviceProps & { state: DeviceState; children: ReactNode }) {
  return (
    <StateText tone={STATE_TONES[state]} mark={device.open_alerts ? <Bell /> : undefined}>
      {children}
    </StateText>
  )
}

interface OpenAlertsLinkProps extends DeviceProps {
  /** Text before it. */
  after: string
  said: 'contact.alerts' | 'contact.alertsAreOpen'
}

/** The number of open alerts, as a link; nothing if there are none or the person may not read alerts. */
export function OpenAlertsLink({ device: { id, open_alerts }, after, said }: OpenAlertsLinkProps) {
  const translate = useTranslate()
  const addresses = useAddresses()
  if (!open_alerts) return null
  return (
    <span>
      {after}
      <Link
        component={RouterLink}
        to={addresses.list('alerts', { filter: { device_id: id } })}
        color="error"
        sx={{ whiteSpace: 'nowrap' }}
      >
        {translate(said, { smart_count: open_alerts })}
      </Link>
    </span>
  )
}

/** Whether this clock agrees with the server's. Otherwise the state changes only with answers of the server. */
const useAgrees = (contact: DeviceContact) =>
  useState(() => stateAt(contact, serverNow()) === contact.state)[0]

interface SeenDeviceStateProps extends DeviceProps {
  contact: DeviceContact
  lastSeen: string
  /** Shows only the state; the tooltip has the rest. */
  isShort: boolean
}

/** The state of a device with at least one contact. */
function SeenDeviceState({ device, contact, lastSeen, isShort }: SeenDeviceStateProps) {
  const translate = useTranslate()
  const clock = useClock()
  const now = useNow(INTERVAL)
  const state: DeviceState = useAgrees(contact) ? stateAt(contact, now) : contact.state
  const isLate = state === 'late'
  const since = isLate && contact.expected_at ? contact.expected_at : lastSeen
  const time = Date.parse(since)
  const span = () => lastingSince(time, now, clock, translate)
  const words = {
    on_time: () => translate('contact.onTime', { ago: formatRelative(time, now, clock) }),
    late: () => translate('contact.late', { span: span() }),
    silent: () => translate('contact.silent', { span: span() }),
    never: () => translate('contact.states.never'),
  }
  const title = translate(isLate ? 'contact.wasExpected' : LAST_SEEN)
  return (
    <Marked device={device} state={state}>
      {isShort ? (
        <span title={words[state]()}>{translate(`contact.states.${state}`)}</span>
      ) : (
        <time dateTime={since} title={`${title}: ${formatTime(time, clock)}`}>
          {words[state]()}
        </time>
      )}
    </Marked>
  )
}

/**
 * "Silent for 6 days", or in short "Silent", with a mark; nothing for a device that was moved away. It updates as time
 * passes without rendering anything else.
 */
export function DeviceStateText({ device, isShort = false }: DeviceProps & { isShort?: boolean }) {
  const translate = useTranslate()
  const { contact, last_seen } = device
  if (!contact) return null
  return last_seen ? (
    <SeenDeviceState
      key={`${last_seen} ${contact.state}`}
      device={device}
      contact={contact}
      lastSeen={last_seen}
      isShort={isShort}
    />
  ) : (
    <Marked device={device} state="never">
      {translate('contact.states.never')}
    </Marked>
  )
}

/** The state of a device in a list: "On time", and the number of open alerts. */
export function DeviceStateCell({ device }: DeviceProps) {
  return (
    <>
      <DeviceStateText device={device} isShort />
      <OpenAlertsLink device={device} after=" · " said="contact.alerts" />
    </>
  )
}
