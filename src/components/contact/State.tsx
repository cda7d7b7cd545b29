import { useMediaQuery } from '@mui/material'
import { useState } from 'react'
import { type Device, type DeviceContact, type DeviceState, stateAt } from '#contract/devices'
import { type Clock, formatRelative, formatTime, serverNow, tagOf, useClock } from '../../clock'
import { msg as devicesMsg } from '../../resources/devices/texts'
import { PHONE_QUERY } from '../../theme/theme'
import { StateText, type Tone } from '../page/StateText'
import { useNow } from '../page/TimeText'
import { sinceOf } from './spans'
import { useTranslate } from './texts'
import { lastingSince } from './words'

/** Milliseconds between two looks at the clock. */
const INTERVAL = 15_000

const TONES: Record<DeviceState, Tone> = { on_time: 'good', late: 'warning', silent: 'bad', never: 'none' }

/** Two lines at most where a phone has little room beside a name. */
const TWO_LINES = { display: 'inline-block', minWidth: 88 } as const

/** "6 min" on one line, since a time. */
function shortly(time: number, now: number, { locale, zone }: Clock): string {
  const { unit, count } = sinceOf(time, now, zone)
  const format = new Intl.NumberFormat(tagOf(locale), { style: 'unit', unit: unit.replace(/s$/, '') })
  return format.format(count).replace(' ', '\u00a0')
}

/** Whether this clock agrees with the server's; otherwise the state changes only with answers of the server. */
const useAgrees = (contact: DeviceContact) =>
  useState(() => stateAt(contact, serverNow()) === contact.state)[0]

interface WordsProps {
  contact: DeviceContact
  lastSeen: string
  /** "On time", where the time of the last contact stands below; units are abbreviated: "6 min". */
  isShort: boolean
}

function Words({ contact, lastSeen, isShort }: WordsProps) {
  const translate = useTranslate()
  const clock = useClock()
  const now = useNow(INTERVAL)
  const state: DeviceState = useAgrees(contact) ? stateAt(contact, now) : contact.state
  const isLate = state === 'late'
  const since = isLate && contact.expected_at ? contact.expected_at : lastSeen
  const time = Date.parse(since)
  const span = () => (isShort ? shortly(time, now, clock) : lastingSince(time, now, clock, translate))
  const words = {
    on_time: () =>
      isShort
        ? translate('contact.states.on_time')
        : translate('contact.onTime', { ago: formatRelative(time, now, clock) }),
    late: () => translate('contact.late', { span: span() }),
    silent: () => translate('contact.silent', { span: span() }),
    never: () => translate('contact.states.never'),
  }
  const title = translate(isLate ? 'contact.wasExpected' : devicesMsg('devices.fields.last_seen'))
  return (
    <StateText tone={TONES[state]}>
      <time dateTime={since} title={`${title}: ${formatTime(time, clock)}`}>
        {words[state]()}
      </time>
    </StateText>
  )
}

interface StateTextProps {
  device: Device
  isShortOnPhones?: boolean
}

/**
 * "Silent for 6 days", with a mark; nothing for a device that was moved away. It updates as time passes, and renders
 * nothing else.
 */
export function DeviceStateText({ device: { contact, last_seen }, isShortOnPhones = false }: StateTextProps) {
  const translate = useTranslate()
  const isPhone = useMediaQuery(PHONE_QUERY, { noSsr: true })
  if (!contact) return null
  return (
    <span style={TWO_LINES}>
      {last_seen ? (
        <Words
          key={`${last_seen} ${contact.state}`}
          contact={contact}
          lastSeen={last_seen}
          isShort={isPhone && isShortOnPhones}
        />
      ) : (
        <StateText tone={TONES.never}>{translate('contact.states.never')}</StateText>
      )}
    </span>
  )
}
