import { type Connector, formatDuration, type Trigger } from '#contract/connectors'
import { MESSAGE_TYPES, type MessageType } from '#contract/messages'
import { tagOf } from '../../clock'
import { msg as messageMsg } from '../../components/message/texts'
import { msg } from './texts'

/** One delay in the form, as typed text. */
export interface DelayRow {
  value: string | null
}

/** Values of a connector in the form. */
export type ConnectorValues = Pick<Connector, 'direction' | 'triggers' | 'tags' | 'transformation'> & {
  /** Delays before the retries, as typed text. */
  retry_delays: DelayRow[]
  /** Undefined if the form does not contain it. */
  batch_size?: Connector['batch_size']
}

export const isMessageType = (trigger: Trigger): trigger is MessageType =>
  MESSAGE_TYPES.some((type) => type === trigger)

/** Key of a trigger's name: a message type, or one of the two older triggers. */
export const nameOfTrigger = (trigger: Trigger) =>
  isMessageType(trigger) ? messageMsg(`message.types.${trigger}`) : msg(`connectors.triggers.${trigger}`)

const UNITS: Readonly<Record<string, string>> = { d: 'day', h: 'hour', m: 'minute', s: 'second' }

/** "1 hour 30 minutes": seconds for people to read. */
export const durationText = (seconds: number, locale: string): string =>
  formatDuration(seconds)
    .split(' ')
    .map((part) => {
      const unit = UNITS[part.slice(-1)]
      const format = new Intl.NumberFormat(tagOf(locale), { style: 'unit', unit, unitDisplay: 'long' })
      return format.format(Number.parseInt(part, 10))
    })
    .join(' ')
